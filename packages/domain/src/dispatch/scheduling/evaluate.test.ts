import { expect, test } from 'vitest';

import { evaluate } from './evaluate.ts';
import type { HardRule } from './hard-rules.ts';
import type { Schedule, Problem, Route, Shift, Technician, Visit } from './problem.ts';
import { defaultWeights } from './problem.ts';

/** Two places, ten minutes apart. */
const travel = [{ places: 2, times: Int32Array.from([0, 10, 10, 0]) }];
const shift: Shift = { id: 'mon', start: 0, end: 480, startPlace: 0, endPlace: 0 };
const visit: Visit = { id: 'tap', place: 1, duration: 30, windows: [{ start: 60, end: 120 }] };
const other: Visit = { ...visit, id: 'drain' };
const dave: Technician = {
  id: 'dave',
  name: 'Dave',
  skills: ['gas'],
  shifts: [shift, { ...shift, id: 'tue' }],
};
const priya: Technician = { id: 'priya', name: 'Priya', skills: [], shifts: [shift] };

function problem(visits: readonly Visit[], technicians: readonly Technician[] = [dave, priya]): Problem {
  return { travel, technicians, visits, weights: defaultWeights };
}

function route(
  stops: Route['stops'],
  technician = 'dave',
  breaks: Route['breaks'] = [],
  shift = 'mon',
): Route {
  return { technician, shift, stops, breaks };
}

const tap = (start: number): Route['stops'] => [{ visit: 'tap', start }];
const planned = (...routes: Route[]): Schedule => ({ routes, unplaced: [] });
const withShift = (changes: Partial<Shift>): Technician => ({ ...dave, shifts: [{ ...shift, ...changes }] });
const lunch = { earliest: 200, latest: 240, duration: 30 };

test('a schedule that keeps the rules breaks none, and costs its driving', () => {
  const { violations, costs, total } = evaluate(problem([visit]), planned(route(tap(60))));
  expect(violations).toEqual([]);
  expect(costs['travel cost']).toBe(20 * defaultWeights.travel);
  expect(total).toBe(costs['travel cost'] + costs.fairness);
});

test.each<[HardRule, Problem, Schedule]>([
  ['known', problem([visit]), planned(route([...tap(60), { visit: 'ghost', start: 200 }]))],
  ['once', problem([visit]), planned()],
  ['once', problem([visit]), { routes: [route(tap(60))], unplaced: ['tap'] }],
  ['skill', problem([{ ...visit, skills: ['gas'] }]), planned(route(tap(60), 'priya'))],
  [
    'skill',
    problem(
      [{ ...visit, crew: 2, crewSkills: [['gas'], ['gas']] }],
      [dave, { ...dave, id: 'sam', skills: [] }],
    ),
    planned(route(tap(60)), route(tap(60), 'sam')),
  ],
  [
    'skill',
    problem(
      [{ ...visit, crewSkills: [['gas'], ['roof']] }],
      [
        { ...dave, skills: ['gas', 'roof'] },
        { ...dave, id: 'sam', skills: ['lift'] },
      ],
    ),
    planned(route(tap(60)), route(tap(60), 'sam')),
  ],
  ['banned', problem([{ ...visit, banned: ['dave'] }]), planned(route(tap(60)))],
  ['fixed', problem([{ ...visit, fixed: ['priya'] }]), planned(route(tap(60)))],
  ['pinned', problem([{ ...visit, pinned: { technicians: ['dave'], start: 90 } }]), planned(route(tap(60)))],
  ['window', problem([visit]), planned(route(tap(130)))],
  ['crew', problem([{ ...visit, crew: 2 }]), planned(route(tap(60)))],
  ['crew', problem([{ ...visit, crew: 2 }]), planned(route(tap(60)), route(tap(61), 'priya'))],
  ['travel', problem([{ ...visit, windows: [{ start: 0, end: 99 }] }]), planned(route(tap(9)))],
  ['overlap', problem([visit, other]), planned(route([...tap(60), { visit: 'drain', start: 89 }]))],
  [
    'overlap',
    problem([visit, other]),
    planned(route(tap(60)), route([{ visit: 'drain', start: 70 }], 'dave', [], 'tue')),
  ],
  [
    'overlap',
    problem([{ ...visit, duration: 120 }, other, { ...visit, id: 'gutter' }]),
    planned(
      route([...tap(60), { visit: 'drain', start: 65 }, { visit: 'gutter', start: 115 }], 'dave', [], 'tue'),
    ),
  ],
  [
    'ticket',
    problem([{ ...visit, skills: ['gas'] }], [{ ...dave, expiries: [{ skill: 'gas', at: 60 }] }]),
    planned(route(tap(60))),
  ],
  [
    'skill',
    problem([{ ...visit, crewSkills: [['gas']] }], [{ ...dave, expiries: [{ skill: 'gas', at: 60 }] }]),
    planned(route(tap(60))),
  ],
  ['absence', problem([visit], [{ ...dave, absences: [{ start: 89, end: 200 }] }]), planned(route(tap(60)))],
  ['shift', problem([visit], [withShift({ start: 61 })]), planned(route(tap(60)))],
  ['shift', problem([visit], [withShift({ end: 95 })]), planned(route(tap(60)))],
  ['shift', problem([visit]), planned({ technician: 'dave', stops: tap(60), breaks: [] })],
  [
    'break',
    problem([{ ...visit, duration: 300 }], [withShift({ breaks: [lunch] })]),
    planned(route(tap(60))),
  ],
  [
    'break',
    problem([{ ...visit, duration: 300 }], [withShift({ breaks: [lunch] })]),
    planned(route(tap(60), 'dave', [{ rule: 0, start: 210 }])),
  ],
  ['duration', problem([visit], [withShift({ maxDuration: 49 })]), planned(route(tap(60)))],
  [
    'capacity',
    problem([{ ...visit, loads: [1, 5] }], [{ ...dave, capacity: [1, 4] }]),
    planned(route(tap(60))),
  ],
])('%s is found broken, and nothing else', (rule, given, schedule) => {
  expect([...new Set(evaluate(given, schedule).violations.map((violation) => violation.rule))]).toEqual([
    rule,
  ]);
});

