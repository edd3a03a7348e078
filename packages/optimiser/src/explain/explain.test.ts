import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Route, Schedule, Shift, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { dispatchDays, firstDay, withAbsence } from '../../test/dispatch-day.ts';
import { afterRemedy, agreedTo, canDoAll, visitsOf } from '../../test/experiments.ts';
import { PATIENCE, runs } from '../../test/runs.ts';
import { findSlots } from '../find-slot.ts';
import { solve } from '../solve.ts';
import { explainPlan } from './explain.ts';
import type { Blocker } from './why-not/blockers.ts';

const nothing = ({ visits }: Problem): Schedule => ({ routes: [], unplaced: visits.map(({ id }) => id) });

/** More work than fits, with somebody away for some of the day. */
function overbooked(seed: number): Problem {
  const problem =
    seed % 2 === 0 ? dispatchDays(seed, 30 + (Math.abs(seed) % 6)) : promised(dispatchDays(seed, 22));
  const start = 480 + 60 * (Math.abs(seed) % 5);
  return withAbsence(problem, 't3', { start, end: start + 60 * (2 + (Math.abs(seed) % 6)) });
}

test(
  'what blocks a technician is the cause: without it the visit fits, and with it it does not',
  () => {
    const seen = new Map<string, number>();
    assert(
      property(integer(), (seed) => {
        const problem = overbooked(seed);
        const { schedule } = solve(problem, { seed, stop: { iterations: 300 } });
        for (const { visit: id, blockers } of explainPlan(problem, nothing(problem), schedule).unplaced) {
          const visit = problem.visits.find((one) => one.id === id)!;
          for (const blocker of blockers) {
            seen.set(blocker.code, (seen.get(blocker.code) ?? 0) + 1);
            for (const technician of peopleOf(blocker)) hold(problem, schedule, visit, blocker, technician);
          }
        }
      }),
      { numRuns: runs(4, 300), examples: [[2], [3], [5]] },
    );
    for (const code of ['full', 'taken', 'away', 'skill'])
      expect([code, (seen.get(code) ?? 0) > 0]).toEqual([code, true]);
  },
  PATIENCE,
);

function peopleOf(blocker: Blocker): readonly string[] {
  if ('people' in blocker) return blocker.people.map(({ technician }) => technician);
  return 'technicians' in blocker ? blocker.technicians : [blocker.technician];
}

/** One blocker of one technician against what the search finds without it. */
function hold(problem: Problem, schedule: Schedule, visit: Visit, blocker: Blocker, id: string): void {
  const technician = problem.technicians.find((one) => one.id === id)!;
  const own = visitsOf(problem, schedule, id);
  if (blocker.code !== 'taken') expect(canDoAll(problem, technician, [...own, visit], 1)).toBe(false);
  // Nor with everything else standing still.
  expect(findSlots(problem, schedule, visit.id, { technicians: [id] })).toEqual([]);
  if (blocker.code === 'skill') {
    for (const skill of blocker.skills) expect(technician.skills).not.toContain(skill);
    const { absences: _, unbroken, ...there } = technician;
    const skilled = { ...there, skills: [...there.skills, ...blocker.skills] };
    const plain = { ...visit, windows: [{ start: 420, end: 900 }] };
    expect(canDoAll(problem, { ...skilled, shifts: unbroken ?? there.shifts }, [plain])).toBe(true);
  }
  if (blocker.code === 'away') {
    const { absences: _, unbroken, ...there } = technician;
    expect(canDoAll(problem, { ...there, shifts: unbroken! }, [...own, visit])).toBe(true);
  }
  if (blocker.code === 'taken') {
    const named = new Set(blocker.visits);
    // All of them are needed to explain it.
    for (const one of blocker.visits) {
      const others = schedule.routes.map(lacking((id) => id !== one && named.has(id)));
      expect(findSlots(problem, { ...schedule, routes: others }, visit.id, { technicians: [id] })).toEqual(
        [],
      );
    }
    expect(canDoAll(problem, technician, [...own.filter((one) => !named.has(one.id)), visit])).toBe(true);
  }
  // What an absence has cut in two is longer in neither part.
  if (blocker.code === 'full' && technician.absences === undefined) {
    const { short, isExact } = blocker.people.find((one) => one.technician === id)!;
    const longer = (by: number) => ({ ...technician, shifts: technician.shifts.map(prolonged(by)) });
    if (isExact) expect(canDoAll(problem, longer(short), [...own, visit])).toBe(true);
    expect(canDoAll(problem, longer(short - 1), [...own, visit], 1)).toBe(false);
  }
}

