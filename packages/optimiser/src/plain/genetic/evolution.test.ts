import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Problem } from '@muster/domain/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../../test/runs.ts';
import { plainTiming } from '../timing.ts';
import { compile } from '../../model/compile.ts';
import { extractSchedule } from '../../schedule/extract.ts';
import { buildNeighbours } from '../../near/neighbours.ts';
import { createRandom } from '../../search/random.ts';
import { samplePlain } from '../sample-plain.ts';
import { solve } from '../../solve.ts';
import { defaultTuning } from '../../search/tuning.ts';
import { createWork } from '../../schedule/work.ts';
import { mayEvolve, startEvolution } from './evolution.ts';
import type { Individual } from './population.ts';

/** Room for everybody: every visit has a route of its own if need be. */
function roomy(seed: number, visits: number): Problem {
  const problem = samplePlain(seed, visits);
  const first = problem.technicians[0]!;
  const shifts = [{ id: 'day', start: 0, end: 2000, startPlace: 0, endPlace: 0 }];
  const technicians = Array.from({ length: visits }, (_, t) => ({ ...first, id: `t${t}`, shifts }));
  const later = problem.visits.map((visit) => ({ ...visit, windows: [{ start: 150, end: 700 }] }));
  return { ...problem, technicians, visits: later };
}

/** The best schedule after so many steps, from one visit per route. */
function evolve(problem: Problem, seed: number, steps: number): Individual {
  const { model } = compile(problem);
  const { nodes } = model;
  const tuning = { ...defaultTuning(), randomSchedules: 5, stalePerVisit: 3 };
  const work = createWork(model, buildNeighbours(model, 8, 8), createRandom(seed), plainTiming);
  const next = work.state.next.slice();
  for (let c = 0; c < nodes; c++) {
    next[nodes + 2 * c] = c;
    next[c] = nodes + 2 * c + 1;
  }
  const evolution = startEvolution(model, work, tuning, next);
  let best: Individual | undefined;
  for (let step = 0; step < steps; step++) {
    const top = evolution.step();
    if (top !== undefined && (best === undefined || top.travel < best.travel)) best = top;
  }
  return best!;
}

test(
  'schedules that were born keep the rules and cost what the slow evaluator says',
  () => {
    assert(
      property(integer(), integer({ min: 1, max: 15 }), (seed, visits) => {
        const problem = roomy(seed, visits);
        const compiled = compile(problem);
        expect(mayEvolve(compiled.model)).toBe(true);
        const { next, travel } = evolve(problem, seed, 120);
        const { violations, total } = evaluate(
          problem,
          extractSchedule(compiled, next, new Int32Array(0), plainTiming),
        );
        expect(violations).toEqual([]);
        expect(travel * compiled.model.rate[0]!).toBe(total);
      }),
      { numRuns: runs(15, 300) },
    );
  },
  PATIENCE,
);

test(
  'the same seed and the same number of steps give the same schedule',
  () => {
    const problem = roomy(5, 25);
    expect(evolve(problem, 3, 300).next).toEqual(evolve(problem, 3, 300).next);
    const run = () => solve(problem, { seed: 3, stop: { iterations: 15_000 } });
    expect(run()).toEqual(run());
  },
  PATIENCE,
);

test('visits that are not worth a route of their own are left to the usual search', () => {
  const problem = roomy(1, 10);
  const visits = problem.visits.map((visit) => ({ ...visit, penalty: 1 }));
  expect(mayEvolve(compile({ ...problem, visits }).model)).toBe(false);
});

test(
  'a run crosses schedules, and finds what an annealing that may not take anything out does not',
  () => {
    const usual = { ...defaultTuning().usual, removed: 0 };
    const tuning = { usual, hurriedPerVisit: 0, routeOdds: 0, tailOdds: 0 };
    const solved = (evolvePerTriple: number) =>
      solve(roomy(5, 25), { seed: 3, stop: { iterations: 15_000 }, tuning: { ...tuning, evolvePerTriple } });
    expect(solved(0).cost).toBeLessThan(solved(Infinity).cost);
  },
  PATIENCE,
);
