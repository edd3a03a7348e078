import { assert, boolean, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { PATIENCE, runs } from '../../test/runs.ts';
import { explainPlan, explainVisit } from '../explain/explain.ts';
import { findSlots, slotsFor } from '../find-slot.ts';
import { sampleDays } from '../samples/days.ts';
import { disorder } from '../samples/disorder.ts';
import { sampleProblem } from '../samples/problem.ts';
import { createRandom, nextBelow } from '../search/random.ts';
import { solve } from '../solve.ts';
import type { Question } from './answer.ts';
import { answer } from './answer.ts';
import type { HeldSchedule } from './held-schedule.ts';
import { holdSchedule, scheduleOf } from './held-schedule.ts';

const ask = (held: HeldSchedule, question: Question) => answer(held, question, () => 0);

test(
  'a held schedule answers, one question after the other, like one that is laid out anew, whatever it looks like',
  () => {
    let offered = 0;
    assert(
      property(integer(), boolean(), (seed, wild) => {
        const problem = sampleProblem(seed, { technicians: 3, visits: 12, days: 2, pins: false });
        const held = holdSchedule(problem, disorder(seed, problem, wild));
        const random = createRandom(seed);
        for (let step = 0; step < 6; step++) {
          const asked = problem.visits[nextBelow(random, problem.visits.length)]!.id;
          const slots = slotsFor(held, asked);
          expect(slots).toEqual(findSlots(problem, scheduleOf(held), asked));
          offered += slots.length;
          const reasons = explainVisit(problem, scheduleOf(held), asked);
          expect(ask(held, { kind: 'why', visit: asked })).toEqual({ kind: 'why', reasons });
        }
      }),
      { numRuns: runs(30, 1000), examples: [[1791323169, false]] },
    );
    expect(offered).toBeGreaterThan(30);
  },
  PATIENCE,
);

const day = sampleDays({ technicians: 5, visitsPerDay: 30, days: 1, seed: 3 });
const { schedule: planned } = solve(day, { seed: 1, stop: { iterations: 500 } });
const [first] = planned.routes;

test('a held schedule tells why a visit is where it is, and what would let it in again once it waits', () => {
  const held = holdSchedule(day, planned);
  const { visit } = first!.stops[0]!;
  expect(ask(held, { kind: 'why', visit })).toMatchObject({
    reasons: { placed: { visit, after: { technicians: [first!.technician] }, choice: {} } },
  });
  const others = first!.stops.slice(1);
  const waiting = { ...planned, routes: [{ ...first!, stops: others }, ...planned.routes.slice(1)] };
  const found = ask(holdSchedule(day, waiting), { kind: 'why', visit });
  expect(found).toMatchObject({ reasons: { unplaced: { visit, remedies: [{ code: 'place' }] } } });
  expect(ask(held, { kind: 'why', visit: 'ghost' })).toEqual({ kind: 'why', reasons: {} });
});

test('where the time is over, what is left is told shortly', () => {
  const held = holdSchedule(day, { routes: [], unplaced: [] });
  let now = 0;
  const after = {
    ...planned,
    routes: planned.routes.slice(1),
    unplaced: first!.stops.map(({ visit }) => visit),
  };
  const found = answer(held, { kind: 'plan', after, milliseconds: 1 }, () => (now += 1));
  if (found.kind !== 'plan') throw new Error('not what was asked');
  const { changes, unplaced } = found.reasons;
  expect(unplaced.map(({ blockers, remedies }) => [blockers.length, remedies.length]).at(-1)).toEqual([0, 0]);
  expect(unplaced).toHaveLength(first!.stops.length);
  for (const { choice } of changes) expect(choice).not.toHaveProperty('because');
  expect(changes.every(({ choice }) => choice?.added !== undefined)).toBe(true);
});

test('a held schedule tells why another one is better', () => {
  const held = holdSchedule(day, planned);
  const { schedule: after } = solve(day, { seed: 2, stop: { iterations: 500 } });
  const reasons = explainPlan(day, scheduleOf(held), after);
  expect(reasons.changes.length).toBeGreaterThan(0);
  expect(ask(held, { kind: 'plan', after })).toEqual({ kind: 'plan', reasons });
});

test('a technician whose day is in disorder is still offered where there is room', () => {
  const [technician] = day.technicians;
  const [a, b, c] = day.visits.filter(
    ({ skills, windows }) => skills?.length === 0 && windows[0]!.end === 900,
  );
  const stops = [a!, b!].map(({ id }) => ({ visit: id, start: 480 }));
  const route = { technician: technician!.id, shift: technician!.shifts[0]!.id, stops, breaks: [] };
  const held = holdSchedule(day, { routes: [route], unplaced: [] });
  const named = JSON.stringify(ask(held, { kind: 'why', visit: c!.id }));
  expect(named).not.toContain(`"no room","technicians":["${technician!.id}"`);
});
