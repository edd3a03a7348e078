import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { runs } from '../../test/runs.ts';
import { newViolations } from '../samples/new-violations.ts';
import { sampleDays } from '../samples/days.ts';
import { sampleProblem } from '../samples/problem.ts';
import { solve } from '../solve.ts';
import { onGrid } from './on-grid.ts';

const GRID = 5;

function startsIn({ routes }: Schedule): { technician: string; visit: string; start: number }[] {
  return routes.flatMap(({ technician, stops }) => stops.map((stop) => ({ technician, ...stop })));
}

/** The same schedule with one visit later, and nothing else. */
function later({ routes, unplaced }: Schedule, visit: string, start: number): Schedule {
  return {
    unplaced,
    routes: routes.map((route) => ({
      ...route,
      stops: route.stops.map((stop) => (stop.visit === visit ? { visit, start } : stop)),
    })),
  };
}

test('planned visits start at full five minutes, but where that would break a rule or a promise', () => {
  let round = 0;
  let all = 0;
  assert(
    property(integer({ min: 1, max: 1_000_000 }), integer({ min: 20, max: 34 }), (seed, visitsPerDay) => {
      const problem: Problem = {
        ...sampleDays({ technicians: 5, visitsPerDay, days: 1, seed }),
        grid: GRID,
      };
      const { schedule, cost, violations } = solve(problem, { seed, stop: { iterations: 300 } });
      const judged = evaluate(problem, schedule);
      expect(violations).toEqual([]);
      expect(judged).toMatchObject({ violations: [], total: cost });
      for (const { visit, start } of startsIn(schedule).filter((stop) => stop.start % GRID !== 0)) {
        const tried = evaluate(problem, later(schedule, visit, Math.ceil(start / GRID) * GRID));
        const isLater = tried.costs.lateness > judged.costs.lateness;
        expect(tried.violations.length > 0 || isLater, `${visit} at ${start}`).toBe(true);
      }
      const starts = startsIn(schedule);
      all += starts.length;
      round += starts.filter(({ start }) => start % GRID === 0).length;
    }),
    { numRuns: runs(30, 1000), seed: 3 },
  );
  expect(round).toBeGreaterThan(all * 0.95);
});

test('whatever stays keeps its minute, and no rule and no promise is broken for the grid', () => {
  assert(
    property(integer(), integer({ min: 1, max: 3 }), (seed, days) => {
      const plain = sampleProblem(seed, { technicians: 3, visits: 14, days });
      const problem: Problem = { ...plain, grid: GRID };
      const before = solve(plain, { seed, stop: { iterations: 60 } });
      const held = new Set(before.schedule.routes[0]?.stops.slice(0, 2).map(({ visit }) => visit));
      const after = onGrid(problem, before.schedule, held);
      expect(newViolations(problem, after)).toEqual([]);
      const lateness = (schedule: Schedule) => evaluate(problem, schedule).costs.lateness;
      expect(lateness(after)).toBeLessThanOrEqual(lateness(before.schedule));
      const starts = new Map(
        startsIn(after).map(({ technician, visit, start }) => [`${technician} ${visit}`, start]),
      );
      for (const { technician, visit, start } of startsIn(before.schedule)) {
        const now = starts.get(`${technician} ${visit}`)!;
        if (held.has(visit)) expect(now).toBe(start);
        expect(now).toBeGreaterThanOrEqual(start);
      }
    }),
    // The example has a pinned visit that begins before the shift and runs on into it.
    { numRuns: runs(60, 3000), examples: [[-868247351, 3]] },
  );
});
