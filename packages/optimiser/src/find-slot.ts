import { crewSize } from '@muster/domain/scheduling/crew';
import type { Schedule, Problem, Visit } from '@muster/domain/scheduling/problem';

import type { Compiled } from './model/compiled.ts';
import { layOut } from './schedule/lay-out.ts';
import { slotReasons } from './explain/slot-reasons.ts';
import { holdStill } from './fill-gaps.ts';
import { possibleCrews } from './moves/place-crew.ts';
import { feasiblePositions } from './schedule/positions.ts';
import { drive } from './model/travel.ts';
import type { Work } from './schedule/work.ts';

/** Where a visit could go, and why it is a good place. */
export type Slot = {
  readonly technicians: readonly string[];
  /** Shift of each technician. */
  readonly shifts: readonly string[];
  readonly start: number;
  /** What it adds to the schedule's cost, and to its driving. */
  readonly cost: number;
  readonly driving: number;
  readonly reasons: readonly string[];
};

const MOST_SLOTS = 5;

/** The best places for one visit with everything else standing still; the cheapest first. */
export function findSlots(
  problem: Problem,
  schedule: Schedule,
  visitId: string,
  unitsPerMinute: number,
): Slot[] {
  const visit = problem.visits.find(({ id }) => id === visitId);
  if (visit === undefined) return [];
  const others = withoutVisit(schedule, visitId);
  const { compiled, work } = layOut(holdStill(problem, others), others);
  const node = compiled.nodeOf[compiled.problem.visits.findIndex(({ id }) => id === visitId)]!;
  const options = crewSize(visit) > 1 ? crewOptions(compiled, work, node) : options1(compiled, work, node);
  const best = options.sort((a, b) => a.cost - b.cost || a.start - b.start).slice(0, MOST_SLOTS);
  return best.map((option) => {
    const reasons = slotReasons(problem, visit, option, unitsPerMinute);
    return Object.assign(option, { reasons });
  });
}

type Option = Omit<Slot, 'reasons'>;

function options1({ problem, technicianOf, shiftOf, zero }: Compiled, work: Work, node: number): Option[] {
  return feasiblePositions(work, node).map(({ route, start, cost, driving }) => ({
    technicians: [problem.technicians[technicianOf[route]!]!.id],
    shifts: [shiftOf[route]!.id],
    start: zero + start,
    cost,
    driving,
  }));
}

function crewOptions({ problem, technicianOf, shiftOf, zero }: Compiled, work: Work, node: number): Option[] {
  const { model, state } = work;
  return possibleCrews(work, node).map(({ start, seats, cost }) => {
    const routes = seats.map(({ follow }) => state.route[follow]!);
    const legs = seats.map(({ follow }, k) => {
      const row = model.rich!.base[routes[k]!]! + model.place[node]! * model.places;
      const saved = state.size[routes[k]!] === 0 ? 0 : state.leg[follow]!;
      const out = model.travel[row + model.place[state.next[follow]!]!]!;
      return drive(model, routes[k]!, follow, node) + out - saved;
    });
    return {
      technicians: routes.map((r) => problem.technicians[technicianOf[r]!]!.id),
      shifts: routes.map((r) => shiftOf[r]!.id),
      start: zero + start,
      cost,
      driving: legs.reduce((sum, leg) => sum + leg, 0),
    };
  });
}

function withoutVisit(schedule: Schedule, id: Visit['id']): Schedule {
  return {
    routes: schedule.routes.map((route) => ({
      ...route,
      stops: route.stops.filter((stop) => stop.visit !== id),
    })),
    unplaced: [...new Set([...schedule.unplaced, id])],
  };
}
