import { leftToCredit } from '@muster/domain/money/invoices/credits';
import { reckonedLine } from '@muster/domain/money/invoices/rules';
import { gstCategories } from '@muster/domain/money/lines/amounts';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { creditComesTo, creditProblem, leftOfAll, wantedOf } from './credit.ts';
import { blankLine } from '../../../../lib/kit/document/draft-lines.ts';
import { creditDoes } from './invoice-words.ts';

const line = (id: string, said: Partial<NewLine>) =>
  reckonedLine({ ...blankLine(id, true), description: `Line ${id}`, price: 100_00, ...said });
const two = [line('a', { quantity: 3_000 }), line('b', { price: 70_00, gst: 'gst-free' })];
const left = leftToCredit(two, []);

test('an amount of the whole is taken from each line by its share, however they are taxed', () => {
  // 330 with GST and 70 without: of 40, 33 have GST in them.
  const choice = { way: 'amount', total: 40_00 } as const;
  expect(wantedOf(choice, left)).toEqual([
    { id: 'a', total: 33_00 },
    { id: 'b', total: 7_00 },
  ]);
  expect(creditComesTo(two, left, choice)).toEqual({ amounts: { net: 37_00, gst: 3_00, total: 40_00 } });
});

test('lines are taken back by quantity or by amount, everything without naming any', () => {
  const lines = new Map([
    ['a', { quantity: 1_000 }],
    ['b', { total: 5_00 }],
  ]);
  expect(creditComesTo(two, left, { way: 'lines', lines })).toMatchObject({ amounts: { total: 115_00 } });
  expect(wantedOf({ way: 'all' }, left)).toBeUndefined();
  expect(creditComesTo(two, left, { way: 'all' })).toMatchObject({ amounts: { total: 400_00 } });
});

test('an amount comes to itself to the cent, whatever was credited before', () => {
  const some = record({
    quantity: integer({ min: 0, max: 90_000 }),
    price: integer({ min: 0, max: 90_000 }),
    includes_gst: boolean(),
    discount: integer({ min: 0, max: 10_000 }),
    gst: constantFrom(...gstCategories),
  });
  assert(
    property(
      array(some, { minLength: 1, maxLength: 12 }),
      array(integer({ min: 1, max: 99 })),
      (said, parts) => {
        const lines = said.map((one, at) => line(String(at), one));
        const credited: typeof lines = [];
        for (const part of parts) {
          const rest = leftToCredit(lines, credited);
          const total = Math.ceil((leftOfAll(rest) * part) / 100);
          const comesTo = creditComesTo(lines, rest, { way: 'amount', total });
          expect(comesTo).toMatchObject({ amounts: { total } });
          const wanted = wantedOf({ way: 'amount', total }, rest)!;
          credited.push(...wanted.map((one) => creditOf(lines, one.id, one.total!)));
        }
      },
    ),
    { numRuns: 60 },
  );
});

/** As the server keeps it. */
function creditOf(lines: readonly ReturnType<typeof line>[], id: string, total: number) {
  const credited = lines.find((one) => one.id === id)!;
  return reckonedLine({ ...credited, quantity: 1_000, price: total, includes_gst: true, discount: 0 });
}

test('what cannot be credited yet says why', () => {
  const invoice = { lines: two };
  expect(creditProblem(invoice, left, { way: 'all' })).toBeUndefined();
  expect(creditProblem(invoice, left, { way: 'lines', lines: new Map() })).toBe('Choose at least one line.');
  expect(creditProblem(invoice, left, { way: 'amount', total: null })).toBe('Enter the amount to credit.');
  expect(creditProblem(invoice, left, { way: 'amount', total: 400_01 })).toBe(
    'That’s more than is left to credit.',
  );
  const tooMany = new Map([['a', { quantity: 3_001 }]]);
  expect(creditProblem(invoice, left, { way: 'lines', lines: tooMany })).toBe(
    'Only 3 of Line a can still be credited.',
  );
});

test('a credit says what becomes of the invoice', () => {
  const buyer = { name: 'Dinh Tesfaye', abn: null, address: '', email: '', phone: '' };
  const owing = { number: 'INV-7', outstanding: 50_00, buyer };
  expect(creditDoes(owing, 20_00)).toBe('INV-7 then has $30.00 to pay.');
  expect(creditDoes(owing, 50_00)).toBe('INV-7 then has nothing to pay.');
  expect(creditDoes(owing, 60_00)).toMatch(/nothing to pay, and \$10\.00 stays as credit for Dinh Tesfaye/);
  expect(creditDoes({ ...owing, outstanding: 0 }, 5_00)).toMatch(/has been paid, so \$5\.00 stays as credit/);
});
