import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { PATIENCE, runs } from '../../test/runs.ts';
import { compile } from '../model/compile.ts';
import { findNearRoutes } from '../near/near-routes.ts';
import { buildNeighbours } from '../near/neighbours.ts';
import { samplePlain } from '../samples/plain.ts';
import { sampleProblem } from '../samples/problem.ts';
import { extractSchedule } from '../schedule/load.ts';
import { touchedKeepRules } from '../search/search.ts';
import { keep, revert } from '../schedule/settle.ts';
import type { Work } from '../schedule/work.ts';
import { createWork, isBound } from '../schedule/work.ts';
import { createRandom, nextBelow, nextUnit } from '../search/random.ts';
import { exchangeTails } from './exchange-tails.ts';
import { insertGreedy } from './insert-greedy.ts';
import type { Regret } from './insert-regret.ts';
import { createRegret, insertByRegret } from './insert-regret.ts';
import { moveChain } from './move-chain.ts';
import { openRoute } from './open-route.ts';
import { orderVisits } from './order.ts';
import { removeRoute, removeStrings, removeVisit } from './remove.ts';

/** With every rule, or plain, the latter with or without a longest duration. */
const kind = constantFrom(undefined, {}, { maxDuration: 150 }, { maxDuration: 250 });

/** False when the move gave up half way, and is to be taken back. */
function randomMove(work: Work, keys: Float64Array, regret: Regret | undefined): boolean {
  const { model, random, state } = work;
  const seed = nextBelow(random, model.nodes);
  const kind = nextBelow(random, 8);
  const mayLead = state.route[seed]! >= 0 && !isBound(model, seed);
  if (kind === 7 && mayLead) return moveChain(work, seed, 5, 100 * nextBelow(random, 20));
  if (kind === 6 && regret !== undefined) {
    findNearRoutes(work, regret.offers, regret.near);
    const list = work.unplaced.items.slice(0, work.unplaced.count);
    insertByRegret(work, regret, list, list.length, 1 + nextBelow(random, 3), Infinity);
    return true;
  }
  if (kind === 4) return exchangeTails(work, seed, 5, 100 * nextBelow(random, 20));
  if (kind === 5) openRoute(work);
  else if (kind === 0) removeStrings(work, seed, 6);
  else if (kind === 1) removeRoute(work, seed, 30);
  else if (kind === 2 && (state.route[seed] ?? -1) >= 0) removeVisit(work, seed);
  else {
    const list = work.unplaced.items.slice(0, work.unplaced.count);
    orderVisits(work, list, list.length, keys);
    insertGreedy(work, list, list.length, 5, 1 + nextBelow(random, 3), Infinity);
  }
  return true;
}

test(
  'after any sequence of moves, kept or taken back, the fast sums are the slow evaluator’s',
  () => {
    assert(
      property(integer(), integer({ min: 1, max: 14 }), kind, (seed, visits, like) => {
        const problem = like
          ? samplePlain(seed, visits, like.maxDuration)
          : sampleProblem(seed, { technicians: 3, visits, days: 2 });
        const compiled = compile(problem);
        const neighbours = buildNeighbours(compiled.model, 8, 8);
        const work = createWork(compiled.model, neighbours, createRandom(seed));
        const keys = new Float64Array(compiled.model.nodes);
        const regret = createRegret(work);
        for (let step = 0; step < 12; step++) {
          const whole = randomMove(work, keys, regret);
          // A removal may make a route late where a detour is quicker; the search takes that back, and so do we.
          if (!whole || (work.suspect && !touchedKeepRules(work)) || nextUnit(work.random) < 0.4)
            revert(work);
          else keep(work);
          const schedule = extractSchedule(compiled, work.state.next, work.state.rich.fixedStart);
          const { violations, total } = evaluate(problem, schedule);
          expect(violations).toEqual([]);
          expect(work.routesCost + work.unplacedCost).toBe(total);
        }
      }),
      { numRuns: runs(80, 3000) },
    );
  },
  PATIENCE,
);
