import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../../test/runs.ts';
import { compile } from '../../model/compile.ts';
import { buildNeighbours } from '../../near/neighbours.ts';
import { createRandom } from '../../search/random.ts';
import { samplePlain } from '../sample-plain.ts';
import { exchangeRoutes } from './exchange-routes.ts';
import { createBreeding, educateRandom } from './educate.ts';

test(
  'a child has every visit once, whatever its parents look like',
  () => {
    assert(
      property(integer(), integer({ min: 2, max: 25 }), (seed, visits) => {
        const { model } = compile(samplePlain(seed, visits));
        const random = createRandom(seed);
        const neighbours = buildNeighbours(model, 10, 10);
        const breeding = createBreeding(model, neighbours, random, 10);
        const { draft, exchange, population } = breeding;
        for (let k = 0; k < 4; k++) educateRandom(breeding);
        const parents = [...population.kept, ...population.broken];
        for (const a of parents)
          for (const b of parents) {
            if (!exchangeRoutes(draft, exchange, neighbours, a, b, random)) continue;
            const seen: number[] = [];
            for (let r = 0; r < model.routes; r++)
              for (let i = draft.next[visits + 2 * r]!; i < visits; i = draft.next[i]!) seen.push(i);
            expect(seen.sort((one, other) => one - other)).toEqual([...Array(visits).keys()]);
          }
      }),
      { numRuns: runs(40, 1000) },
    );
  },
  PATIENCE,
);
