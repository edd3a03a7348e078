import { evaluate } from '@muster/domain/dispatch/scheduling/evaluate';
import { expect, test } from 'vitest';

import { startOptimiserHere } from '../../worker/same-thread.ts';
import { fillGaps } from '../solve.ts';
import { findSlots } from '../find-slot.ts';
import { repair } from '../repair.ts';
import { sampleDays } from '../samples/days.ts';
import { solve } from '../solve.ts';
import type { Progress } from './protocol.ts';

const worker = startOptimiserHere();

const problem = sampleDays({ technicians: 4, visitsPerDay: 24, days: 1, seed: 5 });
const options = { seed: 9, stop: { iterations: 640 } };
const planned = solve(problem, options);
const [first] = planned.schedule.routes;
const gone = first!.stops.map(({ visit }) => visit);
const holes = {
  routes: planned.schedule.routes.slice(1),
  unplaced: [...planned.schedule.unplaced, ...gone],
};
const limits = { seed: 9, iterations: 640 };

test('a thread gives the very schedules that the module gives: planned, repaired, its gaps filled', async () => {
  const { result, cancelled } = await worker.run({ way: 'plan', problem, ...limits }).done;
  expect(cancelled).toBe(false);
  expect(result).toEqual(planned);
  const short = { ...problem, technicians: problem.technicians.slice(1) };
  const mended = await worker.run({ way: 'repair', problem: short, schedule: planned.schedule, ...limits })
    .done;
  expect(mended.result).toEqual(repair(short, planned.schedule, options));
  const filled = await worker.run({ way: 'fill gaps', problem, schedule: holes, ...limits }).done;
  expect(filled.result).toEqual(fillGaps(problem, holes, options));
  expect(filled.result.schedule.unplaced.length).toBeLessThan(holes.unplaced.length);
});

test('a thread reports each better schedule, and hands over the best one when it is cancelled', async () => {
  const seen: Progress[] = [];
  const heard = Promise.withResolvers<void>();
  const { done, cancel } = worker.run({ way: 'plan', problem, seed: 1 }, (progress) => {
    seen.push(progress);
    heard.resolve();
  });
  await heard.promise;
  cancel();
  const { result, cancelled } = await done;
  expect(cancelled).toBe(true);
  expect(result.cost).toBeLessThanOrEqual(seen.at(-1)?.cost ?? -1);
  expect(evaluate(problem, result.schedule)).toMatchObject({ violations: [], total: result.cost });
  expect(seen.map(({ cost }) => cost)).toEqual(seen.map(({ cost }) => cost).sort((a, b) => b - a));
});

test('progress tells the share that is done, and how the best schedule differs from the one it began with', async () => {
  const seen: Progress[] = [];
  const task = { way: 'fill gaps', problem, schedule: holes, seed: 1, iterations: 20_000 } as const;
  const { done } = worker.run(task, (progress) => seen.push(progress));
  const { result } = await done;
  const shares = seen.map(({ share }) => share);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  const { differences } = seen.at(-1)!;
  expect(differences.length).toBeGreaterThan(0);
  expect(differences.every(({ visit, before, after }) => gone.includes(visit) && !before && after)).toBe(
    true,
  );
  expect(result.schedule.unplaced.length).toBeLessThanOrEqual(holes.unplaced.length - differences.length);
});

test('a thread holds a schedule, answers from it and plans with it, also while a run is under way', async () => {
  await worker.hold(problem, holes);
  const endless = worker.run({ way: 'plan', problem, seed: 1 });
  const [visit] = gone;
  const { slots } = await worker.ask({ kind: 'slots', visit: visit! });
  expect(slots.length).toBeGreaterThan(0);
  expect(slots).toEqual(findSlots(problem, holes, visit!));
  const { reasons } = await worker.ask({ kind: 'why', visit: visit! });
  expect(reasons.unplaced?.remedies[0]?.code).toBe('place');
  endless.cancel();
  await endless.done;
  const { result } = await worker.run({ way: 'fill gaps', ...limits }).done;
  expect(result.schedule.unplaced).toEqual([]);
});

test('what cannot be done fails with its reason', async () => {
  const other = startOptimiserHere();
  await expect(other.run({ way: 'repair', problem, ...limits }).done).rejects.toThrow(
    'to repair takes a schedule',
  );
  await expect(other.ask({ kind: 'why', visit: 'v0' })).rejects.toThrow('holds no schedule');
  const broken = { ...problem, visits: [{ ...problem.visits[0]!, duration: -1 }] };
  await expect(other.run({ way: 'plan', problem: broken, ...limits }).done).rejects.toThrow('below zero');
});
