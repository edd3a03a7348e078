import { crewSize } from '@muster/domain/dispatch/scheduling/crew';
import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import type { Problem, Schedule, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../test/runs.ts';
import { explainVisit } from './explain/explain.ts';
import { findSlots } from './find-slot.ts';
import { sampleDays } from './samples/days.ts';
import { sampleProblem } from './samples/problem.ts';
import { solve } from './solve.ts';

const day = sampleDays({ technicians: 6, visitsPerDay: 45, days: 1, seed: 11 });
const planned = solve(day, { seed: 1, stop: { iterations: 3000 } }).schedule;

test('the slots offered are feasible as they stand, the cheapest first, and say why', () => {
  const visit = planned.routes.at(1)?.stops.at(0)?.visit ?? 'none';
  const without = placed(day, planned, visit, [], 0);
  const base = evaluate(day, without).total;
  const slots = findSlots(day, planned, visit);
  expect(slots.length).toBeGreaterThan(0);
  expect(slots.length).toBeLessThanOrEqual(5);
  expect(slots.map(({ cost }) => cost)).toEqual(slots.map(({ cost }) => cost).sort((a, b) => a - b));
  for (const slot of slots) {
    // The break may have to move for it: all that is promised is that some timetable keeps the rules.
    const trial = solve(day, {
      seed: 1,
      stop: { iterations: 0 },
      initial: placed(day, planned, visit, slot.technicians, slot.start),
    });
    expect(evaluate(day, trial.schedule).violations).toEqual([]);
    expect(trial.schedule.unplaced).toEqual(planned.unplaced);
    expect(trial.cost).toBeLessThanOrEqual(base);
    expect(slot.reasons[0]).toEqual({ code: 'driving', added: slot.driving });
  }
});

test('on a grid slots begin at full steps of it, but where the visits around leave no such start', () => {
  const visits = planned.routes.flatMap(({ stops }) => stops.map(({ visit }) => visit)).slice(0, 12);
  let [all, odd] = [0, 0];
  for (const visit of visits) {
    const exact = findSlots(day, planned, visit);
    const slots = findSlots({ ...day, grid: 5 }, planned, visit);
    expect(slots.length).toBe(exact.length);
    for (const { technicians, start } of slots) {
      all += 1;
      if (start % 5 === 0) continue;
      odd += 1;
      const later = Math.ceil(start / 5) * 5;
      const tried = evaluate(day, placed(day, planned, visit, technicians, later));
      expect(tried.violations.length, `${visit} at ${later}`).toBeGreaterThan(0);
    }
  }
  expect(odd).toBeLessThan(all / 2);
});

/** The schedule with the visit there instead of where it was; with nobody it is unplaced. */
function placed(
  problem: Problem,
  schedule: Schedule,
  visit: string,
  technicians: readonly string[],
  start: number,
): Schedule {
  const routes = problem.technicians.map(({ id: technician, shifts: [shift] }) => {
    const old = schedule.routes.find((route) => route.technician === technician);
    const stops = (old?.stops ?? []).filter((stop) => stop.visit !== visit);
    if (technicians.includes(technician)) stops.push({ visit, start });
    return {
      technician,
      shift: shift!.id,
      stops: stops.sort((a, b) => a.start - b.start),
      breaks: old?.breaks ?? [],
    };
  });
  const others = schedule.unplaced.filter((id) => id !== visit);
  return { routes, unplaced: technicians.length === 0 ? [...others, visit] : others };
}

/** Without breaks, which may move for a slot: then a schedule tells by itself what a slot costs. */
function withoutBreaks(seed: number): Problem {
  const { current: _, ...problem } = sampleProblem(seed, { technicians: 4, visits: 9, days: 1, pins: false });
  const technicians = problem.technicians.map((technician) => ({
    ...technician,
    shifts: technician.shifts.map(({ breaks: __, maxDuration: ___, ...shift }) => shift),
  }));
  return { ...problem, technicians };
}

function crewsOf(problem: Problem, size: number): string[][] {
  const all = problem.technicians.map(({ id }) => id);
  const choose = (from: readonly string[], count: number): string[][] =>
    count === 0
      ? [[]]
      : from.flatMap((id, i) => choose(from.slice(i + 1), count - 1).map((rest) => [id].concat(rest)));
  return choose(all, size);
}

/** What the best place costs, by trying every crew at every minute. */
function cheapestOfAll(problem: Problem, without: Schedule, visit: Visit): number {
  const base = evaluate(problem, without).total;
  const penalty = visit.penalty ?? (visit.priority ?? 1) * problem.weights.unplaced;
  let best = Infinity;
  for (const { start: from, end } of visit.windows) {
    for (let start = from; start <= end; start++) {
      for (const crew of crewsOf(problem, crewSize(visit))) {
        const judged = evaluate(problem, placed(problem, without, visit.id, crew, start));
        if (judged.violations.length === 0) best = Math.min(best, judged.total - base + penalty);
      }
    }
  }
  return best;
}

test(
  'the first slot is the cheapest there is, for crews with their tickets as well, and costs what it says',
  () => {
    let seen = { alone: 0, crews: 0 };
    assert(
      property(integer(), constantFrom(1, 2, 3), (seed, size) => {
        const sample = withoutBreaks(seed);
        const asked = sample.visits[0]!;
        const { crewSkills: _, ...rest } = asked;
        const crewSkills = Array.from({ length: size }, (__, i) => (i === 0 ? ['gas'] : []));
        const visit: Visit = size === 1 ? { ...rest, crew: 1 } : { ...rest, crew: size, crewSkills };
        const problem = { ...sample, visits: [visit, ...sample.visits.slice(1)] };
        const { schedule } = solve(problem, { seed, stop: { iterations: 30 } });
        const without = placed(problem, schedule, visit.id, [], 0);
        const [first] = findSlots(problem, schedule, visit.id);
        // Where a detour is quicker than the direct way, taking the visit out makes somebody late.
        if (evaluate(problem, without).violations.length > 0) return;
        const best = cheapestOfAll(problem, without, visit);
        expect(first?.cost ?? Infinity).toBe(best);
        if (first !== undefined)
          seen = size === 1 ? { ...seen, alone: seen.alone + 1 } : { ...seen, crews: seen.crews + 1 };
      }),
      { numRuns: runs(15, 300) },
    );
    expect(Math.min(seen.alone, seen.crews)).toBeGreaterThan(0);
  },
  PATIENCE,
);

test('nobody is offered for a visit whose ticket expires before the shift is over', () => {
  const [first] = day.technicians;
  const skills = ['gas'];
  const expired = { ...first!, id: 'expired', skills, expiries: [{ skill: 'gas', at: 500 }] };
  const problem: Problem = {
    ...day,
    technicians: [expired, { ...first!, id: 'proven', skills }],
    visits: [
      { ...day.visits[0]!, id: 'alone', skills },
      { ...day.visits[0]!, id: 'both', skills, crew: 2 },
      { ...day.visits[0]!, id: 'each', skills: [], crew: 2, crewSkills: [skills, skills] },
    ],
  };
  const nothing = { routes: [], unplaced: [] };
  const offered = findSlots(problem, nothing, 'alone').flatMap(({ technicians }) => technicians);
  expect(new Set(offered)).toEqual(new Set(['proven']));
  for (const crew of ['both', 'each']) {
    expect(findSlots(problem, nothing, crew)).toEqual([]);
    const { unplaced } = explainVisit(problem, { ...nothing, unplaced: [crew] }, crew);
    expect(unplaced?.remedies).toEqual([]);
  }
});
