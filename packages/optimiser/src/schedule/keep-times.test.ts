import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';
import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { sampleDays } from '../samples/days.ts';
import { solve } from '../solve.ts';
import { keepTimes } from './keep-times.ts';

test('what was planned later than it could be stays so, and nothing breaks or costs more', () => {
  let kept = 0;
  let able = 0;
  assert(
    property(integer({ min: 1, max: 1_000_000 }), (seed) => {
      const problem = sampleDays({ technicians: 3, visitsPerDay: 14, days: 1, seed });
      const { schedule } = solve(problem, { seed, stop: { iterations: 300 } });
      // As somebody would plan by hand: every visit a quarter of an hour later where there is room.
      const later = keepTimes(
        {
          ...problem,
          current: {
            ...schedule,
            routes: schedule.routes.map((route) => ({
              ...route,
              stops: route.stops.map(({ visit, start }) => ({ visit, start: start + 15 })),
            })),
          },
        },
        schedule,
      );
      const inForce = { ...problem, current: later };
      const again = keepTimes(inForce, schedule);
      const [before, after] = [evaluate(inForce, schedule), evaluate(inForce, again)];
      expect(after.violations.length).toBeLessThanOrEqual(before.violations.length);
      expect(after.total).toBeLessThanOrEqual(before.total);
      expect(keepTimes(inForce, again)).toEqual(again);
      const startsOf = ({ routes }: Schedule) =>
        routes.flatMap(({ stops }) => stops.map(({ start }) => start));
      const [early, wanted, found] = [schedule, later, again].map(startsOf) as [number[], number[], number[]];
      able += wanted.filter((start, i) => start !== early[i]).length;
      kept += found.filter((start, i) => start !== early[i] && start === wanted[i]).length;
    }),
    { numRuns: 10 },
  );
  expect(able).toBeGreaterThan(10);
  expect(kept).toBe(able);
});

test('nothing goes back to a time at which its technician is still at a visit that began before the shift', () => {
  const early = { technician: 'dave', stops: [{ visit: 'early', start: 470 }], breaks: [] };
  const day = (start: number) => ({
    technician: 'dave',
    shift: 'day',
    stops: [{ visit: 'next', start }],
    breaks: [],
  });
  const problem: Problem = {
    technicians: [
      {
        id: 'dave',
        name: 'Dave',
        skills: [],
        shifts: [{ id: 'day', start: 480, end: 960, startPlace: 0, endPlace: 0 }],
      },
    ],
    visits: [
      { id: 'early', place: 0, duration: 60, windows: [], pinned: { technicians: ['dave'], start: 470 } },
      { id: 'next', place: 0, duration: 30, windows: [{ start: 480, end: 900 }] },
    ],
    travel: [{ places: 1, times: new Int32Array(1) }],
    weights: { ...defaultWeights, moved: 500, retimed: 100 },
    current: { routes: [early, day(515)], unplaced: [] },
  };
  const found: Schedule = { routes: [early, day(545)], unplaced: [] };
  expect(keepTimes(problem, found)).toEqual(found);
});
