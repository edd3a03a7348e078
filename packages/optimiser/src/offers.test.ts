import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { compile } from './compile.ts';
import { insertGreedy } from './moves/insert-greedy.ts';
import { moveChain } from './moves/move-chain.ts';
import { removeStrings } from './moves/remove-strings.ts';
import { buildNeighbours } from './neighbours.ts';
import { askRoute, createOffers, DEAR, mayTake, offeredPlace } from './offers.ts';
import { feasiblePositions } from './positions.ts';
import { createRandom, nextBelow, nextUnit } from './random.ts';
import { sampleProblem } from './sample-problem.ts';
import { keep, revert } from './settle.ts';
import { createWork } from './work.ts';

test('what a route asks for a visit is the price of its best position, however old the offer is', () => {
  let asked = 0;
  assert(
    property(integer(), integer({ min: 4, max: 14 }), (seed, visits) => {
      const { model } = compile(sampleProblem(seed, { technicians: 3, visits, days: 2 }));
      const work = createWork(model, buildNeighbours(model, 8, 8), createRandom(seed));
      const offers = createOffers(model)!;
      const { random, bank } = work;
      for (let step = 0; step < 8; step++) {
        const visit = nextBelow(random, model.nodes);
        if (step % 2 === 1) removeStrings(work, visit, 6);
        else if (step % 4 === 2) moveChain(work, visit, 5, 1000);
        else insertGreedy(work, bank.items.slice(0, bank.count), bank.count, 5, 1, Infinity);
        if (work.suspect || nextUnit(random) < 0.3) revert(work);
        else if (nextUnit(random) < 0.5) keep(work);
        for (let i = 0; i < bank.count; i++) {
          const c = bank.items[i]!;
          if (model.rich!.crewSize[c]! > 1) continue;
          const known = feasiblePositions(work, c);
          for (let r = 0; r < model.routes; r++) {
            const best = known
              .filter(({ route }) => route === r)
              .reduce((least, { cost }) => Math.min(least, cost), Infinity);
            if (!mayTake(model, offers, c, r)) {
              expect(best).toBe(Infinity);
              continue;
            }
            // First too little is offered for it: what that leaves behind must not pass for a price.
            expect(askRoute(work, offers, c, r, best - 1)).toBeGreaterThanOrEqual(
              best === Infinity ? 0 : best - 1,
            );
            const price = askRoute(work, offers, c, r, DEAR);
            if (best === Infinity) expect(price).toBeGreaterThanOrEqual(DEAR);
            else {
              expect(price).toBe(best);
              const follow = offeredPlace(model, offers, c, r);
              expect(known.some((position) => position.follow === follow && position.cost === price)).toBe(
                true,
              );
              asked++;
            }
          }
        }
      }
    }),
    { numRuns: 300 },
  );
  expect(asked).toBeGreaterThan(1000);
});
