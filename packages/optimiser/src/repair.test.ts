import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Problem } from '@muster/domain/scheduling/problem';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../test/runs.ts';
import { repair } from './repair.ts';
import { sampleDays } from './samples/days.ts';
import { sampleFeasible } from './samples/feasible.ts';
import { solve } from './solve.ts';

test('a repair keeps the rules when a technician is out, and leaves most visits where they were', () => {
  // Large enough that one of twelve can be missed without a new schedule for all; moving costs some fifty minutes of driving.
  const large = sampleDays({ technicians: 12, visitsPerDay: 84, days: 1, seed: 11 });
  const planned = solve(large, { seed: 1, stop: { iterations: 3000 } }).schedule;
  const [out] = planned.routes;
  if (out === undefined) throw new Error('nothing is planned');
  const short: Problem = {
    ...large,
    technicians: large.technicians.filter(({ id }) => id !== out.technician),
    weights: { ...large.weights, moved: 500 },
  };
  const { schedule } = repair(short, planned, { seed: 1, stop: { iterations: 4000 } });
  expect(evaluate(short, schedule).violations).toEqual([]);
  const untouched = planned.routes
    .slice(1)
    .flatMap(({ technician, stops }) => stops.map(({ visit }) => ({ visit, technician })));
  const holders = new Map(schedule.routes.flatMap((r) => r.stops.map(({ visit }) => [visit, r.technician])));
  const moved = untouched.filter(({ visit, technician }) => holders.get(visit) !== technician);
  expect(moved.length).toBeLessThanOrEqual(untouched.length * 0.15);
  expect(schedule.unplaced).toEqual([]);
});

test(
  'a repair is no dearer than handing the whole day of whoever is out to a spare technician',
  () => {
    for (let seed = 1; seed <= runs(10, 300); seed++) {
      const { problem, schedule } = sampleFeasible(seed, { technicians: 5, visitsEach: 6, width: 15 });
      const [out, ...others] = problem.technicians;
      const spare = { ...out!, id: 'spare', name: 'Spare' };
      const short: Problem = {
        ...problem,
        technicians: [...others, spare],
        weights: { ...problem.weights, moved: 100 },
      };
      const handedOver = {
        ...schedule,
        routes: schedule.routes.map((route) =>
          route.technician === out!.id ? { ...route, technician: 'spare' } : route,
        ),
      };
      const judge = { ...short, current: schedule };
      expect(evaluate(judge, handedOver).violations).toEqual([]);
      const mended = repair(short, schedule, { seed, stop: { iterations: 1500 } });
      expect(mended.schedule.unplaced).toEqual([]);
      const judged = evaluate(judge, mended.schedule);
      expect(judged.violations).toEqual([]);
      expect(judged.total).toBeLessThanOrEqual(evaluate(judge, handedOver).total);
    }
  },
  PATIENCE,
);
