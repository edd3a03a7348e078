import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { blockedBy } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Problem, Schedule, Shift, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { travelTime } from '@muster/domain/dispatch/scheduling/walk';
import { expect, test } from 'vitest';

import { outsideShifts, withAbsence } from '../test/dispatch-day.ts';
import { PATIENCE, runs } from '../test/runs.ts';
import { lostPlaces } from './hold/lost-places.ts';
import { repair } from './repair.ts';
import { sampleDays } from './samples/days.ts';
import { solve } from './solve.ts';

const AWAY = { start: 0, end: 1440 };
const NOW = 400;

/** What a customer was told is kept to: windows of up to five hours. */
function withAgreed(visit: Visit): Visit {
  const [window] = visit.windows;
  return window!.end - window!.start <= 300 ? { ...visit, agreed: true } : visit;
}

/** A planned day on which somebody is away from the morning on. */
function disrupted(
  whole: Problem,
  seed: number,
): { problem: Problem; before: Schedule; lost: ReadonlySet<string> } {
  const planned = solve(whole, { seed, stop: { iterations: 600 } }).schedule;
  const waits = new Set(planned.unplaced);
  const visits = whole.visits.filter(({ id }) => !waits.has(id));
  const problem = withAbsence({ ...whole, visits }, 't1', AWAY);
  const before = outsideShifts(problem, { ...planned, unplaced: [] });
  return { problem, before, lost: lostPlaces(problem, before, { now: NOW }) };
}

function placesIn({ routes }: Schedule): Map<string, { start: number; technicians: string }> {
  const all = routes.flatMap(({ technician, stops }) => stops.map((stop) => ({ technician, ...stop })));
  return new Map(
    [...Map.groupBy(all, ({ visit }) => visit)].map(([visit, crew]) => [
      visit,
      {
        start: crew[0]!.start,
        technicians: crew
          .map(({ technician }) => technician)
          .sort()
          .join(' '),
      },
    ]),
  );
}

/** What lost nothing and is elsewhere, at another time or with somebody else; and what lost nothing and is nowhere. */
function disturbed(
  before: Schedule,
  after: Schedule,
  lost: ReadonlySet<string>,
): { moved: string[]; gone: string[] } {
  const found = placesIn(after);
  const others = [...placesIn(before)].filter(([visit]) => !lost.has(visit));
  return {
    moved: others.flatMap(([visit, { start, technicians }]) => {
      const place = found.get(visit);
      return place && (place.start !== start || place.technicians !== technicians) ? [visit] : [];
    }),
    gone: others.map(([visit]) => visit).filter((visit) => !found.has(visit)),
  };
}

test(
  'an absence moves what lost its place, to somebody else at its time where anybody is free; a crew that lost nobody stays, and nothing is thrown out',
  () => {
    let [lostOnes, sameTime, movedOnes] = [0, 0, 0];
    for (let seed = 1; seed <= runs(4, 120); seed++) {
      const whole = sampleDays({ technicians: 10, visitsPerDay: 44 + 4 * (seed % 4), days: 1, seed });
      const visits = whole.visits.map((visit, v) => ({
        ...withAgreed(visit),
        ...(v % 8 === 3 && { crew: 2 }),
      }));
      // Some of what is on the board begins at odd minutes: somebody put it there.
      const odd = disrupted({ ...whole, visits }, seed);
      const { before, lost } = odd;
      const problem: Problem = { ...odd.problem, grid: 5 };
      const { schedule } = repair(problem, before, { seed, stop: {}, scope: { now: NOW } });
      expect(evaluate(problem, schedule).violations).toEqual([]);
      const { moved, gone } = disturbed(before, schedule, lost);
      expect(gone).toEqual([]);
      // Others have moved for nothing but what was agreed, and as few as three for each.
      const agreed = [...lost].filter((id) => problem.visits.find((visit) => visit.id === id)!.agreed);
      expect(moved.length).toBeLessThanOrEqual(3 * agreed.length);
      const [was, is] = [placesIn(before), placesIn(schedule)];
      for (const id of lost) {
        const place = is.get(id);
        const visit = problem.visits.find((one) => one.id === id)!;
        // What began at an odd minute goes to the next full five.
        const wish = Math.ceil(was.get(id)!.start / 5) * 5;
        lostOnes += 1;
        movedOnes += place === undefined ? 0 : 1;
        if (place !== undefined) expect(place.start % 5, `${id} at ${place.start}`).toBe(0);
        if (place?.start === wish) sameTime += 1;
        else if (visit.crew === undefined) expect(couldKeepTime(problem, schedule, visit, wish)).toBe(false);
      }
      for (const id of moved) expect(is.get(id)!.start % 5, `${id} moved`).toBe(0);
    }
    expect(sameTime).toBeGreaterThan(lostOnes / 2);
    expect(movedOnes).toBeGreaterThan(lostOnes * 0.9);
  },
  PATIENCE,
);

