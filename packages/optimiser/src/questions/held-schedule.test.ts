import { evaluate } from '@muster/domain/scheduling/evaluate';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../test/runs.ts';
import { explainPlan } from '../explain/explain-plan.ts';
import { explainVisit } from '../explain/explain-visit.ts';
import { findSlots, slotsFor } from '../find-slot.ts';
import { sampleDays } from '../samples/days.ts';
import { sampleProblem } from '../samples/problem.ts';
import { createRandom, nextBelow } from '../search/random.ts';
import { solve } from '../solve.ts';
import { answer, type Question } from './answer.ts';
import { editHeld } from './edit-held.ts';
import { type HeldSchedule, holdSchedule, scheduleOf } from './held-schedule.ts';

const ask = (held: HeldSchedule, question: Question) => answer(held, question, () => 0);

test(
  'after any edits a held schedule answers like one that is laid out anew',
  () => {
    let offered = 0;
    assert(
      property(integer(), (seed) => {
        const problem = sampleProblem(seed, { technicians: 3, visits: 12, days: 2, pins: false });
        const { schedule } = solve(problem, { seed, stop: { iterations: 30 } });
        const held = holdSchedule(problem, schedule);
        const random = createRandom(seed);
        const anybody = (): string => problem.technicians[nextBelow(random, 3)]!.id;
        for (let step = 0; step < 6; step++) {
          const visit = problem.visits[nextBelow(random, problem.visits.length)]!.id;
          if (step % 3 === 2) editHeld(held, { kind: 'remove', visit });
          else
            editHeld(held, {
              kind: 'place',
              visit,
              technicians: [...new Set([anybody(), anybody()])],
              start: 360 + nextBelow(random, 2200),
            });
          const asked = problem.visits[nextBelow(random, problem.visits.length)]!.id;
          const slots = slotsFor(held, asked);
          expect(slots).toEqual(findSlots(problem, scheduleOf(held), asked));
          offered += slots.length;
          const reasons = explainVisit(problem, scheduleOf(held), asked);
          expect(ask(held, { kind: 'why', visit: asked })).toEqual({ kind: 'why', reasons });
        }
      }),
      { numRuns: runs(30, 1000), examples: [[1791323169]] },
    );
    expect(offered).toBeGreaterThan(30);
  },
  PATIENCE,
);

const day = sampleDays({ technicians: 5, visitsPerDay: 30, days: 1, seed: 3 });
const { schedule: planned } = solve(day, { seed: 1, stop: { iterations: 500 } });
const [first, second] = planned.routes;

test('a check tells what a placing would break, and nothing that is broken already', () => {
  const held = holdSchedule(day, planned);
  const taken = first!.stops[1]!;
  const visit = second!.stops[1]!.visit;
  const placing = { visit, technicians: [first!.technician], start: taken.start };
  const found = ask(held, { kind: 'check', placing });
  if (found.kind !== 'check') throw new Error('not what was asked');
  expect(found.violations).toContainEqual(
    expect.objectContaining({ rule: 'overlap', technician: first!.technician }),
  );
  expect(ask(held, { kind: 'check' })).toEqual({ kind: 'check', violations: [] });
  editHeld(held, { kind: 'place', ...placing });
  expect(ask(held, { kind: 'check', placing })).toEqual(found);
  const all = evaluate(day, scheduleOf(held)).violations;
  expect(all.length).toBeGreaterThan(0);
  expect(ask(held, { kind: 'check' })).toEqual({ kind: 'check', violations: all });
});

test('a held schedule tells why a visit is where it is, and what would let it in again once it waits', () => {
  const held = holdSchedule(day, planned);
  const { visit } = first!.stops[0]!;
  expect(ask(held, { kind: 'why', visit })).toMatchObject({
    reasons: { placed: { visit, after: { technicians: [first!.technician] }, choice: {} } },
  });
  editHeld(held, { kind: 'remove', visit });
  const found = ask(held, { kind: 'why', visit });
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
  const held = holdSchedule(day, { routes: [], unplaced: [] });
  const technicians = [day.technicians[0]!.id];
  const [a, b, c] = day.visits.filter(
    ({ skills, windows }) => skills?.length === 0 && windows[0]!.end === 900,
  );
  for (const { id } of [a!, b!]) editHeld(held, { kind: 'place', visit: id, technicians, start: 480 });
  const named = JSON.stringify(ask(held, { kind: 'why', visit: c!.id }));
  expect(named).not.toContain(`"no room","technicians":["${technicians[0]}"`);
});

test('an edit with a name that is not known is refused', () => {
  const held = holdSchedule(day, planned);
  expect(() => editHeld(held, { kind: 'remove', visit: 'ghost' })).toThrow(
    'visit ghost is not in the problem',
  );
  const placing = { kind: 'place', visit: 'v0', technicians: ['zoe'], start: 480 } as const;
  expect(() => editHeld(held, placing)).toThrow('technician zoe is not in the problem');
});
