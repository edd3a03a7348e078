import { expect, test } from 'vitest';
import { chosenOf, completedBy, mergedOf, mergeProblemIn } from './field-merge.ts';
import { flag, lines, tags, text, textOrNull, type ValuesOf } from './fields.ts';

const fields = {
  name: text('Name', 20),
  reference: textOrNull('Reference', 20, {}),
  note: lines('Note', 20),
  remark: lines('Remark', 10),
  tags: tags('customer', 2),
  mails: flag('Mails', true, { together: (one, other) => one && other }),
};
const ana: ValuesOf<typeof fields> = {
  name: 'Ana',
  reference: null,
  note: 'Pays late',
  remark: '',
  tags: ['VIP'],
  mails: true,
};
const other: ValuesOf<typeof fields> = {
  name: 'A. Lima',
  reference: 'R 7',
  note: 'Dog',
  remark: 'x',
  tags: ['strata', 'VIP'],
  mails: false,
};

test('of two records that are one, a field is chosen, filled or told together as its line says', () => {
  expect(chosenOf(fields)).toEqual(['name', 'reference']);
  expect(mergedOf(fields, ana, other)).toEqual({
    name: 'Ana',
    reference: 'R 7',
    note: 'Pays late\n\nDog',
    remark: 'x',
    tags: ['VIP', 'strata'],
    mails: false,
  });
  expect(mergedOf(fields, ana, other, ['name'])).toMatchObject({ name: 'A. Lima' });
  expect(mergedOf(fields, ana, { ...other, name: ' ' }, ['name'])).toMatchObject({ name: 'Ana' });
  expect(mergedOf(fields, ana, { ...other, note: 'late' })).toMatchObject({ note: 'Pays late' });
});

test('every text and every list has to fit when it is told together', () => {
  expect(mergeProblemIn(fields, mergedOf(fields, ana, other))).toBeUndefined();
  expect(mergeProblemIn(fields, { remark: 'x'.repeat(11) })).toBe(
    'Remark: more than 10 characters together. Shorten one of them first.',
  );
  expect(mergeProblemIn(fields, { tags: ['a', 'b', 'c'] })).toBe(
    'Tags: more than 2 together. Remove some first.',
  );
});

test('a second row fills in what the first one leaves open, and adds to its lists', () => {
  const row = { ...ana, note: '', sites: [1] };
  expect(completedBy(fields, row, { ...other, sites: [2] })).toEqual({
    ...ana,
    reference: 'R 7',
    note: 'Dog',
    remark: 'x',
    tags: ['VIP', 'strata'],
    sites: [1],
  });
  expect(
    completedBy<{ name: string; note?: string }>(fields, { name: 'Ana' }, { name: 'Ben', note: 'x' }),
  ).toEqual({
    name: 'Ana',
    note: 'x',
  });
});
