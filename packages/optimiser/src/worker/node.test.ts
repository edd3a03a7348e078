import { evaluate } from '@muster/domain/scheduling/evaluate';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startNodeWorker } from '../../worker/node-host.ts';
import { sampleDays } from '../samples/days.ts';
import { solve } from '../solve.ts';
import type { Progress } from './protocol.ts';

let worker: ReturnType<typeof startNodeWorker>;
beforeAll(() => (worker = startNodeWorker()));
afterAll(() => worker.close());

const problem = sampleDays({ technicians: 4, visitsPerDay: 24, days: 1, seed: 5 });

test('a thread gives the very schedule that the module gives', async () => {
  const { done } = worker.run({ way: 'plan', problem, seed: 9, iterations: 640 });
  const { result, cancelled } = await done;
  expect(cancelled).toBe(false);
  expect(result).toEqual(solve(problem, { seed: 9, stop: { iterations: 640 } }));
});

test('a thread reports each better schedule, and hands over the best one when it is cancelled', async () => {
  const seen: Progress[] = [];
  const first = Promise.withResolvers<void>();
  const { done, cancel } = worker.run({ way: 'plan', problem, seed: 1 }, (progress) => {
    seen.push(progress);
    first.resolve();
  });
  await first.promise;
  cancel();
  const { result, cancelled } = await done;
  expect(cancelled).toBe(true);
  expect(result.cost).toBeLessThanOrEqual(seen.at(-1)?.cost ?? -1);
  expect(evaluate(problem, result.schedule)).toMatchObject({ violations: [], total: result.cost });
  expect(seen.map(({ cost }) => cost)).toEqual(seen.map(({ cost }) => cost).sort((a, b) => b - a));
});

test('a thread that ends leaves no task without an answer, neither those under way nor later ones', async () => {
  const other = startNodeWorker();
  const first = Promise.withResolvers<void>();
  const { done } = other.run({ way: 'plan', problem, seed: 1 }, () => first.resolve());
  await first.promise;
  await Promise.all([other.close(), expect(done).rejects.toThrow('has ended')]);
  await expect(other.run({ way: 'plan', problem, seed: 1, iterations: 64 }).done).rejects.toThrow(
    'has ended',
  );
});

test('a task that cannot be done fails with its reason', async () => {
  const { done } = worker.run({ way: 'repair', problem, seed: 1, iterations: 1 });
  await expect(done).rejects.toThrow('to repair takes a schedule');
});
