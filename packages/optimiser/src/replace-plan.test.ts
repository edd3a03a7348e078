import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { compile } from './compile.ts';
import { replacePlan, routesOf } from './replace-plan.ts';
import { samplePlain } from './sample-plain.ts';
import { sampleProblem } from './sample-problem.ts';
import { createSearch } from './search.ts';
import { defaultTuning } from './tuning.ts';
import type { Bag } from './work.ts';
import { isFirst } from './work.ts';

test('a search returns to its best plan whole: routes, starts of crews, what is left out, loads, and price', () => {
  assert(
    property(integer(), integer({ min: 1, max: 14 }), (seed, visits) => {
      for (const problem of [
        sampleProblem(seed, { technicians: 4, visits, days: 2 }),
        samplePlain(seed, visits),
      ]) {
        const compiled = compile(problem);
        const search = createSearch(compiled, seed, defaultTuning(), () => {});
        search.advance(100, 0);
        const { work, bestNext, bestFixed, bestCost } = search;
        const { nodes, routes } = compiled.model;
        const leftOut = Array.from({ length: nodes }, (_, c) => c).filter((c) => bestNext[c] === c);
        const unused = Array.from({ length: routes }, (_, r) => r).filter(
          (r) => bestNext[nodes + 2 * r] === nodes + 2 * r + 1,
        );
        const kept = routesOf(compiled.model, bestNext);
        replacePlan(work, kept, bestFixed);
        expect(work.routesCost + work.bankCost).toBe(bestCost);
        expect(itemsOf(work.bank)).toEqual(leftOut.filter((c) => isFirst(compiled.model, c)));
        expect(itemsOf(work.emptyRoutes)).toEqual(unused);
        for (const state of [work.state, work.kept]) {
          expect(state.next).toEqual(bestNext);
          expect(state.rich?.fixedStart ?? bestFixed).toEqual(bestFixed);
          expect([...state.load]).toEqual(kept.map((route) => sumOf(route, compiled.model.demand)));
        }
      }
    }),
    { numRuns: 200 },
  );
});

function itemsOf({ items, count }: Bag): number[] {
  return [...items.subarray(0, count)].sort((a, b) => a - b);
}

function sumOf(route: readonly number[], demand: Int32Array): number {
  return route.reduce((sum, c) => sum + demand[c]!, 0);
}
