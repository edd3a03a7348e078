import { expect, test } from 'vitest';
import { eachInPortions } from './portions.ts';

test('others have their turn between things that take long, however few these are, and all is done in its order', async () => {
  const told: string[] = [];
  const other = setInterval(() => told.push('other'), 0);
  await eachInPortions(['a', 'b', 'c'], (name) => {
    const begun = performance.now();
    while (performance.now() - begun < 20);
    told.push(name);
  });
  clearInterval(other);
  expect(told.filter((name) => name !== 'other')).toEqual(['a', 'b', 'c']);
  expect(told.slice(0, -1)).toContain('other');
});