test('a ticket proves a skill until it expires, and nobody is missed before or after an absence', () => {
  const away = [
    { start: 0, end: 60 },
    { start: 90, end: 99 },
  ];
  const gas: Technician = { ...dave, expiries: [{ skill: 'gas', at: 61 }], absences: away };
  const given = problem([{ ...visit, skills: ['gas'] }], [gas]);
  expect(evaluate(given, planned(route(tap(60)))).violations).toEqual([]);
});

test('of three visits at once two overlap, each told with the time that it shares', () => {
  const long: Visit = { ...visit, duration: 120 };
  const third: Visit = { ...visit, id: 'gutter', place: 1 };
  const stops = [...tap(60), { visit: 'drain', start: 65 }, { visit: 'gutter', start: 115 }];
  const { violations } = evaluate(problem([long, other, third]), planned(route(stops)));
  expect(violations.map(({ visit: id, amount }) => [id, amount])).toEqual([
    ['drain', 115],
    ['gutter', 65],
  ]);
});

test('a crew has somebody for each list of skills, whoever it is', () => {
  const boiler: Visit = { ...visit, skills: [], crewSkills: [[], ['gas']] };
  const together = planned(route(tap(60)), route(tap(60), 'priya'));
  expect(evaluate(problem([boiler]), together).violations).toEqual([]);
});

test('soft rules are priced by their weights', () => {
  const wished: Visit = { ...visit, promise: 70, preferred: ['priya'] };
  const current = planned(route(tap(60), 'priya'));
  const weights = { ...defaultWeights, moved: 7, retimed: 3, retimeTolerance: 5 };
  const given: Problem = {
    ...problem([wished], [withShift({ end: 125, latestEnd: 300, cost: 9 }), priya]),
    current,
    weights,
  };
  const { costs, violations } = evaluate(given, planned(route(tap(100))));
  expect(violations).toEqual([]);
  expect(costs).toMatchObject({
    lateness: 30 * weights.lateness,
    overtime: 15 * weights.overtime,
    disturbance: 10,
    preference: weights.preference,
    'shift cost': 9,
    unplaced: 0,
  });
  const left = evaluate(given, { routes: [], unplaced: ['tap'] });
  expect(left.costs.unplaced).toBe(weights.unplaced);
});
