import { expect, test } from 'vitest';

import { compile } from '../compile.ts';
import { buildNeighbours } from '../neighbours.ts';
import { createRandom } from '../random.ts';
import { sampleDays } from '../sample-day.ts';
import { keep, revert } from '../settle.ts';
import { createWork } from '../work.ts';
import { insertGreedy } from './insert-greedy.ts';
import { moveChain } from './move-chain.ts';

test('a chain moves only where that saves something, and there are such chains in a first plan', () => {
  const { model } = compile(sampleDays({ technicians: 12, visitsPerDay: 90, days: 1, seed: 3 }));
  const work = createWork(model, buildNeighbours(model, 20, 20), createRandom(1));
  const { bank } = work;
  insertGreedy(work, bank.items.slice(0, bank.count), bank.count, 8, 1, Infinity);
  keep(work);
  let cost = work.routesCost + work.bankCost;
  let moved = 0;
  for (let round = 0; round < 20; round++) {
    for (let c = 0; c < model.nodes; c++) {
      if (work.state.route[c]! < 0 || !moveChain(work, c, 20, 0) || work.routesCost + work.bankCost >= cost) {
        revert(work);
        continue;
      }
      keep(work);
      cost = work.routesCost + work.bankCost;
      moved++;
    }
  }
  expect(moved).toBeGreaterThan(3);
});
