import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Problem } from '@muster/domain/scheduling/problem';
import { defaultWeights } from '@muster/domain/scheduling/problem';
import { assert, integer, option, property, record } from 'fast-check';
import { expect, test } from 'vitest';

import { sampleDays } from './samples/days.ts';
import { samplePlain } from './plain/sample-plain.ts';
import { sampleProblem } from './samples/problem.ts';
import type { Result } from './solve.ts';
import { solve } from './solve.ts';
import { defaultTuning } from './search/tuning.ts';

const size = record({
  technicians: integer({ min: 1, max: 5 }),
  visits: integer({ min: 0, max: 18 }),
  days: integer({ min: 1, max: 2 }),
});

/** Every other problem without a longest duration. */
const longest = option(integer({ min: 100, max: 400 }), { nil: undefined, freq: 1 });

/** Ten thousand are run by bench/optimiser/rules.ts; these on every test run. */
const RUNS = 500;
/** Milliseconds: for a machine that has much else to do. */
const PATIENCE = 120_000;

/** No rule is broken, and the optimiser's own sum is the reference evaluator's. */
function expectSound(problem: Problem, { schedule, cost }: Result): void {
  const { violations, total } = evaluate(problem, schedule);
  expect(violations).toEqual([]);
  expect(cost).toBe(total);
}

test(
  'no schedule breaks a hard rule, and the optimiser’s own sum is the reference evaluator’s',
  () => {
    assert(
      property(integer(), size, integer({ min: 1, max: 150 }), (seed, dimensions, iterations) => {
        const problem = sampleProblem(seed, dimensions);
        expectSound(problem, solve(problem, { seed, stop: { iterations } }));
      }),
      // The example once had a break after the way home.
      { numRuns: RUNS, examples: [[-1_072_383_857, { technicians: 8, visits: 29, days: 3 }, 1]] },
    );
  },
  PATIENCE,
);

test(
  'plain problems, with schedules crossed or with rounds and recombination, keep the rules and their sums as well',
  () => {
    assert(
      property(integer(), integer({ min: 1, max: 12 }), longest, (seed, visits, maxDuration) => {
        const problem = samplePlain(seed, visits, maxDuration);
        for (const evolvePerTriple of [0, Infinity]) {
          expectSound(
            problem,
            solve(problem, {
              seed,
              stop: { iterations: 3000 },
              tuning: { evolvePerTriple },
            }),
          );
        }
      }),
      { numRuns: 100 },
    );
  },
  PATIENCE,
);

test(
  'so do rich problems with time for several annealings, and they can be repeated',
  () => {
    assert(
      property(integer(), integer({ min: 1, max: 12 }), (seed, visits) => {
        const problem = sampleProblem(seed, { technicians: 3, visits, days: 2 });
        const run = () => solve(problem, { seed, stop: { iterations: 4000 } });
        const result = run();
        expectSound(problem, result);
        expect(run()).toEqual(result);
      }),
      { numRuns: 40 },
    );
  },
  PATIENCE,
);

test('so does a run of several days that looks around more than once, and it can be repeated', () => {
  const { usual, hurriedRich } = defaultTuning();
  const inOrder = { ...usual, width: 5 };
  const byRegret = { ...hurriedRich, width: 5 };
  assert(
    property(integer(), (seed) => {
      const problem = sampleDays({ technicians: 3, visitsPerDay: 14, days: 3, seed });
      for (const pace of [inOrder, byRegret]) {
        const tuning = { widest: 10, usualRich: pace, hurriedRich: pace };
        const run = () => solve(problem, { seed, stop: { iterations: 5000 }, tuning });
        const result = run();
        expectSound(problem, result);
        expect(run()).toEqual(result);
      }
    }),
    { numRuns: 5 },
  );
});

test('a way that is too long for two bytes is not taken for a short one', () => {
  assert(
    property(integer(), (seed) => {
      const problem = samplePlain(seed, 8);
      for (const { times } of problem.travel)
        for (let i = 1; i < times.length; i += 5) if (times[i]! > 0) times[i]! += 65_536;
      expectSound(problem, solve(problem, { seed, stop: { iterations: 200 } }));
    }),
    { numRuns: 50 },
  );
});

test('the same seed and the same number of iterations give the same schedule', () => {
  const problem = sampleProblem(7, { technicians: 4, visits: 16, days: 2 });
  const once = solve(problem, { seed: 3, stop: { iterations: 500 } });
  const again = solve(problem, { seed: 3, stop: { iterations: 500 } });
  expect(again).toEqual(once);
});

test('no time at all is enough for a first schedule', () => {
  const problem = sampleProblem(7, { technicians: 4, visits: 16, days: 2 });
  const { schedule, iterations } = solve(problem, { seed: 3, stop: { milliseconds: 0, clock: () => 0 } });
  expect(iterations).toBe(0);
  expect(evaluate(problem, schedule).violations).toEqual([]);
});

test('visits that are worth a route only together get one, though the first schedule left them out', () => {
  const visits = 12;
  const times = Int32Array.from({ length: (visits + 1) ** 2 }, (_, at) => {
    const [from, to] = [Math.floor(at / (visits + 1)), at % (visits + 1)];
    return from === to ? 0 : from === 0 || to === 0 ? 100 : 1;
  });
  const plain = samplePlain(1, visits);
  const problem = {
    ...plain,
    travel: [{ places: visits + 1, times }],
    visits: plain.visits.map(({ id, place }) => ({
      id,
      place,
      duration: 1,
      windows: [{ start: 0, end: 400 }],
      penalty: 50 * plain.weights.travel,
    })),
  };
  // Nobody is generous: one visit alone saves 50 and costs 200.
  const tuning = { firstGenerosity: 1, generousOdds: 0 };
  const { schedule } = solve(problem, { seed: 1, stop: { iterations: 2000 }, tuning });
  expect(schedule.unplaced).toEqual([]);
});

test('a visit that needs a ticket is planned before the ticket expires, in a crew as well', () => {
  const day = { start: 0, end: 480, startPlace: 0, endPlace: 0 };
  const problem: Problem = {
    travel: [{ places: 1, times: Int32Array.of(0) }],
    technicians: ['dave', 'priya'].map((id) => ({
      id,
      name: id,
      skills: ['gas'],
      expiries: [{ skill: 'gas', at: 1000 }],
      shifts: [
        { ...day, id: 'mon' },
        { ...day, id: 'tue', start: 1440, end: 1920 },
      ],
    })),
    visits: [
      { id: 'soon', place: 0, duration: 60, windows: [{ start: 0, end: 1900 }], skills: ['gas'] },
      { id: 'late', place: 0, duration: 60, windows: [{ start: 1440, end: 1900 }], skills: ['gas'] },
      {
        id: 'crew',
        place: 0,
        duration: 60,
        windows: [{ start: 1440, end: 1900 }],
        crewSkills: [['gas'], []],
      },
    ],
    weights: defaultWeights,
  };
  const { schedule } = solve(problem, { seed: 1, stop: { iterations: 200 } });
  expect(evaluate(problem, schedule).violations).toEqual([]);
  expect(schedule.unplaced.toSorted()).toEqual(['crew', 'late']);
});
