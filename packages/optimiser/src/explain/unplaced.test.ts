import { crewSize } from '@muster/domain/scheduling/crew';
import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Schedule, Problem, Visit } from '@muster/domain/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../test/runs.ts';
import { sampleProblem } from '../samples/problem.ts';
import { solve } from '../solve.ts';
import { crewWith } from './crew-with.ts';
import { fitWith } from './fit-with.ts';
import type { Fit } from './fit.ts';
import { findMates } from './mates.ts';
import type { DaysOf } from './own-days.ts';
import { readDays } from './own-days.ts';
import { relax } from './relax.ts';
import { readSource } from './source.ts';
import type { Relaxation } from './unplaced.ts';
import { explainUnplaced } from './unplaced.ts';

function withRelaxation(schedule: Schedule, visit: string, { routes }: Relaxation): Schedule {
  const changed = new Set(routes.map(({ technician }) => technician));
  return {
    routes: [...schedule.routes.filter((route) => !changed.has(route.technician)), ...routes],
    unplaced: schedule.unplaced.filter((id) => id !== visit),
  };
}

test(
  'waiving the named rule lets the visit in, and without the waiver that very rule is broken',
  () => {
    let seen = 0;
    assert(
      property(integer(), integer({ min: 4, max: 14 }), (seed, visits) => {
        const problem = sampleProblem(seed, { technicians: 2, visits, days: 1, pins: false });
        const { schedule } = solve(problem, { seed, stop: { iterations: 60 } });
        for (const { visit, cheapest } of explainUnplaced(problem, schedule)) {
          if (cheapest === undefined) continue;
          seen += 1;
          const eased = relax(problem, visit, cheapest.technician, cheapest.rule);
          const placed = withRelaxation(schedule, visit, cheapest);
          expect(evaluate(eased, placed).violations).toEqual([]);
          const broken = new Set(evaluate(problem, placed).violations.map(({ rule }) => rule));
          expect([...broken]).toEqual([cheapest.rule]);
        }
      }),
      { numRuns: runs(25, 600) },
    );
    expect(seen).toBeGreaterThan(15);
  },
  PATIENCE,
);

test(
  'every named blocker blocks: no position with that technician keeps the rules',
  () => {
    const seen = { crew: 0, duration: 0 };
    assert(
      property(integer(), integer({ min: 2, max: 3 }), (seed, technicians) => {
        const problem = sampleProblem(seed, { technicians, visits: 10, days: 1, pins: false });
        const { schedule } = solve(problem, { seed, stop: { iterations: 60 } });
        for (const { visit: id, blockers } of explainUnplaced(problem, schedule)) {
          const visit = problem.visits.find((candidate) => candidate.id === id)!;
          for (const { technician, rules } of blockers) {
            expect(rules.length).toBeGreaterThan(0);
            expect(someStartKeepsTheRules(problem, schedule, visit, technician)).toBe(false);
            if ((visit.crew ?? 1) > 1) seen.crew++;
            if (problem.technicians.some((t) => t.id === technician && t.shifts[0]?.maxDuration))
              seen.duration++;
          }
        }
      }),
      { numRuns: runs(25, 600) },
    );
    expect(Math.min(seen.crew, seen.duration)).toBeGreaterThan(5);
  },
  PATIENCE,
);

test(
  'whoever is named as possible could really take the visit',
  () => {
    let seen = 0;
    assert(
      property(integer(), (seed) => {
        const problem = sampleProblem(seed, { technicians: 3, visits: 8, days: 1, pins: false });
        // Nothing is planned yet: plenty is possible.
        const schedule = { routes: [], unplaced: problem.visits.map(({ id }) => id) };
        for (const { visit, possible } of explainUnplaced(problem, schedule)) {
          for (const { technician } of possible) {
            seen++;
            const asked = problem.visits.find(({ id }) => id === visit)!;
            const fit = placedWith(problem, asked, technician);
            const placed = {
              routes: fit?.routes ?? [],
              unplaced: schedule.unplaced.filter((id) => id !== visit),
            };
            expect(evaluate(problem, placed).violations).toEqual([]);
          }
        }
      }),
      { numRuns: runs(15, 200) },
    );
    expect(seen).toBeGreaterThan(15);
  },
  PATIENCE,
);

/** How the visit is done by this technician where nothing is planned yet. */
function placedWith(problem: Problem, visit: Visit, technician: string): Pick<Fit, 'routes'> | undefined {
  const source = readSource(problem);
  const daysOf: DaysOf = (person) => readDays(source, { technician: person, routes: [] }, undefined);
  const days = daysOf(problem.technicians.find(({ id }) => id === technician)!);
  if (crewSize(visit) === 1) return fitWith(days, visit);
  return crewWith(days, visit, findMates(problem.technicians, daysOf)(visit, undefined));
}

/** Brute force: the visit between any two stops at any minute, with any crew, everything else as the schedule has it. */
function someStartKeepsTheRules(
  problem: Problem,
  schedule: Schedule,
  visit: Visit,
  technician: string,
): boolean {
  const starts = visit.windows.flatMap(({ start, end }) =>
    Array.from({ length: Math.floor((end - start) / 7) + 1 }, (_, k) => start + 7 * k),
  );
  const others = problem.technicians.map(({ id }) => id).filter((id) => id !== technician);
  const crews = subsets(others, (visit.crew ?? 1) - 1).map((mates) => [technician].concat(mates));
  return starts.some((start) =>
    crews.some((crew) => {
      const routes = crew.map((member) => {
        const own = schedule.routes.find((route) => route.technician === member);
        const stops = [...(own?.stops ?? []), { visit: visit.id, start }].sort((a, b) => a.start - b.start);
        return { technician: member, shift: 'day 0', stops, breaks: own?.breaks ?? [] };
      });
      const rest = schedule.routes.filter((route) => !crew.includes(route.technician));
      const unplaced = schedule.unplaced.filter((other) => other !== visit.id);
      return evaluate(problem, { routes: [...rest, ...routes], unplaced }).violations.length === 0;
    }),
  );
}

function subsets<T>(from: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return from.flatMap((first, i) => subsets(from.slice(i + 1), size - 1).map((rest) => [first].concat(rest)));
}

test('a visit that nobody holds the ticket for is blocked by its skill alone', () => {
  const problem: Problem = {
    ...sampleProblem(1, { technicians: 1, visits: 0, days: 1 }),
    technicians: [
      {
        id: 'dave',
        name: 'Dave',
        skills: [],
        shifts: [{ id: 'day', start: 0, end: 480, startPlace: 0, endPlace: 0 }],
      },
    ],
    visits: [{ id: 'boiler', place: 1, duration: 30, windows: [{ start: 0, end: 400 }], skills: ['gas'] }],
  };
  const [reason] = explainUnplaced(problem, { routes: [], unplaced: ['boiler'] });
  expect(reason?.blockers).toEqual([{ technician: 'dave', rules: ['skill'] }]);
  expect(reason?.cheapest?.rule).toBe('skill');
});
