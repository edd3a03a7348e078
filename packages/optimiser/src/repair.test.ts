import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Problem, Schedule } from '@muster/domain/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { outsideShifts, withAbsence } from '../test/dispatch-day.ts';
import { PATIENCE, runs } from '../test/runs.ts';
import { fillGaps } from './fill-gaps.ts';
import { lostPlaces } from './hold/lost-places.ts';
import { repair } from './repair.ts';
import { sampleDays } from './samples/days.ts';
import { sampleFeasible } from './samples/feasible.ts';
import { solve } from './solve.ts';

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
  expect(schedule.unplaced).toEqual([]);
});

test(
  'a repair is no dearer than handing the whole day of whoever is out to a spare technician',
  () => {
    for (let seed = 1; seed <= runs(10, 300); seed++) {
      const { problem, schedule } = sampleFeasible(seed, { technicians: 5, visitsEach: 6, width: 15 });
      const [out, ...others] = problem.technicians;
      const spare = { ...out!, id: 'spare', name: 'Spare' };
      const short: Problem = {
        ...problem,
        technicians: [...others, spare],
        weights: { ...problem.weights, moved: 100 },
      };
      const handedOver = {
        ...schedule,
        routes: schedule.routes.map((route) =>
          route.technician === out!.id ? { ...route, technician: 'spare' } : route,
        ),
      };
      const judge = { ...short, current: schedule };
      expect(evaluate(judge, handedOver).violations).toEqual([]);
      const mended = repair(short, schedule, { seed, stop: { iterations: 1500 } });
      expect(mended.schedule.unplaced).toEqual([]);
      const judged = evaluate(judge, mended.schedule);
      expect(judged.violations).toEqual([]);
      expect(judged.total).toBeLessThanOrEqual(evaluate(judge, handedOver).total);
    }
  },
  PATIENCE,
);

test(
  'after an absence only those move who lost their place, unless one of them finds none otherwise',
  () => {
    let around = 0;
    let among = 0;
    assert(
      property(integer({ min: 1, max: 1_000_000 }), integer({ min: 30, max: 42 }), (seed, visitsPerDay) => {
        const whole = sampleDays({ technicians: 6, visitsPerDay, days: 1, seed });
        const planned = solve(whole, { seed, stop: { iterations: 800 } }).schedule;
        const waits = new Set(planned.unplaced);
        const absent = withAbsence(
          { ...whole, visits: whole.visits.filter(({ id }) => !waits.has(id)) },
          't1',
          { start: 600, end: 1440 },
        );
        const before = outsideShifts(absent, { ...planned, unplaced: [] });
        const lost = lostPlaces(absent, before, { now: 480 });
        const absentees = before.routes.filter(({ technician }) => technician === 't1');
        const ofAbsent = absentees.flatMap(({ stops }) => stops.map(({ visit }) => visit));
        for (const visit of lost) expect(ofAbsent).toContain(visit);
        const options = { seed, stop: { iterations: 1500 }, scope: { now: 480 } };
        const { schedule } = repair(absent, before, options);
        expect(evaluate(absent, schedule).violations).toEqual([]);

        const places = placesIn(before);
        const moved = [...placesIn(schedule)].filter(
          ([visit, place]) => !lost.has(visit) && places.get(visit) !== place,
        );
        const gone = schedule.unplaced.filter((visit) => !lost.has(visit));
        // Everybody else stands still, and what lost its place goes where there is room.
        const still = fillGaps(absent, without(before, lost), options).schedule;
        const price = (one: Schedule) => evaluate(absent, one).costs.unplaced;
        expect(price(schedule)).toBeLessThanOrEqual(price(still));
        if (price(schedule) === price(still)) expect([...moved, ...gone]).toEqual([]);
        // Ten of them start at another time at most, or five go to somebody else, for a visit of the least priority.
        const isElsewhere = ([visit, place]: [string, string]) =>
          places.get(visit)!.split(' ')[0] !== place.split(' ')[0];
        const disturbed = moved.reduce((sum, one) => sum + (isElsewhere(one) ? 0.2 : 0.1), 0);
        const gained = (price(still) - price(schedule)) / absent.weights.unplaced;
        expect(disturbed).toBeLessThanOrEqual(gained + 0.001);
        for (const [visit] of moved) expect(canGoBack(absent, before, schedule, visit)).toBe(false);
        if (moved.length === 0) around += 1;
        else among += 1;
      }),
      { numRuns: runs(25, 500), seed: 5 },
    );
    expect(around).toBeGreaterThan(0);
    expect(among).toBeGreaterThan(0);
  },
  PATIENCE,
);

function placesIn({ routes }: Schedule): Map<string, string> {
  return new Map(
    routes.flatMap(({ technician, stops }) =>
      stops.map(({ visit, start }) => [visit, `${technician} ${start}`]),
    ),
  );
}

function without({ routes }: Schedule, lost: ReadonlySet<string>): Schedule {
  return {
    routes: routes.map((route) => ({ ...route, stops: route.stops.filter(({ visit }) => !lost.has(visit)) })),
    unplaced: [...lost],
  };
}

/** Whether the visit alone could be where it was, with everything else as it is. */
function canGoBack(problem: Problem, before: Schedule, after: Schedule, visit: string): boolean {
  const home = before.routes.find(({ stops }) => stops.some((stop) => stop.visit === visit))!;
  const stop = home.stops.find((one) => one.visit === visit)!;
  const routes = after.routes.map((route) => {
    const others = route.stops.filter((one) => one.visit !== visit);
    const isHome = route.technician === home.technician && route.shift === home.shift;
    return {
      ...route,
      stops: isHome ? [...others, stop].toSorted((a, b) => a.start - b.start) : others,
    };
  });
  return evaluate(problem, { ...after, routes }).violations.length === 0;
}
