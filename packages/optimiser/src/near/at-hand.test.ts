import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { runs } from '../../test/runs.ts';
import { keepAtHand } from './at-hand.ts';
import { compile } from '../model/compile.ts';
import { loadSchedule } from '../schedule/load.ts';
import { buildNeighbours } from './neighbours.ts';
import { createRandom } from '../search/random.ts';
import { sampleDays } from '../samples/days.ts';
import { solve } from '../solve.ts';
import { createWork } from '../schedule/work.ts';

const WIDTH = 20;

test('of the best neighbours exactly those are at hand who are at work when the visit may be done', () => {
  assert(
    property(integer(), (seed) => {
      const problem = sampleDays({ technicians: 3, visitsPerDay: 12, days: 3, seed });
      const { schedule } = solve(problem, { seed, stop: { iterations: 100 } });
      const compiled = compile(problem);
      const neighbours = buildNeighbours(compiled.model, 2 * WIDTH, WIDTH);
      const work = createWork(compiled.model, neighbours, createRandom(seed));
      loadSchedule(compiled, work, schedule);
      keepAtHand(work)(0, WIDTH);
      const day = new Map(
        schedule.routes.flatMap(({ shift, stops }) => stops.map(({ visit }) => [visit, shift])),
      );
      const suits = (c: number, neighbour: number) => {
        const on = day.get(problem.visits[neighbour]!.id);
        const { windows } = problem.visits[c]!;
        return on === undefined || windows.some(({ start }) => `day ${Math.floor(start / 1440)}` === on);
      };
      for (const side of ['before', 'after'] as const) {
        const [all, atHand] = [neighbours[side], neighbours.atHand[side]];
        problem.visits.forEach((_, c) => {
          const from = c * neighbours.width;
          const best = [...all.visits.subarray(from, from + Math.min(WIDTH, all.count[c]!))];
          const chosen = [...atHand.visits.subarray(from, from + atHand.count[c]!)];
          expect(chosen).toEqual(best.filter((other) => suits(c, other)));
        });
      }
    }),
    { numRuns: runs(6, 100) },
  );
});
