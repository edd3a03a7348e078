import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../test/runs.ts';
import { compile } from '../model/compile.ts';
import { NEVER } from '../model/model.ts';
import { insertGreedy } from '../moves/insert-greedy.ts';
import { removeStrings } from '../moves/remove.ts';
import { noNeighbours } from '../near/neighbours.ts';
import { createRandom } from '../search/random.ts';
import { tryInsert } from './route-times.ts';
import { sampleProblem } from '../samples/problem.ts';
import { Fit, simpleFit } from './simple-fit.ts';
import { drive } from '../model/travel.ts';
import { createWork } from '../schedule/work.ts';

test(
  'what two steps tell of a position is what a trial of the whole route finds',
  () => {
    const met = new Set<Fit>();
    const costless = { free: 0, priced: 0 };
    assert(
      property(integer(), integer({ min: 4, max: 14 }), (seed, visits) => {
        const { model } = compile(sampleProblem(seed, { technicians: 3, visits, days: 2 }));
        const rich = model.rich;
        const work = createWork(model, noNeighbours(model), createRandom(seed));
        const all = work.unplaced.items.slice(0, work.unplaced.count);
        insertGreedy(work, all, all.length, 5, 1, Infinity);
        removeStrings(work, 0, 6);
        const { state } = work;
        for (let c = 0; c < model.nodes; c++) {
          if (state.route[c]! >= 0 || rich.crewSize[c]! > 1) continue;
          for (let p = 0; p < model.nodes + 2 * model.routes; p++) {
            const r = state.route[p]!;
            const isEnd = p >= model.nodes && (p - model.nodes) % 2 === 1;
            if (r < 0 || isEnd || rich.simple[r] === 0) continue;
            const [into, out] = [drive(model, r, p, c), drive(model, r, c, state.next[p]!)];
            const fit = simpleFit(model, state, c, p, into, out);
            const found = tryInsert(model, state, c, p, into, out);
            met.add(fit);
            expect(fit === Fit.never).toBe(found === NEVER);
            if (fit !== Fit.costless) continue;
            const free = state.size[r] === 0 ? 0 : 0 - state.rich.routeSoft[r]!;
            expect(found).toBeGreaterThanOrEqual(free);
            costless[found === free ? 'free' : 'priced']++;
          }
        }
      }),
      { numRuns: runs(100, 2000) },
    );
    expect(met.size).toBe(3);
    // Of a few dozen cases a share tells nothing.
    if (costless.free > 1000) expect(costless.priced).toBeLessThan(costless.free / 100);
  },
  PATIENCE,
);
