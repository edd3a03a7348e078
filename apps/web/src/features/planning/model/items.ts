import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { Item } from '../api.ts';

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
  return row ? `${row.customer}, ${row.site.suburb}` : 'A visit that is not here any more';
}
