import { logFault } from '../db/connection-errors.ts';
import { randomUUID } from 'node:crypto';
import { holderOf, LEASE_MS } from '@muster/domain/dispatch/presence/rules';
import type { PresentPerson, TabPresence } from '@muster/domain/dispatch/presence/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Logger } from 'pino';
import { unavailable } from '../http/answers/errors.ts';
import type { LiveHub } from './hub.ts';

type Tell = (people: readonly PresentPerson[]) => void;

/** Who of the office is on the board. It is in the memory of the processes alone: nothing of it is numbered, stored or logged. */
export interface Presence {
  /** Tells every process what a tab says of itself. Answers who else holds what the tab wants to hold. */
  say(account: AccountId, owner: TabOwner, tab: TabPresence): Promise<PresentPerson | undefined>;
  /** A stream of a session is open here: it is told who is there, now and whenever that changes. Returns a function that ends it. */
  join(account: AccountId, session: string, tell: Tell): () => void;
  close(): void;
}

/** What is known of an account, and the streams of it that are open here. */
interface AccountPresence {
  known: readonly KnownTab[];
  streams: Map<Tell, string>;
  /** What the streams were told last. */
  told: string;
}

/** A notice of at most 8,000 bytes, which the tabs of one session never need. */
interface Broadcast {
  account: string;
  owner: TabOwner;
  tabs: TabPresence[];
  /** Of what a tab said; without one, a process repeats the tabs of a session. */
  id?: string;
}

/** Each process repeats whose streams it holds. Others notice within the grace that it has ended. */
const REPEAT_MS = 5_000;
/** How late the end of a hold is told. */
const LOOK_MS = 500;
/** What was said is heard within some milliseconds, unless the line to the database is being made again. */
const ECHO_MS = 2_000;

export function createPresence({
  live,
  log,
  now,
}: {
  live: LiveHub;
  log: Logger;
  now: () => number;
}): Presence {
  const accounts = new Map<string, AccountPresence>();
  const waiting = new Map<string, (holder: PresentPerson | undefined) => void>();
  const stops = [live.onBroadcast(hear), live.onSessionEnd(forget)];
  const timers = [setInterval(repeat, REPEAT_MS).unref(), setInterval(look, LOOK_MS).unref()];

  return {
    async say(account, owner, tab) {
      const id = randomUUID();
      const { promise, resolve, reject } = Promise.withResolvers<PresentPerson | undefined>();
      waiting.set(id, resolve);
      const late = setTimeout(() => reject(unavailable(1)), ECHO_MS);
      try {
        // Together, because a database that is slow must not leave a refusal without anybody who hears it.
        const [, holder] = await Promise.all([
          live.broadcast([JSON.stringify({ account, owner, tabs: [tab], id } satisfies Broadcast)]),
          promise,
        ]);
        return holder;
      } finally {
        clearTimeout(late);
        waiting.delete(id);
      }
    },
    join(account, session, tell) {
      const present = ofAccount(account);
      present.streams.set(tell, session);
      tell(peopleIn(present.known, now()));
      return () => present.streams.delete(tell);
    },
    close() {
      for (const stop of stops) stop();
      for (const timer of timers) clearInterval(timer);
    },
  };

  function ofAccount(account: string): AccountPresence {
    return accounts.getOrInsertComputed(account, () => ({ known: [], streams: new Map(), told: '[]' }));
  }

  function hear(payload: string): void {
    try {
      const { account, owner, tabs, id } = JSON.parse(payload) as Broadcast;
      const { known } = ofAccount(account);
      const said = tabs.map((tab): Said => Object.assign(tab, owner));
      const [first] = said as [Said];
      put(account, id === undefined ? afterRepeated(known, said, now()) : afterSaid(known, first, now()));
      if (id !== undefined && first.held_visit === null) waiting.get(id)?.(undefined);
      else if (id !== undefined) waiting.get(id)?.(holderIn(account, first));
    } catch (error) {
      // Anybody who can sign in to the database can send anything on the channel.
      log.warn({ err: error }, 'A broadcast could not be read.');
    }
  }

  function holderIn(account: string, { held_visit, user_id }: Said): PresentPerson | undefined {
    return holderOf(peopleIn(ofAccount(account).known, now()), held_visit!, user_id);
  }

  function put(account: string, known: readonly KnownTab[]): void {
    const present = ofAccount(account);
    present.known = known;
    const people = peopleIn(known, now());
    const told = JSON.stringify(people);
    if (told !== present.told) for (const tell of present.streams.keys()) tell(people);
    present.told = told;
    if (known.length === 0 && present.streams.size === 0) accounts.delete(account);
  }

  /** A session that was ended has left at once. */
  function forget(ended: string): void {
    for (const [account, { known }] of accounts)
      put(
        account,
        known.filter(({ session }) => session !== ended),
      );
  }

  function look(): void {
    for (const [account, { known }] of accounts) put(account, stillHere(known, now()));
  }

  /** Says again who has a stream here and a tab on the board. */
  function repeat(): void {
    const payloads = [...accounts].flatMap(([account, { known, streams }]) =>
      [...new Set(streams.values())]
        .map((session) => known.filter((one) => one.session === session))
        .filter((ofSession) => ofSession.some(({ days }) => days !== null))
        .map((ofSession) => JSON.stringify(repeated(account, ofSession))),
    );
    if (payloads.length === 0) return;
    live
      .broadcast(payloads)
      .catch((error: unknown) => logFault(log, error, 'Who is here could not be repeated.'));
  }
}

