import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inTurn } from './turns.ts';

test('work of one network takes turns, whatever becomes of it; other networks do not wait', async () => {
  const log: string[] = [];
  const work =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await tick();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    inTurn('a', work('first', true)),
    inTurn('a', work('second')),
    inTurn('b', work('other')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(log).toEqual([
    'first begins',
    'other begins',
    'first ends',
    'second begins',
    'other ends',
    'second ends',
  ]);
});
