import { expect, test } from 'vitest';
import { addDoors, alikeAbove, judge, type TabledCustomer } from './alike.ts';

const RYDE = 4220;
const ann = { name: 'Ann', phone: '0412 345 678', sites: [{ address: '1 Long Rd', suburb_id: RYDE }] };
const elsewhere = [{ address: '2 Long Rd', suburb_id: RYDE }];

function told(...list: TabledCustomer[]): string[] {
  const found = alikeAbove();
  return list
    .flatMap((fields, at) => found({ row: at + 2, fields }) ?? [])
    .map(({ row, text, suggested, is_sure }) => `${row} ${text} ${suggested}${is_sure ? '!' : ''}`);
}

test('a row that is there twice is told, however its address is written, and one more site is surely one', () => {
  expect(
    told(
      ann,
      ann,
      { ...ann, sites: elsewhere },
      { ...ann, sites: [{ address: '2 Long Road', suburb_id: RYDE }] },
      { ...ann, sites: [{ suburb_id: RYDE }] },
    ),
  ).toEqual([
    '3 Ann is the same as row 2. skip',
    '4 Ann looks like row 2: same phone. site!',
    '5 Ann is the same as row 4. skip',
    '6 Ann is the same as row 2. skip',
  ]);
});

test('another customer of the same phone or mail is likely another; of the same name, unless details differ, the same', () => {
  const ben = { name: 'Ben', phone: '0412345678', email: 'ben@example.com' };
  expect(
    told(
      ann,
      ben,
      { name: 'Cyd', email: 'ben@example.com', sites: elsewhere },
      { ...ann, name: 'ANN', phone: '0499 999 999', sites: elsewhere },
      { name: 'Ann', sites: [{ suburb_id: 1 }] },
      { name: 'Ann', phone: '0488 888 888', sites: [{ suburb_id: 2 }] },
      { name: 'Dot', sites: [{ suburb_id: 1 }] },
      { name: 'Dot', sites: [{ suburb_id: 2 }] },
    ),
  ).toEqual([
    '3 Ben looks like row 2: same phone. skip',
    '4 Cyd looks like row 3: same email. new',
    '5 ANN looks like row 2: same name and suburb. new',
    '6 Ann looks like row 2: same name. site',
    '9 Dot looks like row 8: same name. site!',
  ]);
});

test('what stands to choose: nothing is added to an archived customer, and only one of ours is updated', () => {
  const there = { ...ann, doors: addDoors(new Map(), ann.sites) };
  const moved = { ...ann, sites: elsewhere };
  expect(judge(moved, { ...there, known: 'kept' })).toEqual({
    choices: ['site', 'update', 'new', 'skip'],
    suggested: 'site',
    is_sure: true,
  });
  expect(judge(moved, { ...there, known: 'archived' })).toMatchObject({ choices: ['new', 'skip'] });
  expect(judge(ann, { ...there, known: 'tabled' })).toMatchObject({ choices: ['skip', 'new'] });
  // A contact of theirs has the phone, while the customer has another one: that is asked.
  const other = { ...there, phone: '02 9999 9999', known: 'kept', reason: 'phone' } as const;
  expect(judge(moved, other)).toMatchObject({ suggested: 'site', is_sure: false });
});
