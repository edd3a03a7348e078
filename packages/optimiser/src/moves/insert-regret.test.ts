import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';
import type { Problem } from '@muster/domain/dispatch/scheduling/problem';
import { expect, test } from 'vitest';

import { compile } from '../model/compile.ts';
import { findNearRoutes } from '../near/near-routes.ts';
import { buildNeighbours } from '../near/neighbours.ts';
import { createRandom } from '../search/random.ts';
import type { Work } from '../schedule/work.ts';
import { createWork } from '../schedule/work.ts';
import { insertGreedy } from './insert-greedy.ts';
import { createRegret, insertByRegret } from './insert-regret.ts';

/** Two technicians with time for one visit each; the first visit is near to Ann's home, but only Ann may do the second. */
const choice: Problem = {
  travel: [{ places: 4, times: new Int32Array([0, 60, 5, 30, 60, 0, 50, 30, 5, 50, 0, 40, 30, 30, 40, 0]) }],
  technicians: ['Ann', 'Bob'].map((id, t) => ({
    id,
    name: id,
    skills: id === 'Ann' ? ['gas'] : [],
    shifts: [
      {
        id: 'day',
        start: 0,
        end: 200,
        startPlace: t,
        endPlace: t,
        breaks: [{ earliest: 0, latest: 200, duration: 1 }],
      },
    ],
  })),
  visits: [
    { id: 'near', place: 2, duration: 95, windows: [{ start: 0, end: 200 }], priority: 1 },
    { id: 'gas', place: 3, duration: 95, windows: [{ start: 0, end: 200 }], priority: 1, skills: ['gas'] },
  ],
  weights: defaultWeights,
};

function layOut(problem: Problem): Work {
  const { model } = compile(problem);
  return createWork(model, buildNeighbours(model, 8, 8), createRandom(1));
}

test('who has no other choice goes first, whatever the order of the list', () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const work = layOut(choice);
    const regret = createRegret(work)!;
    findNearRoutes(work, regret.offers, regret.near);
    insertByRegret(work, regret, Int32Array.from(order), 2, 1, Infinity);
    expect(work.unplaced.count).toBe(0);
  }
  const greedy = layOut(choice);
  insertGreedy(greedy, Int32Array.of(0, 1), 2, 8, 1, Infinity);
  expect(greedy.unplaced.count).toBe(1);
});
