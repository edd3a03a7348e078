import type { Plan, Problem } from '@muster/domain/scheduling/problem';

import type { Options, Result, Run } from './solve.ts';
import { finish, startRun } from './solve.ts';

/** Inserts what is unplaced into the plan; nothing that is planned moves, neither to another technician nor in time. */
export function fillGaps(problem: Problem, plan: Plan, options: Options): Result {
  return finish(startFillGaps(problem, plan, options));
}

export function startFillGaps(problem: Problem, plan: Plan, options: Options): Run {
  return startRun(holdStill(problem, plan), { ...options, initial: plan });
}

/** The same problem with every planned visit pinned where it is. */
export function holdStill(problem: Problem, plan: Plan): Problem {
  const held = new Map<string, { technicians: string[]; start: number }>();
  for (const { technician, stops } of plan.routes) {
    for (const { visit, start } of stops) {
      const pin = held.get(visit) ?? { technicians: [], start };
      pin.technicians.push(technician);
      held.set(visit, pin);
    }
  }
  return {
    ...problem,
    visits: problem.visits.map((visit) => {
      const pin = held.get(visit.id);
      return pin === undefined ? visit : { ...visit, pinned: pin };
    }),
  };
}