/** Whether anybody could come at that time, with everything else as it is. */
function couldKeepTime(problem: Problem, after: Schedule, visit: Visit, start: number): boolean {
  const others = after.routes.map((route) => ({
    ...route,
    stops: route.stops.filter((stop) => stop.visit !== visit.id),
  }));
  const rules = evaluate(problem, {
    routes: others.filter(({ stops }) => stops.length > 0),
    unplaced: [visit.id],
  }).violations;
  expect(rules).toEqual([]);
  return problem.technicians.some(({ id, shifts }) =>
    shifts.some((shift) => {
      const own = others.find((route) => route.technician === id && route.shift === shift.id);
      const stops = [...(own?.stops ?? []), { visit: visit.id, start }].toSorted((a, b) => a.start - b.start);
      const rest = others.filter((route) => route !== own && route.stops.length > 0);
      const tried = { technician: id, shift: shift.id, stops, breaks: own?.breaks ?? [] };
      return (
        evaluate(problem, {
          routes: [...rest, tried],
          unplaced: after.unplaced.filter((one) => one !== visit.id),
        }).violations.length === 0
      );
    }),
  );
}

test(
  'of all ways to keep what was agreed, a repair takes one that moves the fewest others',
  () => {
    const counts = new Map<number, number>();
    const worse: number[] = [];
    const days = runs(20, 1_000);
    for (let seed = 1; seed <= days; seed++) {
      const whole = sampleDays({ technicians: 3, visitsPerDay: 11, days: 1, seed });
      const small: Problem = {
        ...whole,
        technicians: whole.technicians.map((technician) => ({
          ...technician,
          shifts: technician.shifts.map((shift): Shift => ({ ...shift, breaks: [] })),
        })),
        visits: whole.visits.map((visit) => withAgreed({ ...visit, duration: visit.duration * 2 })),
      };
      const { problem, before, lost } = disrupted(small, seed);
      const { schedule } = repair(problem, before, { seed, stop: {}, scope: { now: NOW } });
      expect(evaluate(problem, schedule).violations).toEqual([]);
      const { moved, gone } = disturbed(before, schedule, lost);
      expect(gone).toEqual([]);
      const out = problem.visits.filter(({ id, agreed }) => agreed && schedule.unplaced.includes(id));
      const best = fewestMoves(problem, before, lost);
      const isWorse = weightOf(out) > best.out || (weightOf(out) === best.out && moved.length > best.moved);
      if (isWorse) worse.push(seed);
      counts.set(moved.length, (counts.get(moved.length) ?? 0) + 1);
    }
    // Chains of three others, on days without any room, are not all tried.
    expect(worse.length, `days ${worse.join(', ')}`).toBeLessThanOrEqual(days / 50);
    expect(counts.get(0)).toBeGreaterThan(0);
    expect(counts.get(1)).toBeGreaterThan(0);
    expect(counts.get(2)).toBeGreaterThan(0);
  },
  PATIENCE,
);

const weightOf = (visits: readonly Visit[]): number =>
  visits.reduce((sum, { priority = 1 }) => sum + priority, 0);

