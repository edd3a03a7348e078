import { hardConstraints, softConstraints } from './constraints.ts';
import type { Violation } from './hard-rules.ts';
import type { Schedule, Problem } from './problem.ts';
import type { SoftRule } from './soft-rules.ts';
import { viewSchedule } from './walk.ts';

export type Evaluation = {
  readonly violations: readonly Violation[];
  readonly costs: Readonly<Record<SoftRule, number>>;
  readonly total: number;
};

/** Slow and obvious: every rule of the table, read from the schedule alone. The optimiser's own sums are held equal to it. */
export function evaluate(problem: Problem, schedule: Schedule): Evaluation {
  const view = viewSchedule(problem, schedule);
  const costs = Object.fromEntries(softConstraints.map(({ name, cost }) => [name, cost(view)]));
  return {
    violations: hardConstraints.flatMap(({ violations }) => violations(view)),
    costs: costs as Record<SoftRule, number>,
    total: Object.values(costs).reduce((sum, cost) => sum + cost, 0),
  };
}

/** The total alone, for whoever knows that the rules are kept. */
export function totalCost(problem: Problem, schedule: Schedule): number {
  const view = viewSchedule(problem, schedule);
  return softConstraints.reduce((sum, { cost }) => sum + cost(view), 0);
}
