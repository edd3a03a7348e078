import { DAY_MINUTES } from '@muster/domain/values/minutes';
import type { Visit } from '@muster/domain/dispatch/scheduling/problem';

import type { Slot } from '../../find-slot.ts';
import { slotsOf } from '../../find-slot.ts';
import type { HeldSchedule } from '../../questions/held-schedule.ts';
import type { Inquiry } from './inquiry.ts';
import type { Remedy } from './remedy.ts';

const MOST_DAYS = 14;

/** Somebody who is at work in the same time and was not planned with. */
export function withSomebodyElse({ source, wider }: Inquiry, visit: Visit): Remedy | undefined {
  if (wider === undefined) return undefined;
  const planned = new Set(
    source.problem.technicians
      .filter(({ id }) => visit.fixed === undefined || visit.fixed.includes(id))
      .map(({ id }) => id),
  );
  const others = wider.problem.technicians.map(({ id }) => id).filter((id) => !planned.has(id));
  const [slot] = slotsOf(wider, anybody(wider, visit), others);
  return slot && { code: 'somebody else', moves: [asMove(visit, slot)] };
}

/** The next day on which somebody has room at the same time of day. */
export function onAnotherDay({ wider }: Inquiry, visit: Visit): Remedy | undefined {
  if (wider === undefined) return undefined;
  const found = slotOnAnotherDay(wider, visit);
  return found && { code: 'another day', isAgreed: found.isAgreed, moves: [asMove(visit, found.slot)] };
}

export function slotOnAnotherDay(
  wider: HeldSchedule,
  visit: Visit,
): { readonly slot: Slot; readonly isAgreed: boolean } | undefined {
  const end = wider.horizon.end;
  const agreed = wider.visits.get(visit.id)?.windows ?? [];
  // What cannot be done on the days that were planned at all may have a day of its own.
  const [own] = visit.windows.length > 0 ? [] : slotsOf(wider, { ...anybody(wider, visit), windows: agreed });
  if (own !== undefined) return { slot: own, isAgreed: true };
  for (let days = 1; days <= MOST_DAYS; days++) {
    const windows = visit.windows.map((window) => ({
      start: window.start + days * DAY_MINUTES,
      end: window.end + days * DAY_MINUTES,
    }));
    if (windows.every(({ start }) => start > end)) return undefined;
    // A due date is what another day breaks first; it is for the dispatcher to weigh.
    const [slot] = slotsOf(wider, { ...anybody(wider, visit), windows });
    if (slot === undefined) continue;
    const isAgreed = agreed.some((window) => window.start <= slot.start && slot.start <= window.end);
    return { slot, isAgreed };
  }
  return undefined;
}

/** The first day on which somebody has room at any time of it: what is left where nothing that asks for less helps. */
export function atAnotherTime({ wider, held, now }: Inquiry, visit: Visit): Remedy | undefined {
  const where = wider ?? held;
  const { start, end } = where.horizon;
  const isClosed = visit.windows.length === 0;
  for (
    let from = isClosed ? start : start + DAY_MINUTES * Number(wider !== undefined);
    from < end;
    from += DAY_MINUTES
  ) {
    const windows = [{ start: Math.max(from, now), end: from + DAY_MINUTES - 1 }].filter(
      (one) => one.start <= one.end,
    );
    const [slot] = slotsOf(where, { ...anybody(where, visit), windows });
    if (slot !== undefined) return { code: 'another time', moves: [asMove(visit, slot)] };
  }
  return undefined;
}

export function asMove({ id }: Visit, { technicians, start }: Slot): Remedy['moves'][number] {
  return { visit: id, technicians, start };
}

/** Not only for those who were chosen; its place is numbered as the wider problem numbers places. */
function anybody({ visits }: HeldSchedule, visit: Visit): Visit {
  const { fixed: _, ...free } = visit;
  return { ...free, place: visits.get(visit.id)?.place ?? visit.place };
}
