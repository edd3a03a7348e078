import { DAY_MS, HOUR_MS } from '@muster/domain/values/minutes';
import type { WantedRoads } from '@muster/domain/dispatch/roads/rules';
import type { RoadState } from '@muster/domain/dispatch/roads/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { positionOf } from '@muster/domain/values/travel';
import { withAccount } from '../../../platform/db/account.ts';
import { logFault } from '../../../platform/db/connection-errors.ts';
import type { Platform } from '../../../platform/deps.ts';
import { channelOf, tellOf } from '../../../platform/live/event-log.ts';
import type { Look } from '../../../platform/live/board-reads.ts';
import type { DriveTable, Answer, Routing } from '../../../platform/routing.ts';
import { createRouting } from '../../../platform/routing.ts';
import { daysOf } from '../board/service.ts';
import { missingRoads, ROADS } from './service.ts';
import type { Leg, TimeRow } from './store.ts';
import { forgetOldRoads, saveLine, saveTimes } from './store.ts';

/** Roads are built and closed: what is older is asked for again, and used until the answer comes. */
export const REFRESH_MS = 90 * DAY_MS;
/** What was not asked for again in this time is of no use to anybody. */
const FORGET_MS = 2 * REFRESH_MS;
const GATHER_MS = 500;
/** Changes come in crowds: a day that is dispatched, visits that are moved one after the other. */
const CROWD_MS = 2_000;
/** A board is read once and then followed, by somebody who looks at it all day. */
const WATCH_MS = 12 * HOUR_MS;
/** Days that people turn through. The latest count. */
const MOST_STRETCHES = 8;
const MOST_LINES = 5_000;
/** Browsers read again each time. */
const TELL_MS = 3_000;

export interface Roads {
  /** These drives are wanted for a map. */
  wantLines(account: AccountId, legs: readonly Leg[]): void;
  state(): RoadState;
  close(): Promise<void>;
}

/** The boards of an account that somebody of this process has looked at lately, and what they want drawn. */
interface Watch {
  readonly stretches: Map<string, Look & { readonly seen: number }>;
  readonly lines: Map<string, Leg>;
  readonly following: Promise<() => void>;
}

/**
 * Asks the routing service in the background for what the boards need that are being looked at: when they are read, and after every
 * change. Several processes may ask for the same: the answers are the same.
 */
