import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { compile } from './compile.ts';
import { replacePlan, routesOf } from './replace-plan.ts';
import { samplePlain } from './sample-plain.ts';
import { sampleProblem } from './sample-problem.ts';
import { createSearch } from './search.ts';
import { defaultTuning } from './tuning.ts';

test('a search returns to its best plan whole: routes, starts of crews, what is left out, and price', () => {
  assert(
    property(integer(), integer({ min: 1, max: 14 }), (seed, visits) => {
      for (const problem of [
        sampleProblem(seed, { technicians: 4, visits, days: 2 }),
        samplePlain(seed, visits),
      ]) {
        const compiled = compile(problem);
        const { model } = compiled;
        const search = createSearch(compiled, seed, defaultTuning(), () => undefined);
        search.advance(100, 0);
        const { work, bestNext, bestFixed, bestCost } = search;
        replacePlan(work, routesOf(model, bestNext), bestFixed);
        expect(work.routesCost + work.bankCost).toBe(bestCost);
        expect(work.state.next).toEqual(bestNext);
        expect(work.kept.next).toEqual(bestNext);
        if (model.rich !== undefined) expect(work.state.rich!.fixedStart).toEqual(bestFixed);
      }
    }),
    { numRuns: 200 },
  );
});
