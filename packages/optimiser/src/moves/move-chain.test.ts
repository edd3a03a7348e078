import { expect, test } from 'vitest';

import { compile } from '../model/compile.ts';
import { buildNeighbours } from '../near/neighbours.ts';
import { createRandom } from '../search/random.ts';
import { sampleDays } from '../samples/days.ts';
import { keep, revert } from '../schedule/settle.ts';
import { createWork } from '../schedule/work.ts';
import { insertGreedy } from './insert-greedy.ts';
import { moveChain } from './move-chain.ts';

test('a chain moves only where that saves something, and there are such chains in a first schedule', () => {
  const { model } = compile(sampleDays({ technicians: 12, visitsPerDay: 90, days: 1, seed: 3 }));
  const work = createWork(model, buildNeighbours(model, 20, 20), createRandom(1));
  const { unplaced } = work;
  insertGreedy(work, unplaced.items.slice(0, unplaced.count), unplaced.count, 8, 1, Infinity);
  keep(work);
  let cost = work.routesCost + work.unplacedCost;
  let moved = 0;
  for (let round = 0; round < 20; round++) {
    for (let c = 0; c < model.nodes; c++) {
      if (
        work.state.route[c]! < 0 ||
        !moveChain(work, c, 20, 0) ||
        work.routesCost + work.unplacedCost >= cost
      ) {
        revert(work);
        continue;
      }
      keep(work);
      cost = work.routesCost + work.unplacedCost;
      moved++;
    }
  }
  expect(moved).toBeGreaterThan(3);
});