function repeated(account: string, ofSession: readonly KnownTab[]): Broadcast {
  const { session, user_id, name } = ofSession.at(-1)!;
  const tabs = ofSession.map(({ tab, days, open_visit }) => ({ tab, days, open_visit, held_visit: null }));
  return { account, owner: { session, user_id, name }, tabs };
}

/** Whose a tab is. */
interface TabOwner {
  readonly session: string;
  readonly user_id: string;
  readonly name: string;
}

/** What a tab says of itself. */
export type Said = TabOwner & TabPresence;

/** A tab, as it was last heard of. Those of an account are in the order in which they spoke. */
export type KnownTab = Said & { readonly seenAt: number; readonly heldUntil: number };

/** Tabs sleep and lines break: only after this long without an open stream has somebody left. */
export const GRACE_MS = 45_000;
/** More than the boards that one browser has open. */
const MOST_TABS = 8;

/** After a tab has spoken. What somebody else holds it does not get; all processes hear in one order, so all agree on who was first. */
export function afterSaid(known: readonly KnownTab[], said: Said, now: number): KnownTab[] {
  const isTaken =
    said.held_visit !== null && holderOf(peopleIn(known, now), said.held_visit, said.user_id) !== undefined;
  const others = known.filter((one) => !isSame(one, said));
  const ofSession = others.filter(({ session }) => session === said.session);
  const forgotten = ofSession.length >= MOST_TABS ? ofSession[0] : undefined;
  const held_visit = isTaken ? null : said.held_visit;
  return [
    ...others.filter((one) => one !== forgotten),
    { ...said, held_visit, seenAt: now, heldUntil: now + LEASE_MS },
  ];
}

/**
 * After a process has repeated the tabs of a session whose stream it holds. It may be behind what the tabs have said elsewhere, so it
 * adds only those that were not heard of yet; and a hold is renewed by its tab alone.
 */
export function afterRepeated(
  known: readonly KnownTab[],
  repeated: readonly Said[],
  now: number,
): KnownTab[] {
  const unknown = repeated.filter((said) => !known.some((one) => isSame(one, said)));
  const isRepeated = (one: KnownTab) => repeated.some(({ session }) => session === one.session);
  return [
    ...unknown.map((said): KnownTab => Object.assign({ seenAt: now, heldUntil: now }, said)),
    ...known.map((one): KnownTab => (isRepeated(one) ? Object.assign({}, one, { seenAt: now }) : one)),
  ];
}

export function stillHere(known: readonly KnownTab[], now: number): KnownTab[] {
  return known.filter(({ seenAt }) => now - seenAt <= GRACE_MS);
}

/** Everybody on the board, once: whoever has several tabs looks at what the latest says, and holds what any of them holds. */
export function peopleIn(known: readonly KnownTab[], now: number): PresentPerson[] {
  const people = new Map<string, PresentPerson>();
  for (const { user_id, name, days, open_visit, held_visit, heldUntil } of stillHere(known, now)) {
    if (days === null) continue;
    const held = heldUntil > now ? held_visit : null;
    const ofAnother = people.get(user_id)?.held_visit ?? null;
    people.set(user_id, { user_id, name, days, open_visit, held_visit: held ?? ofAnother });
  }
  return [...people.values()].toSorted(
    (a, b) => a.name.localeCompare(b.name) || a.user_id.localeCompare(b.user_id),
  );
}

function isSame(a: Said, b: Said): boolean {
  return a.session === b.session && a.tab === b.tab;
}
