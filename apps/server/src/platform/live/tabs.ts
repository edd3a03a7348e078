import { holderOf, LEASE_MS } from '@muster/domain/presence/rules';
import type { PresentPerson, TabPresence } from '@muster/domain/presence/schema';

/** Whose a tab is. */
export interface TabOwner {
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
