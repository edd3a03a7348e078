import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { runs } from '../../test/runs.ts';
import { compile } from '../model/compile.ts';
import { replaceSchedule, routesOf } from './replace-schedule.ts';
import { samplePlain } from '../samples/plain.ts';
import { sampleProblem } from '../samples/problem.ts';
import { advance, createSearch } from '../search/search.ts';
import { defaultTuning } from '../search/tuning.ts';
import type { Bag } from './work.ts';
import { isFirst } from './work.ts';

test('a search returns to its best schedule whole: routes, starts of crews, what is left out, loads, and price', () => {
  assert(
    property(integer(), integer({ min: 1, max: 14 }), (seed, visits) => {
      for (const problem of [
        sampleProblem(seed, { technicians: 4, visits, days: 2 }),
        samplePlain(seed, visits),
      ]) {
        const compiled = compile(problem);
        const search = createSearch(compiled, seed, defaultTuning(), () => {});
        advance(search, 100, 0);
        const { work, bestNext, bestFixed, bestCost } = search;
        const { nodes, routes } = compiled.model;
        const leftOut = Array.from({ length: nodes }, (_, c) => c).filter((c) => bestNext[c] === c);
        const unused = Array.from({ length: routes }, (_, r) => r).filter(
          (r) => bestNext[nodes + 2 * r] === nodes + 2 * r + 1,
        );
        const kept = routesOf(compiled.model, bestNext);
        replaceSchedule(work, kept, bestFixed);
        expect(work.routesCost + work.unplacedCost).toBe(bestCost);
        expect(itemsOf(work.unplaced)).toEqual(leftOut.filter((c) => isFirst(compiled.model, c)));
        expect(itemsOf(work.emptyRoutes)).toEqual(unused);
        for (const state of [work.state, work.kept]) {
          expect(state.next).toEqual(bestNext);
          expect(state.rich.fixedStart).toEqual(bestFixed);
          expect([...state.load]).toEqual(kept.map((route) => sumOf(route, compiled.model.demand)));
        }
      }
    }),
    { numRuns: runs(40, 1000) },
  );
});

function itemsOf({ items, count }: Bag): number[] {
  return [...items.subarray(0, count)].sort((a, b) => a - b);
}

function sumOf(route: readonly number[], demand: Int32Array): number {
  return route.reduce((sum, c) => sum + demand[c]!, 0);
}