function prolonged(by: number): (shift: Shift) => Shift {
  return (shift) => ({ ...shift, latestEnd: (shift.latestEnd ?? shift.end) + by });
}

function atAnyTime(visit: Visit): Visit {
  return { ...visit, windows: [{ start: 0, end: 5000 }] };
}

function lacking(isGone: (visit: string) => boolean): (route: Route) => Route {
  return (route) => ({ ...route, stops: route.stops.filter(({ visit }) => !isGone(visit)) });
}

/** Every customer was promised an hour of the morning. */
function promised(problem: Problem): Problem {
  const hourOf = (start: number, v: number): number => start - (start % 1440) + 420 + 60 * (v % 4);
  return {
    ...problem,
    visits: problem.visits.map((visit, v) => ({
      ...visit,
      windows: visit.windows.map(({ start }) => ({ start: hourOf(start, v), end: hourOf(start, v) + 60 })),
    })),
  };
}

test(
  'every remedy works as it is told: nothing is broken by it, and the visit has its place',
  () => {
    const seen = new Map<string, number>();
    assert(
      property(integer(), (seed) => {
        const wide = seed % 2 === 0 ? dispatchDays(seed, 18, 3) : promised(dispatchDays(seed, 13, 3));
        const day = firstDay(wide);
        // Some were chosen, and the others are free.
        const problem = { ...day, technicians: day.technicians.slice(0, 3 + (Math.abs(seed) % 2)) };
        const { schedule } = solve(problem, { seed, stop: { iterations: 200 } });
        const later = solve(wide, { seed, stop: { iterations: 200 } }).schedule.routes;
        const current = { routes: later.filter(({ shift }) => shift !== 'day 0'), unplaced: [] };
        const wider = { ...wide, current };
        const planned = new Set(problem.visits.map(({ id }) => id));
        const others = current.routes.map(lacking((id) => planned.has(id)));
        const all: Schedule = {
          routes: [...others.filter(({ stops }) => stops.length > 0), ...schedule.routes],
          unplaced: schedule.unplaced,
        };
        for (const { visit, remedies } of explainPlan(problem, nothing(problem), schedule, { wider })
          .unplaced) {
          for (const remedy of remedies) {
            seen.set(remedy.code, (seen.get(remedy.code) ?? 0) + 1);
            const moved = new Set(remedy.moves.map((move) => move.visit));
            const agreed = agreedTo(wider, visit, remedy);
            // Another day is what the customer still has to agree to.
            const isFree = ({ id }: Visit) =>
              moved.has(id) &&
              (id !== visit || remedy.code === 'another day' || remedy.code === 'another time');
            const free = {
              ...agreed,
              visits: agreed.visits.map((one) => (isFree(one) ? atAnyTime(one) : one)),
            };
            const after = afterRemedy(free, all, remedy);
            const { violations } = evaluate(free, after);
            expect(violations.filter(({ rule }) => rule !== 'once')).toEqual([]);
            expect(after.unplaced).not.toContain(visit);
          }
        }
      }),
      { numRuns: runs(5, 200), examples: [[2], [3], [5]] },
    );
    for (const code of ['overtime', 'somebody else', 'another day', 'move out', 'shorter', 'window'])
      expect([code, (seen.get(code) ?? 0) > 0]).toEqual([code, true]);
  },
  PATIENCE,
);

test('a wider problem may number its places otherwise', () => {
  const wide = dispatchDays(5, 14, 3);
  const day = firstDay(wide);
  const problem = { ...day, technicians: day.technicians.slice(0, 3) };
  const { schedule } = solve(problem, { seed: 1, stop: { iterations: 200 } });
  const told = (wider: Problem) => explainPlan(problem, nothing(problem), schedule, { wider }).unplaced;
  const codes = told(wide).flatMap(({ remedies }) => remedies.map(({ code }) => code));
  expect(codes).toContain('another day');
  expect(told(backwards(wide))).toEqual(told(wide));
});

/** The same problem with its places counted from the last to the first. */
function backwards(problem: Problem): Problem {
  const { places } = problem.travel[0]!;
  const turned = (place: number): number => places - 1 - place;
  return {
    ...problem,
    travel: problem.travel.map((matrix) => ({ places, times: matrix.times.toReversed() })),
    visits: problem.visits.map((visit) => ({ ...visit, place: turned(visit.place) })),
    technicians: problem.technicians.map((technician) => ({
      ...technician,
      shifts: technician.shifts.map((shift) => ({
        ...shift,
        startPlace: turned(shift.startPlace),
        endPlace: turned(shift.endPlace),
      })),
    })),
  };
}
