import { expect, test } from 'vitest';

import { createHook } from './hook.ts';

test('a hook answers what whoever filled it does', async () => {
  const hook = createHook<[a: number, b: number], number>('adding');
  hook.fill(async (a, b) => a + b);
  expect(await hook.run(2, 3)).toBe(5);
});

test('a hook that nobody has filled fails, and tells which', async () => {
  await expect(createHook<[], null>('adding').run()).rejects.toThrow('The hook "adding" is not filled.');
});

test('a hook is filled once', () => {
  const hook = createHook<[], null>('adding');
  hook.fill(async () => null);
  expect(() => hook.fill(async () => null)).toThrow('The hook "adding" is filled already.');
});
