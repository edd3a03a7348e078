import type {
  Problem,
  Route,
  Schedule,
  Shift,
  Stop,
  Visit,
} from '@muster/domain/dispatch/scheduling/problem';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';
import { expect, test } from 'vitest';

import { fillGaps } from '../solve.ts';
import { findSlots } from '../find-slot.ts';
import { repair } from '../repair.ts';
import { solve } from '../solve.ts';

/** Epoch seconds of a Monday: far beyond what 29 bits hold. */
const MONDAY = 1_794_787_200;
const hour = (h: number): number => MONDAY + h * 3600;

const shift: Shift = { id: 'mon', start: hour(8), end: hour(17), startPlace: 0, endPlace: 0 };
const anytime = [{ start: hour(0), end: hour(24) }];
const visitOf = (id: string, changes: Partial<Visit> = {}): Visit => ({
  id,
  place: 1,
  duration: 3600,
  windows: anytime,
  ...changes,
});

/** Two places, ten minutes apart. */
function problemOf(visits: readonly Visit[], changes: Partial<Shift> = {}): Problem {
  return {
    travel: [{ places: 2, times: Int32Array.from([0, 600, 600, 0]) }],
    technicians: [{ id: 'dave', name: 'Dave', skills: [], shifts: [{ ...shift, ...changes }] }],
    visits,
    weights: { ...defaultWeights, fairness: 0 },
  };
}

function scheduleOf(stops: readonly Stop[], unplaced: readonly string[], shiftId?: string): Schedule {
  const route: Route = { technician: 'dave', stops, breaks: [], ...(shiftId && { shift: shiftId }) };
  return { routes: stops.length === 0 ? [] : [route], unplaced };
}

const options = { seed: 1, stop: { iterations: 200 } };

function startsIn({ routes }: Schedule): Map<string, number> {
  return new Map(routes.flatMap(({ stops }) => stops.map(({ visit, start }) => [visit, start])));
}

test('two visits that overlap stay both, are reported, and their time is taken', () => {
  const problem = problemOf([
    visitOf('a'),
    visitOf('b'),
    visitOf('new', { windows: [{ start: hour(9), end: hour(12) }] }),
  ]);
  const before = scheduleOf(
    [
      { visit: 'a', start: hour(9) },
      { visit: 'b', start: hour(9) + 1800 },
    ],
    ['new'],
    'mon',
  );
  const { schedule, violations } = fillGaps(problem, before, options);
  expect(startsIn(schedule).get('a')).toBe(hour(9));
  expect(startsIn(schedule).get('b')).toBe(hour(9) + 1800);
  expect(violations).toMatchObject([{ rule: 'overlap', visit: 'b', technician: 'dave' }]);
  // At the same place as the last of them, so right after it; and there is no room before.
  expect(startsIn(schedule).get('new')).toBe(hour(10) + 1800);
  expect(findSlots(problem, before, 'new').map(({ start }) => start)).toEqual([hour(10) + 1800]);
});

test.each<[string, Problem, Schedule, string]>([
  [
    'outside its window',
    problemOf([visitOf('a', { windows: [{ start: hour(14), end: hour(15) }] }), visitOf('new')]),
    scheduleOf([{ visit: 'a', start: hour(9) }], ['new'], 'mon'),
    'window',
  ],
  [
    'with somebody who lacks the skill',
    problemOf([visitOf('a', { skills: ['gas'] }), visitOf('new')]),
    scheduleOf([{ visit: 'a', start: hour(9) }], ['new'], 'mon'),
    'skill',
  ],
  [
    'before the shift',
    problemOf([visitOf('a'), visitOf('new')]),
    scheduleOf([{ visit: 'a', start: hour(7) }], ['new'], 'mon'),
    'shift',
  ],
  [
    'after the shift',
    problemOf([visitOf('a'), visitOf('new')]),
    scheduleOf([{ visit: 'a', start: hour(19) }], ['new'], 'mon'),
    'shift',
  ],
  [
    'outside every shift',
    problemOf([visitOf('a'), visitOf('new')]),
    scheduleOf([{ visit: 'a', start: hour(20) }], ['new']),
    'shift',
  ],
  [
    'without the rest of its crew',
    problemOf([visitOf('a', { crew: 2 }), visitOf('new')]),
    scheduleOf([{ visit: 'a', start: hour(9) }], ['new'], 'mon'),
    'crew',
  ],
  [
    'where it leaves no time for the break',
    problemOf([visitOf('a', { duration: 4 * 3600 }), visitOf('new')], {
      breaks: [{ earliest: hour(12), latest: hour(13), duration: 1800 }],
    }),
    scheduleOf([{ visit: 'a', start: hour(11) }], ['new'], 'mon'),
    'break',
  ],
  [
    'on a day that is too long',
    problemOf([visitOf('a'), visitOf('b'), visitOf('new')], { maxDuration: 4 * 3600 }),
    scheduleOf(
      [
        { visit: 'a', start: hour(9) },
        { visit: 'b', start: hour(14) },
      ],
      ['new'],
      'mon',
    ),
    'duration',
  ],
])('a visit %s stays there, is reported, and others are planned around it', (_, problem, before, rule) => {
  const { schedule, violations } = fillGaps(problem, before, options);
  for (const [visit, start] of startsIn(before)) expect(startsIn(schedule).get(visit)).toBe(start);
  expect(schedule.unplaced).toEqual([]);
  expect([...new Set(violations.map((violation) => violation.rule))]).toEqual([rule]);
  const start = startsIn(schedule).get('new')!;
  expect(start).toBeGreaterThanOrEqual(hour(8));
  expect(start + 3600).toBeLessThanOrEqual(hour(17));
  expect(findSlots(problem, before, 'new').length).toBeGreaterThan(0);
});

