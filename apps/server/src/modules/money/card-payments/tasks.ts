import type { AccountId } from '@muster/domain/values/ids';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@muster/domain/values/minutes';
import type { Stripe } from 'stripe';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountOfChannel } from '../../../platform/sign-in/person.ts';
import { StripeFailure } from '../../../platform/stripe.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import {
  deleteEvents,
  endEvents,
  insertEvent,
  listOpenEvents,
  noteTried,
  noteWorking,
  waitAfter,
} from '../../basics/deliveries/service.ts';
import {
  CARD_TURN,
  type CardLine,
  cardLine,
  cardServiceOf,
  type CardTurnTask,
  HEARD,
  listOverdue,
  NO_SECRET,
  noteAccountRead,
  noteHeard,
  noteHeardPart,
  noteStanding,
  readStanding,
  readTurn,
  wakeCards,
} from '../card-services/service.ts';
import { askSession } from './service.ts';
import { askAgain, type CardSession, findSession, listDue, readNextAsk, reopenUnclear } from './store.ts';

/** The task that looks for businesses of which nobody asks any more. */
export const CARD_TURNS_LOST = 'card turns lost';

const LOST_MS = 10 * MINUTE_MS;
/** So many pages to pay on are asked for in one turn, and so many pages of events, so that no other task waits long. */
const MOST_SESSIONS = 20;
const MOST_PAGES = 5;
const MOST_EVENTS = 100;
/** Events are listed by when they happened, and some come late. */
const OVERLAP_MS = 10 * MINUTE_MS;
const KEPT_MS = 40 * DAY_MS;
/** A turn ends while nobody else takes it for lost: what is left is for the next. */
const LISTEN_MS = MINUTE_MS;
/** Stripe is asked so often how the account stands. */
const STANDING_MS = HOUR_MS;

/** After these whatever is asked next would end in the same way. */
const endsTurn: ReadonlySet<StripeFailure['kind']> = new Set(['key', 'busy', 'unreachable']);

/** What is kept of an event: what it is about, and nothing of anybody. */
interface CardEvent {
  readonly type: string;
  /** Of what it is about. */
  readonly object: string;
  readonly id: string;
  readonly charge: string | null;
  readonly intent: string | null;
}

function cardEventOf({ type, data }: Stripe.Event): CardEvent {
  const about = data.object as unknown as Record<string, unknown>;
  const text = (name: string) => (typeof about[name] === 'string' ? about[name] : null);
  return {
    type,
    object: text('object') ?? '',
    id: text('id') ?? '',
    charge: text('object') === 'charge' ? text('id') : text('charge'),
    intent: text('object') === 'payment_intent' ? text('id') : text('payment_intent'),
  };
}

interface OpenEvent {
  readonly content: object;
}

function pagesFirst(one: OpenEvent, other: OpenEvent): number {
  const rank = ({ content }: OpenEvent) => ((content as CardEvent).object === 'checkout.session' ? 0 : 1);
  return rank(one) - rank(other);
}

/** Writes down that something happened at Stripe, once, whoever says so first. */
export async function noteEvent(
  db: Tx,
  connection: string,
  event: Stripe.Event,
  now: Date,
): Promise<boolean> {
  return insertEvent(db, connection, {
    key: event.id,
    digest: event.id,
    content: cardEventOf(event),
    now,
    since: now,
  });
}

/** Whoever else is to hear what happened at Stripe: it asks there for what is so now. */
export type HearCardEvent = (turn: { account: AccountId; line: CardLine; event: CardEvent }) => Promise<void>;

/** Whoever reads the balance there: told whether anything has happened; says whether there is more to read. */
export type ReadCardBalance = (
  deps: Deps,
  turn: { account: AccountId; line: CardLine },
  isNews: boolean,
) => Promise<boolean>;

