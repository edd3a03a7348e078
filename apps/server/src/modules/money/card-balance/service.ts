import type { BookPeriod } from '@muster/domain/money/bookkeeping/schema';
import { clearingOf, movementKind, payoutState } from '@muster/domain/money/card-balance/rules';
import {
  type CardClearing,
  CardMovement,
  CardPayout,
  type CardPayoutRecord,
} from '@muster/domain/money/card-balance/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { centsInWords } from '@muster/domain/values/cents';
import { DAY_MS, HOUR_MS } from '@muster/domain/values/minutes';
import type { Stripe } from 'stripe';
import { moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { momentOf } from '../../../platform/stripe.ts';
import { insertEvent } from '../../basics/deliveries/service.ts';
import { noteFees } from '../card-payments/service.ts';
import { type CardLine, writeHeard } from '../card-services/service.ts';
import {
  beginReading,
  feesOf,
  findUnread,
  holdReading,
  type List,
  listUndecided,
  listUnknownSources,
  noteOpening,
  notePage,
  noteReadTo,
  pageFees,
  pagePayoutLines,
  pagePayouts,
  readKnown,
  type Part,
  type Reading,
  readPayout,
  sumClearing,
} from './store.ts';

export const cardPayouts: TrackedTable<CardPayout> = {
  name: 'card_payouts',
  columns: columnsIn('card_payouts', CardPayout),
  readers: moneyKeepers,
  writers: moneyKeepers,
  label: ({ amount }) => `payout of ${centsInWords(amount)}`,
};

export const cardMovements: TrackedTable<CardMovement> = {
  name: 'card_movements',
  columns: columnsIn('card_movements', CardMovement),
  readers: moneyKeepers,
  writers: moneyKeepers,
  label: ({ kind, amount }) => `${kind} of ${centsInWords(amount)} at Stripe`,
};

type Around = Pick<Deps, 'database' | 'now'>;

/** So many pages are read in one turn, so that no other task waits long. */
const MOST_PAGES = 5;
const LINES = 100;
/** Nothing may have told us of a fee by itself, so that it is looked for as often. */
const READ_EVERY_MS = HOUR_MS;
/** Lines are listed by when they were made, and some are listed late; a payout may fail weeks after it was made. */
const OVERLAP_MS: Readonly<Record<List, number>> = { movements: HOUR_MS, payouts: 40 * DAY_MS };
/** Clocks may differ by hours. */
const BEFORE_MS = 3 * HOUR_MS;
/** Those of other currencies are paid out by themselves, and are none of ours. */
const CURRENCY = 'aud';

interface BalanceTurn {
  readonly account: AccountId;
  readonly line: CardLine;
}

/**
 * Reads what moved on the balance at Stripe and what was paid out, a few pages at a time, each line once. A refund or dispute that
 * nobody has told us of is noted like an event, so that it is heard of like all others. Says whether there is more to read.
 */
export async function readBalance(deps: Around, turn: BalanceTurn, isNews: boolean): Promise<boolean> {
  const budget = { pages: MOST_PAGES, toHear: 0 };
  const isMore = [
    await readList(deps, turn, 'payouts', { isNews, budget }),
    await readList(deps, turn, 'movements', { isNews, budget }),
    await readBreakdowns(deps, turn, budget),
  ];
  await readOpening(deps, turn);
  return budget.toHear > 0 || isMore.includes(true);
}

interface Budget {
  pages: number;
  /** What was noted to be heard of. */
  toHear: number;
}

interface Pages {
  readonly isNews: boolean;
  readonly budget: Budget;
}

/** One list, page by page, from its newest line to what is known; where it stopped it goes on the next time. */
async function readList(
  deps: Around,
  turn: BalanceTurn,
  list: List,
  { isNews, budget }: Pages,
): Promise<boolean> {
  const { account, line } = turn;
  const now = deps.now();
  let reading = await inAccount(deps, account, async (db) => {
    const begun = await beginReading(db, line.service, list, new Date(now - BEFORE_MS));
    if (list === 'movements' && begun.connection_id !== line.service.id)
      for (const { object, id } of await listUndecided(db, line.service.stripe_account))
        await noteToHear(db, line, budget, {
          object,
          id,
          key: `${line.service.id} ${id}`,
          at: new Date(now),
        });
    return begun;
  });
  const isDue = reading.read_at === null || reading.read_at.getTime() <= now - READ_EVERY_MS;
  const isOther = reading.connection_id !== line.service.id;
  const isOpening = list === 'movements' && reading.opening === null;
  if (reading.read_to === null && !isNews && !isDue && !isOther && !isOpening) return false;
  for (;;) {
    if (budget.pages === 0) return true;
    budget.pages -= 1;
    const from = reading;
    const page = await askPage(line, list, from);
    const next = await writeRead(deps, account, `${list} ${page.data[0]?.id}`, (write) =>
      takePage(write, line, list, { from, page, budget }),
    );
    // Somebody else reads it at the same time, and goes on with it.
    if (!next) return false;
    if (next.read_to === null) return false;
    reading = next;
  }
}

type Line = Stripe.BalanceTransaction | Stripe.Payout;
interface StripePage {
  readonly data: readonly Line[];
  readonly has_more: boolean;
}

function askPage({ ask }: CardLine, list: List, { read_until, read_to }: Reading): Promise<StripePage> {
  const which = {
    limit: LINES,
    created: { gte: Math.floor((read_until.getTime() - OVERLAP_MS[list]) / 1000) },
    ...(read_to !== null && { starting_after: read_to }),
  };
  return ask<StripePage>((stripe) =>
    list === 'payouts'
      ? stripe.payouts.list(which)
      : stripe.balanceTransactions.list({ ...which, currency: CURRENCY }),
  );
}

async function takePage(
  write: Writer,
  line: CardLine,
  list: List,
  { from, page: { data, has_more }, budget }: { from: Reading; page: StripePage; budget: Budget },
): Promise<Reading | null> {
  const { db, at } = write;
  const { stripe_account, is_test, id: connection } = line.service;
  const held = await holdReading(db, line.service, list);
  if (held.read_to !== from.read_to || held.read_until.getTime() !== from.read_until.getTime()) return null;
  const isKnown =
    list === 'payouts'
      ? await takePayouts(write, line, data as readonly Stripe.Payout[])
      : await takeMovements(write, line, data as readonly Stripe.BalanceTransaction[], { budget });
  const newest = held.newest ?? (data[0] ? new Date(data[0].created * 1000) : held.read_until);
  const last = data.at(-1)?.id;
  const page = has_more && !isKnown && last !== undefined ? { newest, read_to: last } : null;
  return notePage(db, { stripe_account, is_test, list, connection, page, newest, at });
}

/**
 * What is new of these; which payout they went out with, where that is asked for, may be told later than they are. Says whether all of
 * them were known, and so whatever is older.
 */
async function takeMovements(
  write: Writer,
  line: CardLine,
  found: readonly Stripe.BalanceTransaction[],
  { budget, payout_id = null }: { budget: Budget; payout_id?: string | null },
): Promise<boolean> {
  const { db, at } = write;
  const { stripe_account, is_test } = line.service;
  const known = await readKnown(
    db,
    cardMovements,
    found.map(({ id }) => id),
  );
  const added = found.filter(({ id }) => !known.has(id));
  await write.insert(
    cardMovements,
    added.map((one) => {
      const { id, reporting_category, description, amount, fee, created, available_on } = one;
      const kind = movementKind(reporting_category);
      // What a payment is called may name whoever paid, and is known here where it is ours.
      const isNobodys =
        kind === 'fee' || (kind === 'other' && !/charge|payment|refund|transfer/.test(reporting_category));
      return {
        stripe_account,
        is_test,
        reference: id,
        kind,
        type: reporting_category.slice(0, 100),
        about: isNobodys ? (description ?? '').slice(0, 300) : '',
        amount,
        fee,
        source: sourceOf(one),
        payout_id,
        moved_at: momentOf(created),
        available_at: momentOf(available_on),
      };
    }),
  );
  if (payout_id !== null)
    await write.updateAll(
      cardMovements,
      found.flatMap(({ id }) => {
        const row = known.get(id);
        return row && row.payout_id !== payout_id ? [{ id: row.id, payout_id }] : [];
      }),
    );
  const sources = added.flatMap((one) => sourceOf(one) ?? []);
  await noteFees(write, stripe_account, await feesOf(db, stripe_account, sources));
  for (const { kind, source, reference } of await listUnknownSources(
    db,
    added.map(({ id }) => id),
  ))
    await noteToHear(db, line, budget, { object: kind, id: source, key: reference, at });
  return added.length === 0;
}

function sourceOf({ source }: Stripe.BalanceTransaction): string | null {
  return typeof source === 'string' ? source : (source?.id ?? null);
}

/** Like an event that Stripe told: tried until the books take it, behind whatever else comes. */
async function noteToHear(
  db: Tx,
  { service }: CardLine,
  budget: Budget,
  { object, id, key, at }: { object: string; id: string; key: string; at: Date },
): Promise<void> {
  const content = { type: '', object, id, charge: null, intent: null };
  if (await insertEvent(db, service.id, { key, digest: key, content, now: at, since: at }))
    budget.toHear += 1;
}

/**
 * Takes Stripe's own balance as what is there, once all that moved is known: what moved between asking for the balance and for the
 * newest line is a line that is not known yet, and then it is asked again in the next turn.
 */
async function readOpening(deps: Around, { account, line }: BalanceTurn): Promise<void> {
  const { service, ask } = line;
  const isOpen = await inAccount(deps, account, async (db) => {
    const { opening, read_to } = await holdReading(db, service, 'movements');
    return opening === null && read_to === null;
  });
  if (!isOpen) return;
  const { available, pending } = await ask((stripe) => stripe.balance.retrieve());
  const page = await ask((stripe) => stripe.balanceTransactions.list({ limit: 1, currency: CURRENCY }));
  const newest = page.data[0]?.id ?? null;
  const balance = [...available, ...pending]
    .filter(({ currency }) => currency === CURRENCY)
    .reduce((sum, { amount }) => sum + amount, 0);
  await inAccount(deps, account, (db) => noteOpening(db, service, { balance, newest }));
}

/** How far each has come. One that is known may still fail, and so all pages are read. */
async function takePayouts(
  write: Writer,
  { service }: CardLine,
  found: readonly Stripe.Payout[],
): Promise<false> {
  const { stripe_account, is_test } = service;
  const known = await readKnown(
    write.db,
    cardPayouts,
    found.map(({ id }) => id),
  );
  for (const payout of found) {
    if (payout.currency !== CURRENCY) continue;
    const { id: reference, amount, created, arrival_date } = payout;
    const row = known.get(reference);
    const state = payoutState(payout.status);
    const said = {
      state,
      problem: state === 'failed' ? (payout.failure_message ?? 'The bank didn’t take it.').slice(0, 300) : '',
      breakdown: row?.breakdown === 'read' ? row.breakdown : breakdownOf(payout),
      arrives_on: momentOf(arrival_date).slice(0, 10),
    };
    if (!row)
      await write.insert(cardPayouts, [
        { ...said, stripe_account, is_test, reference, amount, made_at: momentOf(created) },
      ]);
    else if (Object.entries(said).some(([name, value]) => row[name as keyof CardPayout] !== value))
      await write.update(cardPayouts, row.id, said);
  }
  return false;
}

function breakdownOf({ automatic, reconciliation_status }: Stripe.Payout): CardPayout['breakdown'] {
  if (!automatic || reconciliation_status === 'not_applicable') return 'none';
  return reconciliation_status === 'completed' ? 'ready' : 'waiting';
}

/** Which movements the payouts are made of that Stripe is done with. */
async function readBreakdowns(
  deps: Around,
  { account, line }: BalanceTurn,
  budget: Budget,
): Promise<boolean> {
  for (;;) {
    const payout = await inAccount(deps, account, (db) => findUnread(db, line.service));
    if (!payout) return false;
    if (budget.pages === 0) return true;
    budget.pages -= 1;
    const { id, reference, read_to } = payout;
    const which = {
      payout: reference,
      limit: LINES,
      ...(read_to !== null && { starting_after: read_to }),
    };
    const page = await line.ask((stripe) => stripe.balanceTransactions.list(which));
    const isRead = await writeRead(deps, account, `${reference} ${read_to}`, async (write) => {
      // Whoever reads the list stops at a page that is known: it must not become so before they come to it.
      if ((await holdReading(write.db, line.service, 'movements')).read_to !== null) return false;
      const isOwn = (one: Stripe.BalanceTransaction) => sourceOf(one) === reference;
      await takeMovements(
        write,
        line,
        page.data.filter((one) => !isOwn(one)),
        {
          budget,
          payout_id: id,
        },
      );
      const last = page.data.at(-1)?.id;
      if (page.has_more && last !== undefined) await noteReadTo(write.db, id, last);
      else await write.update(cardPayouts, id, { breakdown: 'read' });
      return true;
    });
    if (!isRead) return true;
  }
}

function writeRead<T>(deps: Around, account: AccountId, body: string, work: (write: Writer) => Promise<T>) {
  return writeHeard(deps, account, { kind: 'card balance read', body }, work);
}

function inAccount<T>(
  { database: { db } }: Around,
  account: AccountId,
  work: (db: Tx) => Promise<T>,
): Promise<T> {
  return withAccount(db, account, work);
}

/** What is at Stripe now, and what that comes from. */
export async function clearingNow(db: Tx): Promise<CardClearing> {
  const sums = await sumClearing(db);
  return { ...sums, clearing: clearingOf(sums) };
}

export async function payoutsOf(db: Tx, part: Part) {
  return pagePayouts(db, cardPayouts, part);
}

export async function payoutOf(db: Tx, id: string): Promise<CardPayoutRecord> {
  const found = await readPayout(db, cardPayouts, id);
  if (!found) throw new Failure('notFound');
  return found;
}

export async function feesOfPeriod(db: Tx, period: BookPeriod, part: Part) {
  return pageFees(db, cardMovements, period, part);
}

export async function payoutLines(db: Tx, payout: string, part: Part) {
  return pagePayoutLines(db, cardMovements, payout, part);
}
