import type { Problem, Route, TakenBreak, Technician, Visit } from '@muster/domain/scheduling/problem';
import { travelTime } from '@muster/domain/scheduling/walk';

/** The breaks of a route without those behind its last visit that are not due: whoever is home before has none to take. */
export function neededBreaks(
  { travel }: Problem,
  { profile, shifts }: Technician,
  visits: ReadonlyMap<string, Visit>,
  { shift: id, stops, breaks }: Route,
): readonly TakenBreak[] {
  const shift = shifts.find((each) => each.id === id);
  const last = stops.at(-1);
  const visit = last && visits.get(last.visit);
  if (shift === undefined || last === undefined || visit === undefined) return breaks;
  const home = travelTime(travel[profile ?? 0], visit.place, shift.endPlace);
  const end = last.start + visit.duration;
  let leave = end;
  return breaks.filter(({ rule, start }) => {
    const { latest = -Infinity, duration = 0 } = shift.breaks?.[rule] ?? {};
    if (start >= end && leave + home <= latest) return false;
    leave = Math.max(leave, start + duration);
    return true;
  });
}
