import { hardConstraints, softConstraints } from './constraints.ts';
import type { Violation } from './hard-rules.ts';
import type { Plan, Problem } from './problem.ts';
import type { SoftRule } from './soft-rules.ts';
import { viewPlan } from './walk.ts';

export type Evaluation = {
  readonly violations: readonly Violation[];
  readonly costs: Readonly<Record<SoftRule, number>>;
  readonly total: number;
};

/** Slow and obvious: every rule of the table, read from the plan alone. The optimiser's own sums are held equal to it. */
export function evaluate(problem: Problem, plan: Plan): Evaluation {
  const view = viewPlan(problem, plan);
  const costs = Object.fromEntries(softConstraints.map(({ name, cost }) => [name, cost(view)]));
  return {
    violations: hardConstraints.flatMap(({ violations }) => violations(view)),
    costs: costs as Record<SoftRule, number>,
    total: Object.values(costs).reduce((sum, cost) => sum + cost, 0),
  };
}
