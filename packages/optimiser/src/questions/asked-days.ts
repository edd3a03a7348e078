import { blockedBy } from '@muster/domain/scheduling/hard-rules';
import type { Schedule, Visit } from '@muster/domain/scheduling/problem';

import { compileDays } from '../hold/technician-days.ts';
import type { Compiled } from '../model/compiled.ts';
import { noNeighbours } from '../near/neighbours.ts';
import { fillRoute } from '../schedule/edit.ts';
import type { Work } from '../schedule/work.ts';
import { createWork } from '../schedule/work.ts';
import { createRandom } from '../search/random.ts';
import { timing } from '../times/timing.ts';
import type { HeldSchedule } from './held-schedule.ts';
import { daysOf } from './held-schedule.ts';

/** One technician's days laid out for a question about one visit. */
export type AskedDays = {
  readonly technician: string;
  readonly compiled: Compiled;
  readonly work: Work;
  /** The (first) node of the visit. */
  readonly node: number;
};

/** Everybody who may do the visit and has a shift when it may be done. `among`: only they are asked. */
export function askedDays(held: HeldSchedule, visit: Visit, among?: readonly string[]): AskedDays[] {
  const asked = among && new Set(among);
  const current = currentOf(held, visit);
  return held.problem.technicians.flatMap((technician) => {
    if (asked?.has(technician.id) === false || blockedBy(visit, technician) !== undefined) return [];
    const days = daysOf(held, technician, visit.id);
    const open = days.open.filter(({ shift }) =>
      isPossible(visit, shift.start, shift.latestEnd ?? shift.end),
    );
    if (open.length === 0) return [];
    const share =
      held.shares.get(technician.id)! - days.stops.reduce((sum, stop) => sum + stop.visit.duration, 0);
    const counted = open
      .flatMap(({ inside }) => inside)
      .reduce((sum, { start, end }) => sum + end - start, 0);
    const compiled = compileDays(held.problem, { ...days, open }, { visit, current, share: share + counted });
    const node = compiled.nodeOf.at(-1)!;
    const { model } = compiled;
    const work = createWork(model, noNeighbours(model), createRandom(0), timing);
    let first = 0;
    open.forEach(({ inside }, r) => {
      const nodes = inside.map(() => first++);
      if (nodes.length > 0) fillRoute(work, r, nodes);
    });
    return [{ technician: technician.id, compiled, work, node }];
  });
}

function isPossible({ windows, pinned }: Visit, start: number, end: number): boolean {
  const times = pinned === undefined ? windows : [{ start: pinned.start, end: pinned.start }];
  return times.some((window) => window.start <= end && window.end >= start);
}

/** Of the schedule in force as much as tells whether the visit would move. */
function currentOf({ problem }: HeldSchedule, { id }: Visit): Schedule | undefined {
  const routes = (problem.current?.routes ?? []).flatMap((route) => {
    const stops = route.stops.filter(({ visit }) => visit === id);
    return stops.length === 0 ? [] : [{ ...route, stops }];
  });
  return routes.length === 0 ? undefined : { routes, unplaced: [] };
}
