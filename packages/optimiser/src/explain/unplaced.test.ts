import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Plan, Problem } from '@muster/domain/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { sampleProblem } from '../sample-problem.ts';
import { solve } from '../solve.ts';
import { relax } from './relax.ts';
import type { Relaxation } from './unplaced.ts';
import { explainUnplaced } from './unplaced.ts';

/** Milliseconds: for a machine that has much else to do. */
const PATIENCE = 120_000;

function withRelaxation(plan: Plan, visit: string, { technician, routes }: Relaxation): Plan {
  return {
    routes: [...plan.routes.filter((route) => route.technician !== technician), ...routes],
    unplaced: plan.unplaced.filter((id) => id !== visit),
  };
}

test(
  'waiving the named rule lets the visit in, and without the waiver that very rule is broken',
  () => {
    let seen = 0;
    assert(
      property(integer(), integer({ min: 4, max: 14 }), (seed, visits) => {
        const problem = sampleProblem(seed, { technicians: 2, visits, days: 1 });
        const { plan } = solve(problem, { seed, stop: { iterations: 60 } });
        for (const { visit, cheapest } of explainUnplaced(problem, plan)) {
          if (cheapest === undefined) continue;
          seen += 1;
          const eased = relax(problem, visit, cheapest.technician, cheapest.rule);
          const placed = withRelaxation(plan, visit, cheapest);
          expect(evaluate(eased, placed).violations).toEqual([]);
          const broken = new Set(evaluate(problem, placed).violations.map(({ rule }) => rule));
          expect([...broken]).toEqual([cheapest.rule]);
        }
      }),
      { numRuns: 150 },
    );
    expect(seen).toBeGreaterThan(100);
  },
  PATIENCE,
);

test(
  'every named blocker blocks: no position with that technician keeps the rules',
  () => {
    assert(
      property(integer(), (seed) => {
        const problem = sampleProblem(seed, { technicians: 2, visits: 10, days: 1 });
        const { plan } = solve(problem, { seed, stop: { iterations: 60 } });
        for (const { visit: id, blockers } of explainUnplaced(problem, plan)) {
          const visit = problem.visits.find((candidate) => candidate.id === id);
          if ((visit?.crew ?? 1) > 1) continue;
          for (const { technician, rules } of blockers) {
            // A longest duration is kept by leaving later within a window, never by going to a later window.
            if (problem.technicians.some((t) => t.id === technician && t.shifts[0]?.maxDuration)) continue;
            expect(rules.length).toBeGreaterThan(0);
            expect(someStartKeepsTheRules(problem, plan, id, technician)).toBe(false);
          }
        }
      }),
      { numRuns: 100 },
    );
  },
  PATIENCE,
);

/** Brute force: the visit between any two stops at any minute, everything else as the plan has it. */
function someStartKeepsTheRules(problem: Problem, plan: Plan, id: string, technician: string): boolean {
  const windows = problem.visits.find((visit) => visit.id === id)?.windows ?? [];
  const starts = windows.flatMap(({ start, end }) =>
    Array.from({ length: Math.floor((end - start) / 7) + 1 }, (_, k) => start + 7 * k),
  );
  const own = plan.routes.find((route) => route.technician === technician) ?? {
    technician,
    shift: 0,
    stops: [],
    breaks: [],
  };
  return starts.some((start) => {
    const stops = [...own.stops, { visit: id, start }].sort((a, b) => a.start - b.start);
    const trial = {
      routes: [...plan.routes.filter((route) => route !== own), { ...own, stops }],
      unplaced: plan.unplaced.filter((other) => other !== id),
    };
    return evaluate(problem, trial).violations.length === 0;
  });
}

test('the sentence of a visit nobody is licensed for names the licence', () => {
  const problem: Problem = {
    ...sampleProblem(1, { technicians: 1, visits: 0, days: 1 }),
    technicians: [
      { id: 'dave', name: 'Dave', skills: [], shifts: [{ start: 0, end: 480, startPlace: 0, endPlace: 0 }] },
    ],
    visits: [{ id: 'boiler', place: 1, duration: 30, windows: [{ start: 0, end: 400 }], skills: ['gas'] }],
  };
  const [reason] = explainUnplaced(problem, { routes: [], unplaced: ['boiler'] });
  expect(reason?.blockers).toEqual([{ technician: 'dave', rules: ['skill'] }]);
  expect(reason?.cheapest?.rule).toBe('skill');
});
