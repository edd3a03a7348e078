import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { runs } from '../../test/runs.ts';
import { compile } from '../model/compile.ts';
import { insertAfter, removeChain } from '../schedule/edit.ts';
import { insertGreedy } from '../moves/insert-greedy.ts';
import { moveChain } from '../moves/move-chain.ts';
import { removeStrings } from '../moves/remove.ts';
import { createNearRoutes, findNearRoutes, MOST_NEAR } from './near-routes.ts';
import { buildNeighbours } from './neighbours.ts';
import { askRoute, createOffers, DEAR, mayTake, offeredPlace } from './offers.ts';
import { feasiblePositions } from '../schedule/positions.ts';
import { createRandom, nextBelow, nextUnit } from '../search/random.ts';
import { tryInsert } from '../times/route-times.ts';
import { sampleDays } from '../samples/days.ts';
import { sampleProblem } from '../samples/problem.ts';
import { keep, revert } from '../schedule/settle.ts';
import { timetablePrice } from '../times/timetable-price.ts';
import { drive } from '../model/travel.ts';
import { createWork, isBound } from '../schedule/work.ts';

test('what a route asks for a visit is the price of its best position, however old the offer is', () => {
  let asked = 0;
  assert(
    property(integer(), integer({ min: 4, max: 14 }), (seed, visits) => {
      const { model } = compile(sampleProblem(seed, { technicians: 3, visits, days: 2 }));
      const work = createWork(model, buildNeighbours(model, 8, 8), createRandom(seed));
      const offers = createOffers(model)!;
      const { random, unplaced } = work;
      for (let step = 0; step < 8; step++) {
        const visit = nextBelow(random, model.nodes);
        if (step % 2 === 1) removeStrings(work, visit, 6);
        else if (step % 4 === 2 && work.state.route[visit]! >= 0 && !isBound(model, visit))
          moveChain(work, visit, 5, 1000);
        else insertGreedy(work, unplaced.items.slice(0, unplaced.count), unplaced.count, 5, 1, Infinity);
        if (work.suspect || nextUnit(random) < 0.3) revert(work);
        else if (nextUnit(random) < 0.5) keep(work);
        for (let i = 0; i < unplaced.count; i++) {
          const c = unplaced.items[i]!;
          if (model.rich.crewSize[c]! > 1) continue;
          // As the search reckons: see simple-fit.ts for where that differs from a trial.
          const known = feasiblePositions(work, c).map(({ route, follow, cost }) => {
            const [into, out] = [
              drive(model, route, follow, c),
              drive(model, route, c, work.state.next[follow]!),
            ];
            const tried = tryInsert(model, work.state, c, follow, into, out);
            const price = cost - tried + timetablePrice(model, work.state, c, follow, into, out);
            return { route, follow, cost: price };
          });
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
    { numRuns: runs(60, 2000) },
  );
  expect(asked).toBeGreaterThan(200);
});

test('a route that comes out as it was keeps its version, and with it its offers; a changed one does not', () => {
  const { model } = compile(sampleDays({ technicians: 3, visitsPerDay: 12, days: 1, seed: 4 }));
  const work = createWork(model, buildNeighbours(model, 8, 8), createRandom(1));
  const { state, unplaced } = work;
  insertGreedy(work, unplaced.items.slice(0, unplaced.count), unplaced.count, 5, 1, Infinity);
  keep(work);
  const c = state.next.findIndex(
    (next, i) => i < model.nodes && next < model.nodes && state.prev[i]! < model.nodes,
  );
  const r = state.route[c]!;
  const version = state.rich.version[r]!;
  const p = state.prev[c]!;
  removeChain(work, c, 1);
  expect(state.rich.version[r]).not.toBe(version);
  insertAfter(work, c, p);
  keep(work);
  expect(state.rich.version[r]).toBe(version);
  removeChain(work, c, 1);
  keep(work);
  expect(state.rich.version[r]).not.toBe(version);
});

test('near routes are those of the nearest visits that may take one, then the cheapest that are free', () => {
  const { model } = compile(sampleDays({ technicians: 12, visitsPerDay: 40, days: 2, seed: 2 }));
  const work = createWork(model, buildNeighbours(model, 8, 80), createRandom(1));
  const { state, unplaced, neighbours, emptyRoutes } = work;
  insertGreedy(work, unplaced.items.slice(0, unplaced.count), unplaced.count, 5, 1, Infinity);
  keep(work);
  const offers = createOffers(model)!;
  const near = createNearRoutes(model.nodes);
  findNearRoutes(work, offers, near);
  expect(emptyRoutes.count).toBeGreaterThan(2);
  for (let c = 0; c < model.nodes; c++) {
    const around = [...neighbours.near.subarray(c * 80, (c + 1) * 80)].map((visit) => state.route[visit]!);
    const passing = [...new Set(around)]
      .filter((r) => r >= 0 && mayTake(model, offers, c, r))
      .slice(0, MOST_NEAR - 2);
    const free = [...emptyRoutes.items.subarray(0, emptyRoutes.count)]
      .filter((r) => mayTake(model, offers, c, r))
      .map((r) => askRoute(work, offers, c, r, DEAR))
      .filter((price) => price < DEAR)
      .sort((a, b) => a - b)
      .slice(0, 2);
    const found = [...near.of.subarray(c * MOST_NEAR, c * MOST_NEAR + near.count[c]!)];
    expect(found.slice(0, passing.length)).toEqual(passing);
    expect(found.slice(passing.length).map((r) => askRoute(work, offers, c, r, DEAR))).toEqual(free);
  }
});
