import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Schedule, Problem } from '@muster/domain/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { dispatcherWords } from './explain/dispatcher-words.ts';
import { explainMoves } from './explain/moves.ts';
import { compareSchedules } from './explain/summary.ts';
import { fillGaps } from './fill-gaps.ts';
import { findSlots } from './find-slot.ts';
import { repair } from './repair.ts';
import { sampleDays } from './samples/days.ts';
import { sampleProblem } from './samples/problem.ts';
import { solve } from './solve.ts';

/** Milliseconds: for a machine that has much else to do. */
const PATIENCE = 120_000;
const day = sampleDays({ technicians: 6, visitsPerDay: 45, days: 1, seed: 11 });
const planned = solve(day, { seed: 1, stop: { iterations: 3000 } }).schedule;

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
        expect(evaluate(problem, after.schedule)).toMatchObject({ violations: [] });
        const now = whereabouts(after.schedule);
        for (const [who, when] of whereabouts(before)) expect(now.get(who)).toBe(when);
      }),
      { numRuns: 100 },
    );
  },
  PATIENCE,
);

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
});

test('the slots offered are feasible as they stand, the cheapest first, and say why', () => {
  const visit = planned.routes.at(1)?.stops.at(0)?.visit ?? 'none';
  const without: Schedule = {
    routes: planned.routes.map((route) => ({
      ...route,
      stops: route.stops.filter((s) => s.visit !== visit),
    })),
    unplaced: [...planned.unplaced, visit],
  };
  const base = evaluate(day, without).total;
  const slots = findSlots(day, planned, visit);
  expect(slots.length).toBeGreaterThan(0);
  expect(slots.length).toBeLessThanOrEqual(5);
  expect(slots.map(({ cost }) => cost)).toEqual(slots.map(({ cost }) => cost).sort((a, b) => a - b));
  for (const slot of slots) {
    const [technician = ''] = slot.technicians;
    const route = without.routes.find((own) => own.technician === technician) ?? {
      technician,
      shift: 'day 0',
      stops: [],
      breaks: [],
    };
    const stops = [...route.stops, { visit, start: slot.start }].sort((a, b) => a.start - b.start);
    const schedule = { routes: without.routes.filter((r) => r !== route), unplaced: planned.unplaced };
    // The break may have to move for it: all that is promised is that some timetable keeps the rules.
    const trial = solve(day, {
      seed: 1,
      stop: { iterations: 0 },
      initial: { ...schedule, routes: [...schedule.routes, { ...route, stops }] },
    });
    expect(evaluate(day, trial.schedule).violations).toEqual([]);
    expect(trial.schedule.unplaced).toEqual(planned.unplaced);
    expect(trial.cost).toBeLessThanOrEqual(base);
    expect(slot.reasons[0]).toEqual({ code: 'driving', added: slot.driving });
  }
});

test('a move says who, what it saves, and who holds the ticket', () => {
  const times = Int32Array.from([0, 30, 10, 30, 0, 40, 10, 40, 0]);
  const shift = (place: number) => [{ id: 'day', start: 0, end: 480, startPlace: place, endPlace: place }];
  const problem: Problem = {
    ...day,
    travel: [{ places: 3, times }],
    technicians: [
      { id: 'd', name: 'Dave', skills: ['gas'], shifts: shift(1) },
      { id: 'p', name: 'Priya', skills: ['gas'], shifts: shift(0) },
    ],
    visits: [{ id: 'v', place: 2, duration: 30, windows: [{ start: 0, end: 400 }], skills: ['gas'] }],
  };
  const route = (technician: string, start: number): Schedule => ({
    routes: [{ technician, shift: 'day', stops: [{ visit: 'v', start }], breaks: [] }],
    unplaced: [],
  });
  const before = route('d', 40);
  const after = route('p', 10);
  const [move] = explainMoves(problem, before, after);
  expect(move && dispatcherWords(problem, 1).move(move)).toBe(
    'Dave → Priya: saves 1 h of driving, both hold the gas ticket',
  );
  expect(compareSchedules(problem, before, after)).toMatchObject({
    before: { travel: 80 },
    after: { travel: 20 },
  });
});

test('a run can be stopped at any time, and reports only better schedules', () => {
  let looks = 0;
  const costs: number[] = [];
  const result = solve(day, {
    seed: 1,
    stop: { iterations: 1_000_000, cancelled: () => ++looks > 20 },
    onBest: ({ result }) => costs.push(result().cost),
  });
  expect(result.iterations).toBeLessThan(2000);
  expect(evaluate(day, result.schedule)).toMatchObject({ violations: [], total: result.cost });
  expect(costs).toEqual([...costs].sort((a, b) => b - a));
  expect(costs.at(-1)).toBe(result.cost);
});
