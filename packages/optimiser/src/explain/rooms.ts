import type {
  Problem,
  Route,
  Technician,
  TravelMatrix,
  Visit,
  Window,
} from '@muster/domain/dispatch/scheduling/problem';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';

/** Between two stops of a route, or one and the start or end of the shift: no breaks and no longest duration considered. */
export type Room = {
  readonly from: number;
  readonly to: number;
  /** Earliest departure there, and latest arrival here. */
  readonly leave: number;
  readonly arrive: number;
};

/** Every room in the days of one technician whose routes keep the rules, by shift. */
export function roomsOf(
  problem: Problem,
  { shifts, profile }: Technician,
  routes: readonly Route[],
): Room[][] {
  const matrix = problem.travel[profile ?? 0];
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  return shifts.map((shift) => {
    const stops = routes.find((route) => route.shift === shift.id)?.stops ?? [];
    const nodes = stops.map((stop) => visits.get(stop.visit)!);
    const places = [shift.startPlace, ...nodes.map(({ place }) => place), shift.endPlace];
    const leave = [shift.start];
    nodes.forEach((visit, i) => {
      const start = soonest(visit, leave[i]! + travelTime(matrix, places[i]!, places[i + 1]!));
      leave.push(start + visit.duration);
    });
    const arrive = [shift.latestEnd ?? shift.end];
    nodes.toReversed().forEach((visit, i) => {
      const at = nodes.length - i;
      const drive = travelTime(matrix, places[at]!, places[at + 1]!);
      arrive.unshift(latest(visit, arrive[0]! - drive - visit.duration));
    });
    return leave.map((time, i) => ({
      from: places[i]!,
      to: places[i + 1]!,
      leave: time,
      arrive: arrive[i]!,
    }));
  });
}

/** Whether the visit could be done there if nothing but windows and drives mattered: quick to ask, and never wrong to deny. */
export function mayHold(
  { from, to, leave, arrive }: Room,
  visit: Visit,
  matrix: TravelMatrix | undefined,
): boolean {
  const start = soonest(visit, leave + travelTime(matrix, from, visit.place));
  return start + visit.duration + travelTime(matrix, visit.place, to) <= arrive;
}

function soonest(visit: Visit, time: number): number {
  const window = windowsOf(visit).find(({ end }) => time <= end);
  return window === undefined ? Infinity : Math.max(time, window.start);
}

function latest(visit: Visit, time: number): number {
  const window = windowsOf(visit).findLast(({ start }) => start <= time);
  return window === undefined ? -Infinity : Math.min(time, window.end);
}

function windowsOf({ pinned, windows }: Visit): readonly Window[] {
  return pinned === undefined ? windows : [{ start: pinned.start, end: pinned.start }];
}
