import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { alikeRows } from './service.ts';

let work: Work;
beforeAll(async () => {
  work = await openWork();
});
afterAll(() => work.close());

test('one row of a table is held against those above it alone, however many there are below', async () => {
  const read = new Set<number>();
  const rows = Array.from({ length: 200 }, (_, at) => ({
    row: at + 2,
    get fields() {
      read.add(at + 2);
      return { name: `Anna ${at % 3}` };
    },
  }));
  const found = await work.inside((db) => alikeRows(db, rows, 6));
  expect(found).toMatchObject([{ row: 6, like_row: 3, text: 'Anna 1 is the same as row 3.' }]);
  expect([...read].toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
});