test('pinned visits that clash stay both, in every way to plan', () => {
  const pin = (start: number) => ({ pinned: { technicians: ['dave'], start } });
  const problem = problemOf([visitOf('a', pin(hour(10))), visitOf('b', pin(hour(10))), visitOf('c')]);
  const before = scheduleOf([{ visit: 'c', start: hour(10) }], ['a', 'b'], 'mon');
  for (const result of [solve(problem, options), repair(problem, before, options)]) {
    expect(startsIn(result.schedule).get('a')).toBe(hour(10));
    expect(startsIn(result.schedule).get('b')).toBe(hour(10));
    expect(result.schedule.unplaced).toEqual([]);
    expect(result.violations).toMatchObject([{ rule: 'overlap', technician: 'dave' }]);
  }
  // What is already on the schedule stays where it is, and clashes with both.
  const filled = fillGaps(problem, before, options);
  expect([...startsIn(filled.schedule).values()]).toEqual([hour(10), hour(10), hour(10)]);
});

test('nothing is planned before now, nor can anybody set out before; what has begun stays', () => {
  const problem = problemOf([visitOf('begun'), visitOf('next'), visitOf('new')]);
  const stops = [
    { visit: 'begun', start: hour(10) },
    { visit: 'next', start: hour(15) },
  ];
  const before = scheduleOf(stops, ['new'], 'mon');
  const now = hour(11) + 1800;
  for (const plan of [solve, repair]) {
    const asked = { ...options, initial: before, scope: { now } };
    const { schedule, violations } = plan === solve ? solve(problem, asked) : repair(problem, before, asked);
    expect(violations).toEqual([]);
    expect(startsIn(schedule).get('begun')).toBe(hour(10));
    expect([...startsIn(schedule).values()].filter((start) => start < now)).toEqual([hour(10)]);
  }
  expect(findSlots(problem, scheduleOf([], [], 'mon'), 'new', { now }).map(({ start }) => start)).toEqual([
    now + 600,
  ]);
});

test('only chosen technicians receive work, and only chosen visits move', () => {
  const two: Problem = {
    ...problemOf([visitOf('a'), visitOf('b'), visitOf('c'), visitOf('d')]),
    technicians: ['dave', 'priya'].map((id) => ({ id, name: id, skills: [], shifts: [shift] })),
  };
  const before = scheduleOf(
    [
      { visit: 'a', start: hour(15) },
      { visit: 'b', start: hour(11) },
    ].reverse(),
    ['c', 'd'],
    'mon',
  );
  const scope = { technicians: ['priya'], visits: ['b', 'c'] };
  const { schedule } = solve(two, { ...options, initial: before, scope });
  const holders = new Map(schedule.routes.flatMap((r) => r.stops.map(({ visit }) => [visit, r.technician])));
  expect(startsIn(schedule).get('a')).toBe(hour(15));
  expect(holders.get('a')).toBe('dave');
  expect(holders.get('c')).toBe('priya');
  expect(schedule.unplaced).toEqual(['d']);
  expect(
    findSlots(two, before, 'c', { technicians: ['priya'] }).map(({ technicians }) => technicians),
  ).toEqual([['priya']]);
});

test('a problem that nobody could plan with is refused with its faults in words', () => {
  const broken = problemOf([visitOf('a', { place: 9 })]);
  expect(() => solve(broken, options)).toThrow(
    'visit a lies at a place that the travel matrices do not have (9)',
  );
});

test('a visit that takes no time fits right before one at the same place that stays', () => {
  const handOver = visitOf('new', { duration: 0, windows: [{ start: hour(9), end: hour(9) }] });
  const problem = problemOf([visitOf('a'), handOver]);
  const before = scheduleOf([{ visit: 'a', start: hour(9) }], ['new'], 'mon');
  const { schedule, violations } = fillGaps(problem, before, options);
  expect(violations).toEqual([]);
  expect(schedule.routes[0]?.stops.map(({ visit }) => visit)).toEqual(['new', 'a']);
});
