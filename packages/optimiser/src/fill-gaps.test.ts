import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../test/runs.ts';
import { fillGaps } from './solve.ts';
import { sampleFeasible } from './samples/feasible.ts';
import { newViolations } from './samples/new-violations.ts';
import { sampleProblem } from './samples/problem.ts';
import { solve } from './solve.ts';

function whereabouts(schedule: Schedule): Map<string, string> {
  return new Map(
    schedule.routes.flatMap(({ technician, shift, stops }) =>
      stops.map(({ visit, start }) => [`${visit} with ${technician}`, `${shift} at ${start}`]),
    ),
  );
}

test(
  'filling the gaps moves nothing that is planned',
  () => {
    assert(
      property(integer(), (seed) => {
        const { current: _, ...problem } = sampleProblem(seed, { technicians: 3, visits: 14, days: 1 });
        const few = { ...problem, visits: problem.visits.slice(0, 7) };
        const before = solve(few, { seed, stop: { iterations: 40 } }).schedule;
        const after = fillGaps(problem, before, { seed, stop: { iterations: 40 } });
        const planned = new Set(before.routes.flatMap(({ stops }) => stops.map(({ visit }) => visit)));
        const pinned = new Set(problem.visits.filter((visit) => visit.pinned).map(({ id }) => id));
        expect(newViolations(problem, after.schedule, (id) => planned.has(id) || pinned.has(id))).toEqual([]);
        const now = whereabouts(after.schedule);
        for (const [who, when] of whereabouts(before)) expect(now.get(who)).toBe(when);
      }),
      { numRuns: runs(40, 2000) },
    );
  },
  PATIENCE,
);

test(
  'what was taken out of a full schedule finds its gaps again, crews with their tickets as well',
  () => {
    assert(
      property(integer(), (seed) => {
        // Windows of a single minute, and only those who did it before: there is one place for each visit.
        const { problem: wide, schedule } = sampleFeasible(seed, { technicians: 4, visitsEach: 6, width: 0 });
        const holders = Map.groupBy(
          schedule.routes.flatMap(({ technician, stops }) =>
            stops.map(({ visit }) => ({ visit, technician })),
          ),
          ({ visit }) => visit,
        );
        const problem: Problem = {
          ...wide,
          visits: wide.visits.map((visit) =>
            Object.assign({}, visit, { fixed: holders.get(visit.id)!.map(({ technician }) => technician) }),
          ),
        };
        expect(evaluate(problem, schedule).violations).toEqual([]);
        const out = new Set(problem.visits.filter((_, i) => (i + seed) % 3 === 0).map(({ id }) => id));
        const holes: Schedule = {
          routes: schedule.routes.map((route) => ({
            ...route,
            stops: route.stops.filter(({ visit }) => !out.has(visit)),
          })),
          unplaced: [...out],
        };
        const filled = fillGaps(problem, holes, { seed, stop: { iterations: 50 } });
        expect(filled.schedule.unplaced).toEqual([]);
        expect(whereabouts(filled.schedule)).toEqual(whereabouts(schedule));
      }),
      { numRuns: runs(20, 500) },
    );
  },
  PATIENCE,
);
