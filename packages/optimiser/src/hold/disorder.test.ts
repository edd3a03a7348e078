import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { assert, constantFrom, integer, option, property } from 'fast-check';
import { expect, test } from 'vitest';

import { runs } from '../../test/runs.ts';
import { fillGaps } from '../solve.ts';
import { repair } from '../repair.ts';
import { disorder } from '../samples/disorder.ts';
import { newViolations } from '../samples/new-violations.ts';
import { sampleProblem } from '../samples/problem.ts';
import type { Result } from '../solve.ts';

function expectKept(before: Schedule, { schedule }: Result): void {
  const entries = ({ routes }: Schedule): string[] =>
    routes.flatMap(({ technician, shift: own, stops }) =>
      stops.map(({ visit, start }) => JSON.stringify([technician, own, visit, start])),
    );
  const now = new Set(entries(schedule));
  expect(entries(before).filter((entry) => !now.has(entry))).toEqual([]);
}

test('whatever a schedule looks like, filling its gaps keeps every stop and breaks no rule anew', () => {
  let inserted = 0;
  assert(
    property(integer(), constantFrom(1, 2), option(integer({ min: 300, max: 1200 })), (seed, days, now) => {
      const { current: _, ...problem } = sampleProblem(seed, { technicians: 3, visits: 12, days });
      const before = disorder(seed, problem, false);
      const scope = now === null ? {} : { now };
      const result = fillGaps(problem, before, { seed, stop: { iterations: 60 }, scope });
      expectKept(before, result);
      // Pinned visits are placed where their pins say, so that they are part of what was wrong before.
      const pinned = new Set(problem.visits.filter((visit) => visit.pinned).map(({ id }) => id));
      const free = before.unplaced.filter((id) => !pinned.has(id));
      expect(newViolations(problem, result.schedule, (visit) => !free.includes(visit))).toEqual([]);
      const starts = result.schedule.routes.flatMap(({ stops }) =>
        stops.filter(({ visit }) => free.includes(visit)).map(({ start }) => start),
      );
      for (const start of starts) expect(start).toBeGreaterThanOrEqual(now ?? 0);
      inserted += free.length - result.schedule.unplaced.length;
    }),
    { numRuns: runs(60, 5000) },
  );
  expect(inserted).toBeGreaterThan(30);
});

test('not even in the wildest disorder does a stop go missing, nor is a sum wrong', () => {
  assert(
    property(integer(), integer({ min: 300, max: 1200 }), (seed, now) => {
      const { current: _, ...problem } = sampleProblem(seed, { technicians: 3, visits: 12, days: 2 });
      const before = disorder(seed, problem, true);
      const result = fillGaps(problem, before, { seed, stop: { iterations: 30 } });
      expectKept(before, result);
      const { violations, total } = evaluate(problem, result.schedule);
      expect(result).toMatchObject({ violations, cost: total });
      const mended = repair(problem, before, { seed, stop: { iterations: 30 }, scope: { now } });
      const begun = before.routes.map((route) => ({
        ...route,
        stops: route.stops.filter(({ visit }) =>
          before.routes.some((r) => r.stops.some((stop) => stop.visit === visit && stop.start < now)),
        ),
      }));
      expectKept({ ...before, routes: begun }, mended);
    }),
    // One in which a visit that had begun stood twice in a day, and went back to its other start.
    { numRuns: runs(30, 2000), examples: [[427_252_432, 381]] },
  );
});
