import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem } from '@muster/domain/dispatch/scheduling/problem';
import { assert, boolean, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../test/runs.ts';
import { compile } from '../model/compile.ts';
import { buildNeighbours } from '../near/neighbours.ts';
import { samplePlain } from '../samples/plain.ts';
import { sampleProblem } from '../samples/problem.ts';
import { extractSchedule } from '../schedule/load.ts';
import { createRandom } from '../search/random.ts';
import { advance, createSearch } from '../search/search.ts';
import { defaultTuning } from '../search/tuning.ts';
import { solve } from '../solve.ts';
import { createDraft } from './draft.ts';
import { startEvolution } from './evolution.ts';
import { createExchange, exchangeRoutes } from './exchange-routes.ts';

/** Room for everybody: every visit has a route of its own if need be. */
function roomy(seed: number, visits: number): Problem {
  const problem = samplePlain(seed, visits);
  const first = problem.technicians[0]!;
  const shifts = [{ id: 'day', start: 0, end: 2000, startPlace: 0, endPlace: 0 }];
  const technicians = Array.from({ length: visits }, (_, t) => ({ ...first, id: `t${t}`, shifts }));
  const later = problem.visits.map((visit) => ({ ...visit, windows: [{ start: 150, end: 700 }] }));
  return { ...problem, technicians, visits: later };
}

/** A search that has placed every visit, or undefined. */
function begun(problem: Problem, seed: number) {
  const search = createSearch(compile(problem), seed, defaultTuning(), () => {});
  advance(search, 40, 0);
  return search.bestNext.subarray(0, search.compiled.model.nodes).every((next, i) => next !== i)
    ? search
    : undefined;
}

test(
  'a child has every visit once and nobody does what they may not, whatever its parents look like',
  () => {
    let children = 0;
    assert(
      property(boolean(), integer(), integer({ min: 2, max: 25 }), (isRich, seed, visits) => {
        const problem = isRich
          ? sampleProblem(seed, { technicians: 5, visits, days: 2 })
          : roomy(seed, visits);
        const parents = [seed, seed + 1].map((each) => begun(problem, each));
        if (parents.includes(undefined)) return;
        const [a, b] = parents.map((search) => search!.bestNext);
        const { model } = compile(problem);
        const { bestFixed } = parents[0]!;
        // What is bound has one place for all: parents that differ there never meet.
        const draft = createDraft(model, bestFixed);
        if (draft.hasBound) return;
        const random = createRandom(seed);
        const neighbours = buildNeighbours(model, 10, 10);
        for (let k = 0; k < 5; k++) {
          if (!exchangeRoutes(draft, createExchange(draft), neighbours, a!, b!, random)) continue;
          children++;
          const seen: number[] = [];
          for (let r = 0; r < model.routes; r++)
            for (let i = draft.next[model.nodes + 2 * r]!; i < model.nodes; i = draft.next[i]!) {
              seen.push(i);
              expect(model.rich.assign[i * model.routes + r]).toBeGreaterThanOrEqual(0);
              expect(draft.route[i]).toBe(r);
            }
          expect(seen.sort((one, other) => one - other)).toEqual([...Array(model.nodes).keys()]);
        }
      }),
      { numRuns: runs(60, 1000) },
    );
    expect(children).toBeGreaterThan(20);
  },
  PATIENCE,
);

test(
  'schedules that were born keep the rules, what is bound included, and cost what the slow evaluator says',
  () => {
    let born = 0;
    assert(
      property(boolean(), integer(), integer({ min: 1, max: 15 }), (isRich, seed, visits) => {
        const problem = isRich
          ? sampleProblem(seed, { technicians: 5, visits, days: 2 })
          : roomy(seed, visits);
        const search = begun(problem, seed);
        if (search === undefined) return;
        const { work, compiled, bestNext, bestFixed } = search;
        const tuning = { ...defaultTuning(), randomSchedules: 5, stalePerVisit: 3 };
        const evolution = startEvolution(work, tuning, bestNext, bestFixed);
        let cost = Infinity;
        for (let step = 0; step < 120; step++) {
          if (!evolution.step(cost)) continue;
          born++;
          cost = work.routesCost + work.unplacedCost;
          const schedule = extractSchedule(compiled, work.state.next, work.state.rich.fixedStart);
          const { violations, total } = evaluate(problem, schedule);
          expect(violations).toEqual([]);
          expect(total).toBe(cost);
        }
      }),
      { numRuns: runs(25, 500) },
    );
    expect(born).toBeGreaterThan(5);
  },
  PATIENCE,
);

test(
  'a run that crosses schedules can be repeated',
  () => {
    const run = () => solve(roomy(5, 25), { seed: 3, stop: { iterations: 15_000 } });
    expect(run()).toEqual(run());
  },
  PATIENCE,
);

test(
  'a run crosses schedules, and finds what an annealing that may not take anything out does not',
  () => {
    const usual = { ...defaultTuning().usual, removed: 0, chainOdds: 0 };
    const tuning = { usual, hurriedPerVisit: 0, routeOdds: 0, tailOdds: 0 };
    const solved = (evolvePerTriple: number) =>
      solve(roomy(5, 25), { seed: 3, stop: { iterations: 15_000 }, tuning: { ...tuning, evolvePerTriple } });
    expect(solved(0).cost).toBeLessThan(solved(Infinity).cost);
  },
  PATIENCE,
);
