import { expect, test } from 'vitest';
import { alikeWithin, type TabledCustomer } from './alike.ts';

const RYDE = 4220;
const ann = { name: 'Ann', phone: '0412 345 678', sites: [{ address: '1 Long Rd', suburb_id: RYDE }] };

function told(...list: TabledCustomer[]): string[] {
  return alikeWithin(list.map((fields, at) => ({ row: at + 2, fields }))).map(
    ({ row, text }) => `${row} ${text}`,
  );
}

test('a row that is there twice is told, and one more site of a customer is not', () => {
  expect(told(ann, ann, { ...ann, sites: [{ address: '2 Long Rd', suburb_id: RYDE }] })).toEqual([
    '3 Ann is the same as row 2.',
  ]);
});

test('another customer of the same phone, mail, or name and suburb looks like the first of them', () => {
  const ben = { name: 'Ben', phone: '0412345678', email: 'ben@example.com' };
  expect(
    told(
      ann,
      ben,
      { name: 'Cyd', email: 'ben@example.com' },
      { ...ann, name: 'ANN', phone: '0499 999 999' },
      { name: 'Ann', sites: [{ suburb_id: 1 }] },
      { name: 'Ann' },
    ),
  ).toEqual([
    '3 Ben looks like row 2: same phone.',
    '4 Cyd looks like row 3: same email.',
    '5 ANN looks like row 2: same name and suburb.',
  ]);
});
