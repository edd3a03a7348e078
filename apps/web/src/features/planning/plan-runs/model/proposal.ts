import type { Bookings } from '@muster/domain/work/assignments/schema';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { ShownProposal, Remedy, Proposal } from '@muster/domain/planning/proposals/schema';
import type { Difference, ShownPlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import type { Item } from '../api.ts';
import { daysInWords } from './ways.ts';

/** The changes to one technician's day; without a technician, what has no place. */
export interface ItemGroup {
  readonly technician: string | undefined;
  readonly items: readonly Item[];
}

/** What somebody may accept or leave. */
export function isOpen({ kind, accepted_at }: Pick<Item, 'kind' | 'accepted_at'>): boolean {
  return kind !== 'unplaced' && accepted_at === null;
}

/** Whose day an item is about: who would have the visit, or had it. */
function technicianOf({ before, after }: Item): string | undefined {
  return (after ?? before)?.technicians[0];
}

/**
 * How much an item asks of people, so that the dearest are read first: a customer without a visit, another face, another time. What
 * waited and is placed asks nothing of anybody.
 */
export function priceOf({ kind, before, after }: Item): number {
  if (kind === 'freed') return 3;
  if (kind !== 'moved') return 0;
  return before!.technicians.join() === after!.technicians.join() ? 1 : 2;
}

/** Open items by technician, the dearest first; then what has found no place. */
export function groupItems(items: readonly Item[]): ItemGroup[] {
  const groups = Map.groupBy(items.filter(isOpen), (item) => technicianOf(item)!);
  const sum = (list: readonly Item[]) => list.reduce((total, item) => total + priceOf(item), 0);
  const placed = [...groups]
    .map(([technician, list]) => ({
      technician,
      items: list.toSorted((a, b) => priceOf(b) - priceOf(a) || startOf(a).localeCompare(startOf(b))),
    }))
    .toSorted((a, b) => sum(b.items) - sum(a.items) || b.items.length - a.items.length);
  const unplaced = items.filter(({ kind }) => kind === 'unplaced');
  return unplaced.length > 0 ? [...placed, { technician: undefined, items: unplaced }] : placed;
}

function startOf({ before, after }: Item): string {
  return (after ?? before)!.starts_at;
}

/** How a visit is called. */
export function nameOf({ visits }: Board, id: string): string {
  const row = visits.get(id)?.row;
  return row ? `${row.customer}, ${row.site.suburb}` : 'A visit no longer on the board';
}

type Drawn = Pick<Difference, 'visit_id' | 'before' | 'after'> & { readonly isLeft?: boolean };

const nothing: readonly Drawn[] = [];

/** What is drawn on the board: the best so far, and then what can be accepted of the proposal. */
export function differenceOf(
  run: ShownPlanRun | undefined,
  proposal: ShownProposal | undefined,
  left: ReadonlySet<string>,
): readonly Drawn[] {
  if (proposal === undefined) return run?.best ?? nothing;
  if (proposal.state !== 'open') return nothing;
  return proposal.items.filter(isOpen).map(({ id, visit_id, before, after, unfit }) => ({
    visit_id,
    before,
    after,
    isLeft: unfit !== null || left.has(id),
  }));
}

/** What became of the items that were accepted, by kind: "2 visits moved, 4 back in the tray." */
export function acceptedInWords(items: readonly Pick<Item, 'kind'>[]): string {
  const counts = (['added', 'moved', 'freed'] as const)
    .map((kind) => ({ kind, count: items.filter((item) => item.kind === kind).length }))
    .filter(({ count }) => count > 0);
  const done = { added: 'planned', moved: 'moved', freed: 'back in the tray' };
  const parts = counts.map(({ kind, count }, at) => {
    const thing = at === 0 ? (count === 1 ? ' visit' : ' visits') : '';
    return `${count.toLocaleString('en-AU')}${thing} ${done[kind]}`;
  });
  return parts.length === 0 ? 'Nothing changed.' : `${parts.join(', ')}.`;
}

/** Whether customers may be mailed because of these items: what they were told, or are about to be, would be another time or none. */
export function mayMail({ visits }: Board, items: readonly Pick<Item, 'kind' | 'visit_id'>[]): boolean {
  return items.some(({ kind, visit_id }) => {
    const row = visits.get(visit_id)?.row;
    if (row === undefined) return false;
    const isDispatched = row.state === 'dispatched' || row.state === 'en route';
    return (kind === 'moved' && isDispatched) || (kind === 'freed' && (isDispatched || row.isTold === true));
  });
}

/** What is dispatched to somebody who is away. */
export function awayInWords(name: string, visits: number): string {
  return visits === 1
    ? `1 visit is dispatched to ${name}, who is away. It stays there until you call it back.`
    : `${visits} visits are dispatched to ${name}, who is away. They stay there until you call them back.`;
}

export function calledBackInWords(visits: number): string {
  return visits === 1 ? '1 visit called back.' : `${visits} visits called back.`;
}

/** What nobody has to agree to before: no overtime, no other window, no shorter visit. */
const free: ReadonlySet<Remedy['kind']> = new Set(['place', 'somebody else', 'another day', 'move out']);

/** A remedy as bookings of one command; nothing where it asks for more than that, or is about visits that are not at hand. */
export function bookingsOf(
  { visits }: Pick<BoardTables, 'visits'>,
  { kind, moves }: Remedy,
): Bookings['bookings'] | undefined {
  if (!free.has(kind)) return undefined;
  const versions = new Map(visits.map(({ id, version }) => [id, version]));
  const bookings = moves.flatMap(({ visit_id, technicians, starts_at }) => {
    const version = versions.get(visit_id);
    return version === undefined || starts_at === null ? [] : [{ visit_id, version, technicians, starts_at }];
  });
  return bookings.length === moves.length ? bookings : undefined;
}

type Decided = Pick<Proposal, 'from' | 'to' | 'state' | 'counts' | 'decided_by'>;

/** What a colleague has decided about a proposal, by name. What was planned again is told by the newer proposal. */
export function decisionInWords(proposal: Decided): string | undefined {
  const { state, counts, decided_by } = proposal;
  const who = decided_by === null ? 'Someone' : decided_by.name || 'A program';
  const what = `the proposal for ${daysInWords(proposal)}`;
  if (state === 'superseded') return undefined;
  if (state === 'rejected') return `${who} rejected ${what}.`;
  if (state === 'accepted') return `${who} accepted ${what}.`;
  return `${who} accepted ${what} in part: ${counts.accepted} of its visits are planned.`;
}
