import { evaluate } from '@muster/domain/scheduling/evaluate';
import { sampleProblem } from '@muster/optimiser/samples/problem';
import { solve } from '@muster/optimiser/solve';
import { assert, integer, property, record } from 'fast-check';

/** The long form of the test in packages/optimiser: no rule broken in 10,000 generated problems. */
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
      const { violations, total } = evaluate(problem, schedule);
      if (violations.length > 0) throw new Error(JSON.stringify(violations));
      if (cost !== total) throw new Error(`the optimiser says ${cost}, the evaluator ${total}`);
      visits += dimensions.visits;
      placed += dimensions.visits - schedule.unplaced.length;
    }),
    { numRuns: runs },
  );
  return { problems: runs, placed, visits };
}