export function startRoads({ database: { db }, live, log, looks, now, settings }: Platform): Roads {
  const { ROUTING_URL: url, ROUTING_TABLE: largest, ROUTING_AT_ONCE: atOnce } = settings;
  const off: RoadState = { state: 'off', since: null, problem: null };
  if (url === undefined) return { wantLines: () => {}, state: () => off, close: async () => {} };
  const routing = createRouting(settings, { url, log, now });
  const watches = new Map<AccountId, Watch>();
  /** Whose turn comes in a moment, and whose has come. */
  const waking = new Map<AccountId, NodeJS.Timeout>();
  const due = new Set<AccountId>();
  const filling = new Map<AccountId, Promise<void>>();
  const closing = new AbortController();
  const stopHearing = looks.hear((look) => {
    const { stretches } = watchOf(look.account);
    const key = `${look.from} ${look.to}`;
    stretches.delete(key);
    stretches.set(key, { ...look, seen: performance.now() });
    for (const oldest of [...stretches.keys()].slice(0, -MOST_STRETCHES)) stretches.delete(oldest);
    wake(look.account);
  });

  return {
    wantLines(account, legs) {
      const { lines } = watchOf(account);
      for (const leg of legs) if (lines.size < MOST_LINES) lines.set(leg.join(' '), leg);
      if (legs.length > 0) wake(account);
    },
    state() {
      const { since, ...rest } = routing.state();
      return { ...rest, since: since === null ? null : new Date(since).toISOString() };
    },
    async close() {
      stopHearing();
      closing.abort();
      waking.forEach((timer) => clearTimeout(timer));
      routing.close();
      await Promise.all(filling.values());
      for (const { following } of watches.values()) (await following)();
    },
  };

  function watchOf(account: AccountId): Watch {
    return watches.getOrInsertComputed(account, () => ({
      stretches: new Map(),
      lines: new Map(),
      following: follow(account),
    }));
  }

  async function follow(account: AccountId): Promise<() => void> {
    const onChange = () => wake(account, CROWD_MS);
    const follower = { onStart: () => {}, onEvent: onChange, onReadAgain: onChange };
    try {
      return await live.follow(channelOf(account), undefined, follower);
    } catch (error) {
      // Then the next read of a board begins anew.
      logFault(log, error, 'Couldn’t follow changes to update road times.');
      watches.delete(account);
      return () => {};
    }
  }

  function wake(account: AccountId, afterMs = GATHER_MS): void {
    if (waking.has(account) || closing.signal.aborted) return;
    const begin = () => {
      waking.delete(account);
      due.add(account);
      next();
    };
    waking.set(account, setTimeout(begin, afterMs).unref());
  }

  /** Begins with whoever has waited longest, as far as there are turns. */
  function next(): void {
    for (const account of due) {
      if (filling.size >= atOnce || closing.signal.aborted) return;
      if (filling.has(account)) continue;
      due.delete(account);
      const end = fill(account)
        .catch((error: unknown) => logFault(log, error, 'Couldn’t save road times.'))
        .finally(() => {
          filling.delete(account);
          next();
        });
      filling.set(account, end);
    }
  }

  async function fill(account: AccountId): Promise<void> {
    const watch = watches.get(account);
    if (watch === undefined) return;
    const isOver = ({ seen }: { seen: number }) => performance.now() - seen > WATCH_MS;
    for (const [key, stretch] of watch.stretches) if (isOver(stretch)) watch.stretches.delete(key);
    if (watch.stretches.size === 0 && watch.lines.size === 0) {
      watches.delete(account);
      (await watch.following)();
      return;
    }
    const isDone = await withTelling(account, async (kept) => {
      for (const stretch of watch.stretches.values()) if (!(await fillTimes(stretch, kept))) return false;
      return fillLines(account, watch.lines, kept);
    });
    if (!isDone) wake(account, Math.max(GATHER_MS, routing.pause()));
  }

  /** Tells the account's streams of what was kept: now and then, and at the end. */
  async function withTelling(
    account: AccountId,
    work: (kept: () => Promise<void>) => Promise<boolean>,
  ): Promise<boolean> {
    let told = performance.now();
    let isNews = false;
    const tell = async () => {
      told = performance.now();
      isNews = false;
      await withAccount(db, account, async (db) =>
        tellOf(db, channelOf(account), { event: ROADS, id: account }),
      );
    };
    const isDone = await work(async () => {
      isNews = true;
      if (performance.now() - told > TELL_MS) await tell();
    });
    if (isNews) await tell();
    return isDone;
  }

  /** False where the service does not answer: later, then. */
  async function fillTimes({ account, from, to }: Look, kept: () => Promise<void>): Promise<boolean> {
    const since = new Date(now() - REFRESH_MS);
    const { tables, wanted } = await withAccount(db, account, async (db) =>
      missingRoads(db, await daysOf(db, from, to), { largest, since }),
    );
    for (const places of tables) {
      const answer = await askTable(routing, places);
      if (answer === 'later') return false;
      const rows = timesOf(wanted, answer.places, places, answer.table);
      await withAccount(db, account, (db) => saveTimes(db, rows, new Date(now())));
      await kept();
    }
    if (tables.length > 0)
      await withAccount(db, account, (db) => forgetOldRoads(db, new Date(now() - FORGET_MS)));
    return true;
  }

  async function fillLines(
    account: AccountId,
    lines: Map<string, Leg>,
    kept: () => Promise<void>,
  ): Promise<boolean> {
    for (const [key, leg] of lines) {
      const answer = await routing.line(positionOf(leg[0]), positionOf(leg[1]));
      if (answer === 'later') return false;
      const line = answer === 'no way' ? null : answer.found;
      await withAccount(db, account, (db) => saveLine(db, leg, line, new Date(now())));
      lines.delete(key);
      await kept();
    }
    return true;
  }
}

interface Asked {
  /** Those that a road leads to. */
  readonly places: readonly number[];
  readonly table: DriveTable;
}

const nothing: DriveTable = { seconds: [], metres: null };

/** One place without a road makes the service refuse a whole table: it is found by halves, and left out. */
async function askTable(routing: Routing, places: readonly number[]): Promise<Asked | 'later'> {
  // A table of one place is none.
  const [only] = places;
  const asked = places.length === 1 ? [only!, only!] : places;
  const answer: Answer<DriveTable> = await routing.table(asked.map(positionOf));
  if (answer === 'later') return 'later';
  if (answer !== 'no way') return { places, table: answer.found };
  if (places.length <= 1) return { places: [], table: nothing };
  const middle = Math.ceil(places.length / 2);
  const reached: number[] = [];
  for (const half of [places.slice(0, middle), places.slice(middle)]) {
    const found = await askTable(routing, half);
    if (found === 'later') return 'later';
    reached.push(...found.places);
  }
  // Each of them has a road, and still there is none between them all.
  if (reached.length <= 1 || reached.length === places.length) return { places: [], table: nothing };
  return askTable(routing, reached);
}

/** What is wanted of a table. Places that were left out of it cannot be reached. */
function timesOf(
  { drives }: WantedRoads,
  places: readonly number[],
  asked: readonly number[],
  { seconds, metres }: DriveTable,
): TimeRow[] {
  const at = new Map(places.map((place, index) => [place, index]));
  const cell = (rows: DriveTable['metres'], origin: number, destination: number) =>
    rows?.[at.get(origin) ?? -1]?.[at.get(destination) ?? -1] ?? null;
  return asked.flatMap((origin) =>
    asked
      .filter((destination) => drives.get(origin)?.has(destination))
      .map((destination) => ({
        origin,
        destination,
        seconds: cell(seconds, origin, destination),
        metres: cell(metres, origin, destination),
      })),
  );
}
