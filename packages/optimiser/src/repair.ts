import type { Schedule, Problem } from '@muster/domain/scheduling/problem';

import type { Options, Result, Run } from './solve.ts';
import { finish, startRun } from './solve.ts';
import type { Tuning } from './search/tuning.ts';
import { defaultTuning } from './search/tuning.ts';

/** Where the problem has no price for moving a visit, it is that of so many average drives. */
const MOVE_IN_LEGS = 0.25;

/** A good schedule is mended in smaller steps than a new one is made, and cooled evenly: kept warm for long, it would be lost on the way. */
const { usualRich, hurriedRich } = defaultTuning();
const gentle: Partial<Tuning> = {
  usualRich: { ...usualRich, lingers: 1, removed: 8 },
  hurriedRich: { ...hurriedRich, hottest: 1, coldest: 0.04, lingers: 1, leastStrings: 1 },
};

/**
 * Mends a schedule after a disruption (a technician out, an urgent visit, an overrun): whatever still keeps the rules is
 * taken over, the rest finds a new place, and visits move only where that saves more than moving costs.
 */
export function repair(problem: Problem, schedule: Schedule, options: Options): Result {
  return finish(startRepair(problem, schedule, options));
}

export function startRepair(problem: Problem, schedule: Schedule, options: Options): Run {
  const priced = averageLeg(problem, schedule) * problem.weights.travel * MOVE_IN_LEGS;
  const moved = problem.weights.moved || Math.ceil(priced);
  const disturbed: Problem = { ...problem, current: schedule, weights: { ...problem.weights, moved } };
  return startRun(disturbed, { ...options, initial: schedule, tuning: { ...gentle, ...options.tuning } });
}

function averageLeg(problem: Problem, schedule: Schedule): number {
  const place = new Map(problem.visits.map((visit) => [visit.id, visit.place]));
  const matrix = problem.travel[0]!;
  let sum = 0;
  let legs = 0;
  for (const { stops } of schedule.routes) {
    for (let i = 1; i < stops.length; i++) {
      const from = place.get(stops[i - 1]!.visit);
      const to = place.get(stops[i]!.visit);
      if (matrix === undefined || from === undefined || to === undefined) continue;
      sum += matrix.times[from * matrix.places + to]!;
      legs++;
    }
  }
  return legs === 0 ? 0 : Math.ceil(sum / legs);
}
