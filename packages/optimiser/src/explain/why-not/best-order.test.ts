import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Route, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../../test/runs.ts';
import { sampleProblem } from '../../samples/problem.ts';
import { bestOrder } from './best-order.ts';

/** Every order and every minute at which a break could be: slow, and judged by the evaluator alone. */
function leastOver(problem: Problem, visits: readonly Visit[]): number {
  const [technician] = problem.technicians;
  const shift = technician!.shifts[0]!;
  const far = { ...technician!, shifts: [{ ...shift, latestEnd: shift.end + 5000 }] };
  const alone: Problem = { ...problem, technicians: [far], visits };
  let least = Infinity;
  for (const order of ordersOf(visits)) {
    for (const pause of pausesOf(shift.breaks?.[0])) {
      const route = timed(alone, order, pause);
      if (route === undefined) continue;
      const { violations } = evaluate(alone, { routes: [route.route], unplaced: [] });
      if (violations.length === 0) least = Math.min(least, route.back - (shift.latestEnd ?? shift.end));
    }
  }
  return least;
}

function pausesOf(rule: { earliest: number; latest: number } | undefined): (number | undefined)[] {
  if (rule === undefined) return [undefined];
  return [undefined, ...Array.from({ length: rule.latest - rule.earliest + 1 }, (_, k) => rule.earliest + k)];
}

function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, i) => ordersOf(list.toSpliced(i, 1)).map((rest) => [first].concat(rest)));
}

/** Each visit as soon as it can, the break exactly then. */
function timed(
  problem: Problem,
  order: readonly Visit[],
  pause: number | undefined,
): { route: Route; back: number } | undefined {
  const { id, profile, shifts } = problem.technicians[0]!;
  const shift = shifts[0]!;
  const { places, times } = problem.travel[profile ?? 0]!;
  const length = shift.breaks?.[0]?.duration ?? 0;
  let time = shift.start;
  let place = shift.startPlace;
  const stops: { visit: string; start: number }[] = [];
  let isTaken = pause === undefined;
  for (const visit of order) {
    const travel = times[place * places + visit.place]!;
    const open = (from: number): number => {
      const window = visit.windows.find(({ end }) => from <= end);
      return window === undefined ? Infinity : Math.max(from, window.start);
    };
    let start = open(time + travel);
    if (!isTaken && pause! >= time && start + visit.duration > pause!) {
      // The break comes before this visit: after the drive where there is time for it, else before.
      const left = time + travel <= pause! ? pause! + length : pause! + length + travel;
      start = open(left);
      isTaken = true;
    }
    if (start === Infinity) return undefined;
    stops.push({ visit: visit.id, start });
    time = start + visit.duration;
    place = visit.place;
  }
  const home = times[place * places + shift.endPlace]!;
  const back = isTaken ? time + home : Math.max(time, pause! + length) + home;
  const breaks = pause === undefined ? [] : [{ rule: 0, start: pause }];
  return { route: { technician: id, shift: shift.id, stops, breaks }, back };
}

test(
  'what is missing whatever the order is what the best of all orders misses',
  () => {
    const seen = { short: 0, fits: 0, never: 0 };
    assert(
      property(integer(), integer({ min: 1, max: 5 }), (seed, count) => {
        const { current: _, ...sample } = sampleProblem(seed, {
          technicians: 1,
          visits: count,
          days: 1,
          pins: false,
        });
        const [technician] = sample.technicians;
        const { maxDuration: __, ...shift } = technician!.shifts[0]!;
        const breaks = shift.breaks?.slice(0, 1);
        const person = {
          ...technician!,
          capacity: [1000, 1000],
          shifts: [{ ...shift, ...(breaks && { breaks }) }],
        };
        const visits = sample.visits.map(({ id, place, duration, windows }): Visit => ({
          id,
          place,
          duration,
          windows: windows
            .map(({ start, end }) => ({ start, end: end + 80 * Math.abs(seed % 4) }))
            .slice(0, 1),
        }));
        const problem: Problem = { ...sample, technicians: [person], visits };
        const { atLeast, found } = bestOrder(problem, person, person.shifts[0]!, visits, 'best');
        const rough = bestOrder(problem, person, person.shifts[0]!, visits, 'fit');
        expect(rough.atLeast > 0).toBe(atLeast > 0);
        expect(rough.atLeast).toBeLessThanOrEqual(atLeast > 0 ? atLeast : 0);
        const least = leastOver(problem, visits);
        if (least > 0) expect(atLeast).toBe(least);
        else expect(atLeast).toBeLessThanOrEqual(0);
        if (least === Infinity) seen.never++;
        else if (least > 0) seen.short++;
        else seen.fits++;
        if (least < Infinity) {
          const far = { ...person, shifts: [{ ...person.shifts[0]!, latestEnd: shift.end + 5000 }] };
          const day = { ...problem, technicians: [far] };
          expect(evaluate(day, { routes: [found!.route], unplaced: [] }).violations).toEqual([]);
        } else expect(found).toBe(undefined);
      }),
      { numRuns: runs(120, 600) },
    );
    expect(Math.min(seen.short, seen.fits, seen.never)).toBeGreaterThan(0);
  },
  PATIENCE,
);
