import type { Problem, Schedule, Shift, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';
import { expect, test } from 'vitest';

import { fillGaps } from '../solve.ts';
import { findSlots } from '../find-slot.ts';
import { repair } from '../repair.ts';
import { solve } from '../solve.ts';

const NOON = 720;
const DRIVE = 10;
const day: Shift = {
  id: 'day',
  start: 480,
  end: 1020,
  startPlace: 0,
  endPlace: 0,
  breaks: [{ earliest: NOON, latest: NOON + 15, duration: 30 }],
};

function visitOf(id: string, changes: Partial<Visit> = {}): Visit {
  return { id, place: 1, duration: 20, windows: [{ start: 480, end: 1000 }], ...changes };
}

/** Home and one other place. */
function problemOf(visits: readonly Visit[], shift: Shift = day): Problem {
  return {
    travel: [{ places: 2, times: Int32Array.from([0, DRIVE, DRIVE, 0]) }],
    technicians: [{ id: 'dave', name: 'Dave', skills: [], shifts: [shift] }],
    visits,
    weights: { ...defaultWeights, fairness: 0 },
  };
}

/** Dave's day with a break at noon. */
function scheduleOf(stops: Readonly<Record<string, number>>, unplaced: readonly string[]): Schedule {
  const entered = Object.entries(stops).map(([visit, start]) => ({ visit, start }));
  const route = { technician: 'dave', shift: 'day', stops: entered, breaks: [{ rule: 0, start: NOON }] };
  return { routes: [route], unplaced };
}

const options = { seed: 1, stop: { iterations: 100 } };

/** What each way to plan makes of the visit `new`, with everything else standing still. */
function everyWay(problem: Problem, before: Schedule, now?: number): Schedule[] {
  const scope = { visits: ['new'], ...(now !== undefined && { now }) };
  const asked = { ...options, scope };
  return [
    solve(problem, { ...asked, initial: before }),
    repair(problem, before, asked),
    fillGaps(problem, before, asked),
  ].map(({ schedule }) => schedule);
}

function startOf({ routes }: Schedule, visit: string): number | undefined {
  return routes.flatMap(({ stops }) => stops).find((stop) => stop.visit === visit)?.start;
}

test.each([
  ['during the break', NOON - 10, undefined],
  ['before it', NOON - 20, NOON - 20],
])('a break that a visit squeezes keeps its time: a new visit %s', (_, only, expected) => {
  const squeezing = visitOf('squeezing', { duration: 60 });
  const problem = problemOf([squeezing, visitOf('new', { windows: [{ start: only, end: only }] })]);
  const before = scheduleOf({ squeezing: NOON + 20 }, ['new']);
  for (const schedule of everyWay(problem, before)) {
    expect(startOf(schedule, 'new')).toBe(expected);
    expect(schedule.routes[0]?.breaks).toEqual([{ rule: 0, start: NOON }]);
  }
  expect(findSlots(problem, before, 'new')[0]?.start).toBe(expected);
});

test('nobody is called away from a break that has begun', () => {
  const problem = problemOf([visitOf('done'), visitOf('new')]);
  const before = scheduleOf({ done: 600 }, ['new']);
  for (const schedule of everyWay(problem, before, NOON + 5))
    expect(startOf(schedule, 'new')).toBe(NOON + 30);
  expect(findSlots(problem, before, 'new', { now: NOON + 5 })[0]?.start).toBe(NOON + 30);
});

test('a visit right after a break that has begun stays reachable: the drive was before the break', () => {
  const problem = problemOf([visitOf('next'), visitOf('new', { windows: [{ start: NOON, end: 1000 }] })]);
  const before = scheduleOf({ next: NOON + 30 }, ['new']);
  for (const schedule of everyWay(problem, before, NOON + 5))
    expect(startOf(schedule, 'new')).toBe(NOON + 50);
});

test('a break that is due no more goes once the visits around it have gone', () => {
  const past = [{ start: 480, end: 600 }];
  const problem = problemOf([visitOf('begun'), visitOf('away', { windows: past })], {
    ...day,
    maxDuration: 150,
  });
  const { schedule, violations } = repair(problem, scheduleOf({ begun: 600, away: 800 }, []), {
    ...options,
    scope: { now: 650 },
  });
  expect(schedule.unplaced).toEqual(['away']);
  expect(violations).toEqual([]);
  expect(schedule.routes[0]?.breaks).toEqual([]);
});

test('a break on arrival at the first visit is part of a day with a longest duration', () => {
  const problem = problemOf([visitOf('begun'), visitOf('new', { windows: [{ start: 800, end: 1000 }] })], {
    ...day,
    maxDuration: 110,
  });
  const before = scheduleOf({ begun: NOON + 40 }, ['new']);
  // Out since ten minutes before the break: a visit at 800 would end in time, the way home would not.
  for (const schedule of everyWay(problem, before, NOON + 50)) expect(schedule.unplaced).toEqual(['new']);
  expect(findSlots(problem, before, 'new', { now: NOON + 50 })).toEqual([]);
});