/** Asks Stripe what has become of what is under way, again and again, sooner while somebody pays. Where nobody is connected, nobody is asked. */
export function cardPaymentTasks(
  deps: Deps,
  { hearers, readBalance }: { hearers: readonly HearCardEvent[]; readBalance: ReadCardBalance },
): Readonly<Record<string, Task>> {
  const {
    database: { db },
    log,
    now,
  } = deps;
  const at = () => new Date(now());

  /** Says whether there is more to ask for at once. */
  async function ask(account: AccountId, line: CardLine, connection: string): Promise<boolean> {
    const sessions = await withAccount(db, account, async (db) => {
      await reopenUnclear(db, line.service, { most: MOST_SESSIONS });
      return listDue(db, connection, { now: at(), most: MOST_SESSIONS });
    });
    const began = now();
    for (const session of sessions) {
      // Where each answer takes long, tasks of other businesses wait for this one.
      if (now() - began > LISTEN_MS) return true;
      await quietly(() => askSession(deps, account, line, session));
      const again = new Date(now() + pauseOf(session, now()) * 1000);
      await withAccount(db, account, (db) => askAgain(db, session.id, again));
    }
    const { isNews, isMore } = await listen(account, line, connection);
    await look(account, line, connection);
    const isLeft = await readBalance(deps, { account, line }, isNews || sessions.length > 0);
    return isLeft || isMore;
  }

  /** Once in an hour, whether the account may still take payments: customers are not led to a page that takes none. */
  async function look(account: AccountId, line: CardLine, connection: string): Promise<void> {
    const turn = await withAccount(db, account, (db) => readTurn(db, connection));
    if (!turn || now() - (turn.accountReadAt?.getTime() ?? 0) < STANDING_MS) return;
    await noteStanding(deps, account, await readStanding(line));
    await withAccount(db, account, (db) => noteAccountRead(db, connection, at()));
  }

  /** What the books refuse for now, or Stripe stumbles over, does not keep the rest waiting; it is asked for again. Says why the books refuse it; undefined: it is done with. */
  async function quietly(work: () => Promise<void>): Promise<string | undefined> {
    try {
      await work();
      return undefined;
    } catch (error) {
      const isStripes = error instanceof StripeFailure;
      if (isStripes ? endsTurn.has(error.kind) : !(error instanceof Failure)) throw error;
      const { message } = error as Error;
      log.warn({ why: message }, 'A card payment could not be settled yet.');
      if (!isStripes || error.kind === 'permission') return message;
      return error.kind === 'gone' ? undefined : '';
    }
  }

  /** What happened since it was asked last, and what came by itself meanwhile. Says whether there was anything, and whether there is more to read. */
  async function listen(
    account: AccountId,
    line: CardLine,
    connection: string,
  ): Promise<{ isNews: boolean; isMore: boolean }> {
    const turn = await withAccount(db, account, (db) => readTurn(db, connection));
    if (!turn) return { isNews: false, isMore: false };
    const gte = Math.floor((turn.heardUntil.getTime() - OVERLAP_MS) / 1000);
    let after = turn.heardAfter ?? undefined;
    let newest = turn.heardNewest;
    let isMore = true;
    for (let pages = 0; isMore && pages < MOST_PAGES; pages += 1) {
      const more = {
        limit: MOST_EVENTS,
        types: HEARD,
        created: { gte },
        ...(after !== undefined && { starting_after: after }),
      };
      const page = await line
        .ask((stripe) => stripe.events.list(more))
        .catch(async (error: unknown) => {
          // Stripe forgets events: then the list is read from its newest again.
          if (error instanceof StripeFailure && error.kind === 'gone')
            await withAccount(db, account, (db) =>
              noteHeardPart(db, connection, { after: null, newest: null }),
            );
          throw error;
        });
      const [first] = page.data;
      newest ??= first ? new Date(first.created * 1000) : null;
      after = page.data.at(-1)?.id;
      isMore = page.has_more && after !== undefined;
      const part = { after: after ?? null, newest };
      await withAccount(db, account, async (db) => {
        for (const event of page.data) await noteEvent(db, connection, event, at());
        if (isMore) await noteHeardPart(db, connection, part);
      });
    }
    // Only now: whoever died between two pages goes on with the older ones.
    if (newest && !isMore) {
      const until = newest;
      await withAccount(db, account, (db) => noteHeard(db, connection, until));
    }
    const began = now();
    const tried = new Set<string>();
    for (;;) {
      const found = await withAccount(db, account, (db) => listOpenEvents(db, connection, MOST_EVENTS));
      const open = found.filter(({ key }) => !tried.has(key));
      if (open.length === 0 || now() - began > LISTEN_MS) break;
      // What was paid comes before what went back of it.
      for (const { key, content } of open.toSorted(pagesFirst)) {
        if (now() - began > LISTEN_MS) break;
        const problem = await quietly(() => hear(account, line, content as CardEvent));
        await withAccount(db, account, (db) =>
          problem === undefined
            ? endEvents(db, connection, [key], at())
            : noteTried(db, connection, key, { now: at(), problem }),
        );
        tried.add(key);
      }
    }
    const old = new Date(now() - KEPT_MS);
    await withAccount(db, account, (db) => deleteEvents(db, connection, old, { isDone: true }));
    return { isNews: tried.size > 0, isMore };
  }

  async function hear(account: AccountId, line: CardLine, event: CardEvent): Promise<void> {
    if (event.object === 'checkout.session') {
      const session = await withAccount(db, account, (db) => findSession(db, { reference: event.id }));
      if (session) await askSession(deps, account, line, session);
    }
    for (const hearer of hearers) await hearer({ account, line, event });
  }

  const turn: Task = async (payload) => {
    const { channel, connection, turn } = payload as CardTurnTask;
    const account = accountOfChannel(channel);
    const inAccount = <T>(work: (db: Tx) => Promise<T>) => withAccount(db, account, work);
    const isOurs = async (db: Tx) => (await readTurn(db, connection))?.turn === turn;
    const line = await inAccount(async (db) => {
      if (!(await isOurs(db))) return null;
      return (await cardLine(db, deps, account)) ?? ((await cardServiceOf(db)) ? undefined : null);
    });
    if (line === null) return;
    let pause = 0;
    let isMore = false;
    try {
      if (!line) throw new StripeFailure('key', NO_SECRET);
      isMore = await ask(account, line, connection);
      await noteStanding(deps, account, { stopped_because: '' });
      await inAccount((db) => noteWorking(db, connection, { worked: at(), until: null }));
    } catch (error) {
      if (!(error instanceof StripeFailure)) throw error;
      // Nobody can pay with it until somebody enters another one, or it works again.
      if (error.kind === 'key') await noteStanding(deps, account, { stopped_because: error.message });
      const wait = { error: error.message, askedSeconds: error.retryAfterSeconds, now: now() };
      pause = (await inAccount((db) => waitAfter(db, connection, wait))).seconds;
    }
    await inAccount(async (db) => {
      if (!(await isOurs(db))) return;
      const next = isMore ? 1 : secondsUntil(await readNextAsk(db, connection), now());
      await wakeCards(db, account, connection, at(), Math.max(pause, next));
    });
  };

  return {
    [CARD_TURN]: turn,
    [CARD_TURNS_LOST]: async () => {
      for (const { channel, connection } of await listOverdue(db, new Date(now() - LOST_MS)))
        await withAccount(db, accountOfChannel(channel), (db) =>
          wakeCards(db, accountOfChannel(channel), connection, at()),
        );
    },
  };
}

/** Seconds until Stripe is asked for it again: soon while somebody is likely to be paying on it, and seldom when nobody is. */
function pauseOf({ made_at }: CardSession, now: number): number {
  const age = now - made_at.getTime();
  return age < 15 * MINUTE_MS ? 5 : age < 2 * HOUR_MS ? 30 : age < DAY_MS ? 300 : 3600;
}

const IDLE_SECONDS = 900;
const SOON_SECONDS = 5;

function secondsUntil(ask: Date | null | undefined, now: number): number {
  if (ask === undefined) return IDLE_SECONDS;
  const seconds = Math.ceil(((ask?.getTime() ?? 0) - now) / 1000);
  return Math.min(Math.max(seconds, SOON_SECONDS), IDLE_SECONDS);
}