/** By trying all: how much of what was agreed has to be left out though up to three others move, and how few have to. */
function fewestMoves(
  problem: Problem,
  before: Schedule,
  lost: ReadonlySet<string>,
): { out: number; moved: number } {
  const visits = new Map(problem.visits.map((visit) => [visit.id, visit]));
  const agreed = [...lost].map((id) => visits.get(id)!).filter((visit) => visit.agreed);
  const others = before.routes.flatMap(({ technician, stops }) =>
    stops.filter(({ visit }) => !lost.has(visit)).map(({ visit, start }) => ({ technician, visit, start })),
  );
  let best = { out: weightOf(agreed), moved: 0 };
  for (const freed of subsetsUpTo(others, 3)) {
    const free = freed.map(({ visit }) => visits.get(visit)!);
    const days = problem.technicians.flatMap((technician) =>
      technician.shifts.map((shift) => ({
        technician,
        shift,
        fixed: others
          .filter((one) => one.technician === technician.id && !freed.includes(one))
          .toSorted((a, b) => a.start - b.start),
      })),
    );
    const fits = (day: (typeof days)[number], set: readonly Visit[]): boolean => {
      const { shift, fixed } = day;
      const matrix = problem.travel[0];
      const go = (time: number, place: number, at: number, left: readonly Visit[]): boolean => {
        const next = fixed[at];
        if (next === undefined && left.length === 0)
          return time + travelTime(matrix, place, shift.endPlace) <= (shift.latestEnd ?? shift.end);
        if (next !== undefined) {
          const visit = visits.get(next.visit)!;
          const isInTime = time + travelTime(matrix, place, visit.place) <= next.start;
          if (!isInTime) return false;
          if (go(next.start + visit.duration, visit.place, at + 1, left)) return true;
        }
        return left.some((visit) => {
          const start = Math.max(time + travelTime(matrix, place, visit.place), visit.windows[0]!.start, NOW);
          if (start > visit.windows[0]!.end) return false;
          return go(
            start + visit.duration,
            visit.place,
            at,
            left.filter((one) => one !== visit),
          );
        });
      };
      return (
        set.every((visit) => blockedBy(visit, day.technician) === undefined) &&
        go(Math.max(shift.start, NOW), shift.startPlace, 0, set)
      );
    };
    const share = (rest: readonly Visit[], loads: readonly (readonly Visit[])[]): boolean => {
      const [visit, ...later] = rest;
      if (visit === undefined) return true;
      return days.some((day, d) => {
        const load = [...loads[d]!, visit];
        return fits(day, load) && share(later, loads.with(d, load));
      });
    };
    for (const kept of subsetsUpTo(agreed, agreed.length)) {
      const out = weightOf(agreed.filter((visit) => !kept.includes(visit)));
      const isBetter = out < best.out || (out === best.out && freed.length < best.moved);
      if (
        isBetter &&
        share(
          [...free, ...kept],
          days.map(() => []),
        )
      )
        best = { out, moved: freed.length };
    }
  }
  return best;
}

function subsetsUpTo<T>(all: readonly T[], most: number): T[][] {
  const found: T[][] = [[]];
  for (const one of all)
    found.push(...found.filter((set) => set.length < most).map((set) => set.concat([one])));
  return found.sort((a, b) => a.length - b.length);
}

test('a machine that is too slow for the time it has still places what finds room without moving anybody', () => {
  const { problem, before, lost } = disrupted(
    sampleDays({ technicians: 10, visitsPerDay: 30, days: 1, seed: 5 }),
    5,
  );
  expect(lost.size).toBeGreaterThan(0);
  let now = 0;
  const slow = { milliseconds: 1, clock: () => (now += 1_000) };
  const { schedule } = repair(problem, before, { seed: 1, stop: slow, scope: { now: NOW } });
  const found = placesIn(schedule);
  expect([...lost].filter((visit) => found.has(visit)).length).toBeGreaterThan(0);
});
