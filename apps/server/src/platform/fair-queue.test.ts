import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createFairQueue } from './fair-queue.ts';

/** Work that lasts until it is told to end, and what has begun so far. */
function works(queue: ReturnType<typeof createFairQueue>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (key: string, name: string, isUrgent = false) =>
    queue.run(
      key,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      isUrgent,
    );
  const end = async (name: string) => {
    await tick();
    ends.get(name)!();
    await tick();
  };
  return { begun, run, end };
}

test('keys that wait take turns', async () => {
  const { begun, run, end } = works(createFairQueue({ atOnce: 1 }));
  const all = [run('b', 'b1'), run('b', 'b2'), run('b', 'b3'), run('a', 'a1'), run('c', 'c1')];
  for (const name of ['b1', 'b2', 'a1', 'c1', 'b3']) await end(name);
  expect(begun).toEqual(['b1', 'b2', 'a1', 'c1', 'b3']);
  await Promise.all(all);
});

test('one key never has more than its own places; those that it leaves free are anybody’s at once', async () => {
  const { begun, run, end } = works(createFairQueue({ atOnce: 3, ofOne: 2 }));
  const all = [run('b', 'b1'), run('b', 'b2'), run('b', 'b3'), run('a', 'a1'), run('a', 'a2')];
  await tick();
  expect(begun).toEqual(['b1', 'b2', 'a1']);
  await end('b1');
  await end('a1');
  expect(begun).toEqual(['b1', 'b2', 'a1', 'b3', 'a2']);
  for (const name of ['b2', 'b3', 'a2']) await end(name);
  await Promise.all(all);
});

test('what is urgent has places that nothing else takes, of all and of each key, and goes first within its key', async () => {
  const size = { atOnce: 4, ofOne: 3, kept: { ofAll: 1, ofOne: 1 } };
  const { begun, run, end } = works(createFairQueue(size));
  const all = [run('b', 'b1'), run('b', 'b2'), run('b', 'b3'), run('a', 'a1'), run('a', 'a2')];
  await tick();
  expect(begun).toEqual(['b1', 'b2', 'a1']);
  all.push(run('b', 'b4', true), run('b', 'b5', true), run('a', 'a3', true));
  await tick();
  expect(begun).toEqual(['b1', 'b2', 'a1', 'b4']);
  await end('b1');
  expect(begun.slice(4)).toEqual(['b5']);
  await end('b4');
  expect(begun.slice(5)).toEqual(['a3']);
  // Only the place that is kept is free now, and nothing urgent waits.
  await end('a3');
  await end('b5');
  expect(begun.slice(6)).toEqual(['b3']);
  for (const name of ['b2', 'a1', 'b3', 'a2']) await end(name);
  await Promise.all(all);
  expect(begun.slice(7)).toEqual(['a2']);
});

test('whoever waits too long is told to come back, and takes no place later', async () => {
  const queue = createFairQueue({ atOnce: 1, waitMs: 1 });
  const { begun, run, end } = works(queue);
  const first = run('b', 'b1');
  await expect(run('a', 'a1')).rejects.toMatchObject({ answer: 'unavailable', retryAfterSeconds: 1 });
  await end('b1');
  await first;
  const last = run('c', 'c1');
  await end('c1');
  await last;
  expect(begun).toEqual(['b1', 'c1']);
});
