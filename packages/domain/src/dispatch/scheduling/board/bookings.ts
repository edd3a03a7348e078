import type { BoardVisit, Booking, Bookings, ShiftPart, AssignmentRow } from './board.ts';

export const noBookings: Bookings = { list: [], busyUntil: [] };

/** A cancelled visit takes nobody's time, whatever is left of its assignments. */
export function bookingOf(
  { visit: id, start, end }: AssignmentRow,
  visits: ReadonlyMap<string, BoardVisit>,
): Booking[] {
  const visit = visits.get(id);
  return visit === undefined || visit.row.state === 'cancelled' ? [] : [{ id, start, end, visit }];
}

export function sortBookings(bookings: readonly Booking[]): Bookings {
  const list = bookings.toSorted((a, b) => a.start - b.start || a.end - b.end || (a.id < b.id ? -1 : 1));
  let latest = -Infinity;
  return { list, busyUntil: list.map(({ end }) => (latest = Math.max(latest, end))) };
}

/** What a visit would find around it in one technician's day. */
export type Neighbours = {
  readonly overlapping: readonly Booking[];
  /** The one that starts before it, or at the same time. */
  readonly before: Booking | undefined;
  /** The one that starts after it. */
  readonly after: Booking | undefined;
};

/** The visit's own booking, if it has one, is left out: the question is about another place for it. */
export function neighboursOf(
  { list, busyUntil }: Bookings,
  visit: string,
  start: number,
  end: number,
): Neighbours {
  const overlapping: Booking[] = [];
  const first = countBefore(list, start + 1);
  let at = first - 1;
  while (at >= 0 && isOf(list[at]!, visit)) at--;
  const before = list[at];
  // Nothing before this one reaches the visit once all have ended by then.
  for (; at >= 0 && busyUntil[at]! > start; at--) {
    const booking = list[at]!;
    if (booking.end > start && !isOf(booking, visit)) overlapping.push(booking);
  }
  overlapping.reverse();
  let next = first;
  while (next < list.length && isOf(list[next]!, visit)) next++;
  const after = list[next];
  for (; next < list.length && list[next]!.start < end; next++)
    if (!isOf(list[next]!, visit)) overlapping.push(list[next]!);
  return { overlapping, before, after };
}

/** The bookings of one part of a shift, without those of one visit. One that begins before the part may run into it. */
export function bookingsOfPart(
  { list, busyUntil }: Bookings,
  part: ShiftPart,
  parts: readonly ShiftPart[],
  without?: string,
): Booking[] {
  const isOwn = ({ start, end }: Booking): boolean =>
    start >= part.start || spanAround(parts, start, end) === part;
  const found: Booking[] = [];
  let first = countBefore(list, part.start);
  while (first > 0 && busyUntil[first - 1]! > part.start) first--;
  for (let i = first; i < list.length && list[i]!.start < part.latestEnd; i++)
    if (isOwn(list[i]!) && !isOf(list[i]!, without)) found.push(list[i]!);
  return found;
}

/** Whether somebody drives between a visit in that part and the other one: in the same part, or if one lies outside every shift. */
export function drivesBetween(
  parts: readonly ShiftPart[],
  part: ShiftPart | undefined,
  { start, end }: Booking,
): boolean {
  const other = spanAround(parts, start, end);
  return part === undefined || other === undefined || part === other;
}

function isOf(booking: Booking, visit: string | undefined): boolean {
  return booking.id === visit;
}

/** How many of the items, which are in order of their starts, start before that moment. */
export function countBefore(items: readonly { readonly start: number }[], at: number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (items[middle]!.start < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The last item that starts at that moment or before; undefined where there is none. */
export function lastStarted<T extends { readonly start: number }>(
  items: readonly T[],
  at: number,
): T | undefined {
  return items[countBefore(items, at + 1) - 1];
}

/** The one in which the visit starts, or else the one that it runs into. Overtime belongs to the span before it. */
export function spanAround<T extends { readonly start: number; readonly latestEnd: number }>(
  spans: readonly T[],
  start: number,
  end: number,
): T | undefined {
  const next = countBefore(spans, start + 1);
  const current = spans[next - 1];
  if (current !== undefined && start < current.latestEnd) return current;
  const following = spans[next];
  return following !== undefined && following.start < end ? following : undefined;
}
