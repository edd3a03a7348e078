import type { Schedule, Problem } from '@muster/domain/scheduling/problem';

import type { Options, Result, Run } from './solve.ts';
import { finish, startRun } from './solve.ts';

/** Inserts what is unplaced into the schedule; nothing that is planned moves, neither to another technician nor in time. */
export function fillGaps(problem: Problem, schedule: Schedule, options: Options): Result {
  return finish(startFillGaps(problem, schedule, options));
}

export function startFillGaps(problem: Problem, schedule: Schedule, options: Options): Run {
  return startRun(holdStill(problem, schedule), { ...options, initial: schedule });
}

/** The same problem with every planned visit pinned where it is. */
export function holdStill(problem: Problem, schedule: Schedule): Problem {
  const held = new Map<string, { technicians: string[]; start: number }>();
  for (const { technician, stops } of schedule.routes) {
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
