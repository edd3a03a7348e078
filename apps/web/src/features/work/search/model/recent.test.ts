import { expect, test } from 'vitest';
import { mostRecent, readRecent, type Recent, withRecent } from './recent.ts';

const one = (id: string): Recent => ({ kind: 'customers', id, title: `Customer ${id}`, subtitle: '' });

test('what was just opened is first, once, and old things fall off the end', () => {
  const list = ['1', '2', '3', '4', '5', '6', '7'].reduce<Recent[]>(
    (list, id) => withRecent(list, one(id)),
    [],
  );
  expect(list.map(({ id }) => id)).toEqual(['7', '6', '5', '4', '3', '2']);
  expect(withRecent(list, one('4')).map(({ id }) => id)).toEqual(['4', '7', '6', '5', '3', '2']);
  expect(list).toHaveLength(mostRecent);
});

test('what is no list is none', () => {
  expect(readRecent(JSON.stringify([one('1'), { id: 3 }, null]))).toEqual([one('1')]);
  for (const text of [null, 'nonsense', '{}']) expect(readRecent(text)).toEqual([]);
});
