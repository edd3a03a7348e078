import { expect, test } from 'vitest';
import { createBatches } from './batches.ts';
import { databaseAway } from './db/away.ts';

interface Slowness {
  largest?: number;
  atOnce?: number;
  fails?: (items: string[]) => Error | undefined;
}

/** Writes when it is told to, and remembers what it was given. */
function slowly({ largest = 10, atOnce = 1, fails }: Slowness = {}) {
  const written: string[][] = [];
  const gates: (() => void)[] = [];
  const submit = createBatches<string, string>({
    async write(items) {
      written.push(items);
      await new Promise<void>((resolve) => gates.push(resolve));
      const error = fails?.(items);
      if (error) throw error;
      return items.map((item) => item.toUpperCase());
    },
    keysOf: (item) => item.match(/key\d/g) ?? [],
    largest,
    atOnce,
  });
  const release = async (count: number) => {
    await expect.poll(() => gates.length).toBeGreaterThanOrEqual(count);
    for (const open of gates.splice(0, count)) open();
  };
  return { submit, written, release };
}

test('one that comes alone is written alone; what comes meanwhile is written together', async () => {
  const { submit, written, release } = slowly();
  const first = submit('a');
  await expect.poll(() => written).toEqual([['a']]);
  const others = ['b', 'c', 'd'].map(submit);
  await release(1);
  expect(await first).toBe('A');
  await release(1);
  expect(await Promise.all(others)).toEqual(['B', 'C', 'D']);
  expect(written).toEqual([['a'], ['b', 'c', 'd']]);
});

test('no batch is larger than the largest, and no more run at once than may', async () => {
  const { submit, written, release } = slowly({ largest: 2, atOnce: 2 });
  const all = ['a', 'b', 'c', 'd', 'e'].map(submit);
  await release(2);
  await release(1);
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(written).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('two with a key in common are never in one batch', async () => {
  const { submit, written, release } = slowly();
  const all = ['key1', 'key1 key2', 'x', 'key2', 'key1'].map(submit);
  for (let batches = 0; batches < 3; batches += 1) await release(1);
  await Promise.all(all);
  expect(written).toEqual([['key1', 'x'], ['key1 key2'], ['key2', 'key1']]);
});

test('one that cannot be written does not take the others with it', async () => {
  const { submit, release } = slowly({
    fails: (items) => (items.includes('bad') ? new Error('no') : undefined),
  });
  const all = Promise.allSettled(['a', 'bad', 'c'].map(submit));
  for (let writes = 0; writes < 4; writes += 1) await release(1);
  expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('while the database is away nobody is tried again', async () => {
  const { submit, written, release } = slowly({ fails: () => databaseAway() });
  const all = Promise.allSettled(['a', 'b'].map(submit));
  await release(1);
  expect((await all).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(written).toHaveLength(1);
});
