import type { Problem, Schedule, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { dispatchDays, outsideShifts, withAbsence } from '../../../test/dispatch-day.ts';
import { canDoAll, visitsOf } from '../../../test/experiments.ts';
import { PATIENCE, runs } from '../../../test/runs.ts';
import { findSlots } from '../../find-slot.ts';
import { solve } from '../../solve.ts';
import type { PlanReasons } from '../explain.ts';
import { explainPlan } from '../explain.ts';
import { figures } from '../summary.ts';

type Case = {
  readonly problem: Problem;
  readonly before: Schedule;
  readonly after: Schedule;
  readonly reasons: PlanReasons;
};

/** A planned day that loses somebody and gets an emergency, planned anew. */
function disrupted(seed: number): Case {
  const planned = dispatchDays(seed, 24);
  const { schedule } = solve(planned, { seed, stop: { iterations: 300 } });
  const urgent: Visit = {
    id: 'urgent',
    place: 3,
    duration: 120,
    windows: [{ start: 600, end: 720 }],
    priority: 20,
  };
  const away = withAbsence(planned, 't3', { start: 600, end: 1440 });
  const problem: Problem = { ...away, visits: [...away.visits, urgent] };
  const before = outsideShifts(problem, { ...schedule, unplaced: [...schedule.unplaced, 'urgent'] });
  const after = solve(problem, { seed, stop: { iterations: 300 }, initial: before }).schedule;
  return { problem, before, after, reasons: explainPlan(problem, before, after) };
}

function lacking({ routes, unplaced }: Schedule, visit: string): Schedule {
  const left = routes.map((route) => ({
    ...route,
    stops: route.stops.filter((stop) => stop.visit !== visit),
  }));
  return { routes: left.filter(({ stops }) => stops.length > 0), unplaced: [...unplaced, visit] };
}

test(
  'whoever left did so for the cause that is told: without it the visit could have stayed',
  () => {
    const seen = { away: 0, way: 0, root: 0 };
    assert(
      property(integer(), (seed) => {
        const { problem, before, after, reasons } = disrupted(seed);
        const broken = evaluate(problem, before).violations;
        for (const { visit: id, cause, before: was, kind } of reasons.changes) {
          const visit = problem.visits.find((one) => one.id === id)!;
          if (cause?.code === 'away') {
            seen.away++;
            expect(was?.technicians).toEqual([cause.technician]);
            expect(broken).toContainEqual(expect.objectContaining({ rule: 'absence', visit: id }));
          } else if (was?.technicians[0] === 't3' && was.start >= 600)
            expect([id, cause]).toEqual([id, 'away']);
          if (cause?.code !== 'gave way' && cause?.code !== 'follows') continue;
          seen.way++;
          const named = cause.code === 'follows' ? [cause.visit] : cause.to;
          if (cause.root?.code === 'away') seen.root++;
          expect(named).not.toContain(id);
          const technician = problem.technicians.find((one) => one.id === was!.technicians[0])!;
          const back = { ...visit, windows: [{ start: was!.start, end: was!.start }] };
          const others = visitsOf(problem, after, technician.id).filter((one) => one.id !== id);
          const rest = others.filter((one) => !named.includes(one.id));
          expect(canDoAll(problem, technician, [...rest, back])).toBe(true);
          const free = kind === 'freed' ? after : lacking(after, id);
          const asked = { ...problem, visits: problem.visits.map((one) => (one.id === id ? back : one)) };
          expect(findSlots(asked, free, id, { technicians: [technician.id] })).toEqual([]);
        }
      }),
      { numRuns: runs(5, 200), examples: [[1], [2], [3], [4]] },
    );
    expect(Math.min(seen.away, seen.way, seen.root)).toBeGreaterThan(0);
  },
  PATIENCE,
);

test(
  'a place is praised for what is true of it: the others would drive more, or have no room, or no ticket',
  () => {
    const seen = new Map<string, number>();
    assert(
      property(integer(), (seed) => {
        const { problem, after, reasons } = disrupted(seed);
        for (const { visit: id, kind, choice, after: is } of reasons.changes) {
          const because = choice?.because;
          if (because === undefined || kind === 'retimed') continue;
          seen.set(because.code, (seen.get(because.code) ?? 0) + 1);
          const [chosen] = is!.technicians;
          const others = problem.technicians.map((one) => one.id).filter((one) => one !== chosen);
          const among = 'technician' in because ? [because.technician] : others;
          const [slot] = findSlots(problem, lacking(after, id), id, { technicians: among });
          if (because.code === 'driving') {
            expect(slot?.driving).toBe(because.added);
            expect(choice!.added).toBeLessThan(because.added);
          } else if ('technician' in because) expect(slot).not.toBe(undefined);
          else expect(slot).toBe(undefined);
        }
      }),
      { numRuns: runs(12, 200), examples: [[1], [2], [3], [4], [5], [6], [7], [8], [9], [10], [11]] },
    );
    expect(Math.min(seen.get('driving') ?? 0, seen.get('only room') ?? 0)).toBeGreaterThan(0);
  },
  PATIENCE,
);

test('the stories of the days add up to the figures of the schedules', () => {
  const { problem, before, after, reasons } = disrupted(3);
  const driving = (when: 'before' | 'after') => reasons.days.reduce((sum, day) => sum + day[when].driving, 0);
  expect(driving('after')).toBe(figures(problem, after).travel);
  const inShifts = { ...before, routes: before.routes.filter(({ shift }) => shift !== undefined) };
  expect(driving('before')).toBe(figures(problem, inShifts).travel);
  const visits = reasons.days.reduce((sum, day) => sum + day.after.visits, 0);
  expect(visits).toBe(problem.visits.length - after.unplaced.length);
});
