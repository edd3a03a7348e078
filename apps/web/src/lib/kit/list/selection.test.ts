import { expect, test } from 'vitest';
import { extend, noSelection, toggle } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

test('the same row twice is selected and left again', () => {
  const one = toggle(noSelection, 'b');
  expect([...one.ids]).toEqual(['b']);
  expect([...toggle(one, 'b').ids]).toEqual([]);
});

test('a stretch goes from the row that was selected last, up or down, and keeps what was selected before', () => {
  const first = toggle(toggle(noSelection, 'a'), 'd');
  expect([...extend(first, 'b', order).ids].toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect([...extend(toggle(noSelection, 'c'), 'e', order).ids]).toEqual(['c', 'd', 'e']);
});

test('a stretch from nowhere is the row itself', () => {
  expect(extend(noSelection, 'c', order)).toEqual({ ids: new Set(['c']), anchor: 'c' });
  expect([...extend({ ids: new Set(), anchor: 'gone' }, 'c', order).ids]).toEqual(['c']);
});
