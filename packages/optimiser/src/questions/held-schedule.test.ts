import { evaluate } from '@muster/domain/scheduling/evaluate';
import type { Schedule } from '@muster/domain/scheduling/problem';
import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { PATIENCE, runs } from '../../test/runs.ts';
import { explainUnplaced } from '../explain/unplaced.ts';
import { findSlots, slotsFor } from '../find-slot.ts';
import { sampleDays } from '../samples/days.ts';
import { sampleProblem } from '../samples/problem.ts';
import { createRandom, nextBelow } from '../search/random.ts';
import { solve } from '../solve.ts';
import { answer } from './answer.ts';
import { editHeld } from './edit-held.ts';
import { holdSchedule, scheduleOf } from './held-schedule.ts';

function without({ routes }: Schedule, visit: string): Schedule {
  const others = routes.map(({ stops, ...route }) =>
    Object.assign(route, { stops: stops.filter((stop) => stop.visit !== visit) }),
  );
  return { routes: others.filter(({ stops }) => stops.length > 0), unplaced: [visit] };
}

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
          const [reason] = explainUnplaced(problem, without(scheduleOf(held), asked));
          expect(answer(held, { kind: 'explain', visit: asked })).toEqual({ kind: 'explain', reason });
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
  const found = answer(held, { kind: 'check', placing });
  if (found.kind !== 'check') throw new Error('not what was asked');
  expect(found.violations).toContainEqual(
    expect.objectContaining({ rule: 'overlap', technician: first!.technician }),
  );
  expect(answer(held, { kind: 'check' })).toEqual({ kind: 'check', violations: [] });
  editHeld(held, { kind: 'place', ...placing });
  expect(answer(held, { kind: 'check', placing })).toEqual(found);
  const all = evaluate(day, scheduleOf(held)).violations;
  expect(all.length).toBeGreaterThan(0);
  expect(answer(held, { kind: 'check' })).toEqual({ kind: 'check', violations: all });
});

test('a held schedule explains a visit as one without it does', () => {
  const held = holdSchedule(day, planned);
  const { visit } = first!.stops[0]!;
  editHeld(held, { kind: 'remove', visit });
  const [reason] = explainUnplaced(day, { ...scheduleOf(held), unplaced: [visit] });
  expect(answer(held, { kind: 'explain', visit })).toEqual({ kind: 'explain', reason });
});

test('a technician whose day is in disorder is still told to be possible where there is room', () => {
  const held = holdSchedule(day, { routes: [], unplaced: [] });
  const technicians = [day.technicians[0]!.id];
  const [a, b, c] = day.visits.filter(
    ({ skills, windows }) => skills?.length === 0 && windows[0]!.end === 900,
  );
  for (const { id } of [a!, b!]) editHeld(held, { kind: 'place', visit: id, technicians, start: 480 });
  const possible = expect.arrayContaining([
    expect.objectContaining({ technician: technicians[0] }),
  ]) as unknown;
  expect(answer(held, { kind: 'explain', visit: c!.id })).toMatchObject({ reason: { possible } });
});

test('an edit with a name that is not known is refused', () => {
  const held = holdSchedule(day, planned);
  expect(() => editHeld(held, { kind: 'remove', visit: 'ghost' })).toThrow(
    'visit ghost is not in the problem',
  );
  const placing = { kind: 'place', visit: 'v0', technicians: ['zoe'], start: 480 } as const;
  expect(() => editHeld(held, placing)).toThrow('technician zoe is not in the problem');
});
