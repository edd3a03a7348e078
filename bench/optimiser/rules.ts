import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { newViolations } from '@muster/optimiser/samples/new-violations';
import { sampleProblem } from '@muster/optimiser/samples/problem';
import { solve } from '@muster/optimiser/solve';
import { assert, integer, property, record } from 'fast-check';

/** No rule is broken in 10,000 generated problems, but by visits that are pinned where they break one. */
export function checkRules(runs: number): {
  readonly problems: number;
  readonly placed: number;
  readonly visits: number;
} {
  let placed = 0;
  let visits = 0;
  const size = record({
    technicians: integer({ min: 1, max: 8 }),
    visits: integer({ min: 0, max: 30 }),
    days: integer({ min: 1, max: 3 }),
  });
  assert(
    property(integer(), size, integer({ min: 1, max: 150 }), (seed, dimensions, iterations) => {
      const problem = sampleProblem(seed, dimensions);
      const { schedule, cost } = solve(problem, { seed, stop: { iterations } });
      const { total } = evaluate(problem, schedule);
      const violations = newViolations(problem, schedule);
      if (violations.length > 0) throw new Error(JSON.stringify(violations));
      if (cost !== total) throw new Error(`the optimiser says ${cost}, the evaluator ${total}`);
      visits += dimensions.visits;
      placed += dimensions.visits - schedule.unplaced.length;
    }),
    { numRuns: runs },
  );
  return { problems: runs, placed, visits };
}
