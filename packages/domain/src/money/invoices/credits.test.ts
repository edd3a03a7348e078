import { array, assert, boolean, constantFrom, integer, property, record, uuid } from 'fast-check';
import { expect, test } from 'vitest';
import { type Amounts, gstCategories } from '../lines/amounts.ts';
import type { InvoiceLine, NewLine } from '../lines/schema.ts';
import { creditedLines, creditOfAmount, creditOfQuantity, leftToCredit, wholeCredit } from './credits.ts';
import { linesProblem, reckonedLine, totalOf } from './rules.ts';

const line = record({
  id: uuid(),
  quantity: integer({ min: 0, max: 500_000 }),
  price: integer({ min: 0, max: 200_000 }),
  includes_gst: boolean(),
  discount: integer({ min: 0, max: 10_000 }),
  gst: constantFrom(...gstCategories),
}).map((said): InvoiceLine => {
  const nothing = { item_id: null, visit_id: null, job_id: null, code: '', description: 'Work', unit: 'h' };
  return reckonedLine({ ...nothing, ...said });
});

/** What a whole line comes to, by the book: exact fractions, over a hundred million, rounded half up by trial. */
function exactly({ quantity, price, includes_gst, discount, gst: category }: NewLine): Amounts {
  const under = 10_000_000n;
  const entered = nearest(BigInt(price!) * BigInt(quantity) * BigInt(10_000 - discount), under);
  if (category !== 'gst') return { net: Number(entered), gst: 0, total: Number(entered) };
  const gst = nearest(entered, includes_gst ? 11n : 10n);
  const [net, total] = includes_gst ? [entered - gst, entered] : [entered, entered + gst];
  return { net: Number(net), gst: Number(gst), total: Number(total) };
}

/** The largest whole number that is not more than half above. */
function nearest(over: bigint, under: bigint): bigint {
  let whole = over / under;
  while (2n * (over - whole * under) >= under) whole += 1n;
  return whole;
}

function added(list: readonly Amounts[]): Amounts {
  const sum = { net: 0, gst: 0, total: 0 };
  for (const { net, gst, total } of list) {
    sum.net += net;
    sum.gst += gst;
    sum.total += total;
  }
  return sum;
}

function credit(lines: readonly InvoiceLine[], before: readonly InvoiceLine[], wanted: readonly NewLine[]) {
  const found = creditedLines(lines, leftToCredit(lines, before), wanted);
  if ('problem' in found) throw new Error(found.problem);
  return found.lines;
}

test('200 lines come to what each of them is by exact fractions, added up', () => {
  assert(
    property(array(line, { minLength: 200, maxLength: 200 }), (lines) => {
      expect(totalOf(lines)).toEqual(added(lines.map(exactly)));
      const { net, gst, total } = totalOf(lines);
      expect(net + gst).toBe(total);
    }),
    { numRuns: 20 },
  );
});

test('a line that is credited in several parts is credited to the cent: after each part as exact fractions say, and as a whole at last', () => {
  assert(
    property(line, array(integer({ min: 1, max: 100_000 }), { maxLength: 8 }), (sold, parts) => {
      const done: InvoiceLine[] = [];
      for (const part of parts) {
        const left = leftToCredit([sold], done).get(sold.id)!.quantity;
        if (part >= left) continue;
        done.push(...credit([sold], done, [creditOfQuantity(sold, part)]));
        const quantity = done.reduce((sum, one) => sum + one.quantity, 0);
        expect(totalOf(done)).toEqual(exactly({ ...sold, quantity }));
      }
      done.push(...credit([sold], done, wholeCredit([sold], leftToCredit([sold], done))));
      expect(totalOf(done)).toEqual(totalOf([sold]));
      expect(leftToCredit([sold], done).get(sold.id)!.amounts).toEqual({ net: 0, gst: 0, total: 0 });
    }),
  );
});

test('quantities and amounts in any order never credit more than there is, and what is left is credited as a whole', () => {
  const wish = record({
    at: integer({ min: 0, max: 9 }),
    share: integer({ min: 1, max: 100 }),
    isAmount: boolean(),
  });
  assert(
    property(
      array(line, { minLength: 1, maxLength: 10 }),
      array(wish, { maxLength: 20 }),
      (lines, wishes) => {
        const done: InvoiceLine[] = [];
        for (const { at, share, isAmount } of wishes) {
          const sold = lines[at % lines.length]!;
          const left = leftToCredit(lines, done).get(sold.id)!;
          const [quantity, total] = [left.quantity, left.amounts.total].map((most) =>
            Math.ceil((most * share) / 100),
          );
          const wanted = isAmount ? creditOfAmount(sold, total!) : creditOfQuantity(sold, quantity!);
          done.push(...credit(lines, done, [wanted]));
          for (const { amounts } of done) {
            expect(Math.min(amounts!.net, amounts!.gst)).toBeGreaterThanOrEqual(0);
            expect(amounts!.net + amounts!.gst).toBe(amounts!.total);
          }
          const rest = leftToCredit(lines, done).get(sold.id)!.amounts;
          expect(Math.min(rest.net, rest.gst, rest.total)).toBeGreaterThanOrEqual(0);
        }
        done.push(...credit(lines, done, wholeCredit(lines, leftToCredit(lines, done))));
        expect(totalOf(done)).toEqual(totalOf(lines));
      },
    ),
  );
});

test('more than is left is refused in words, and so is a line of another invoice', () => {
  const sold = reckonedLine({
    id: 'a',
    item_id: null,
    visit_id: null,
    job_id: null,
    code: '',
    description: 'Copper pipe',
    quantity: 2_500,
    unit: 'm',
    price: 10_00,
    includes_gst: false,
    discount: 0,
    gst: 'gst',
  });
  const left = leftToCredit([sold], credit([sold], [], [creditOfQuantity(sold, 1_000)]));
  const problem = (wanted: NewLine) => creditedLines([sold], left, [wanted]);
  expect(problem(creditOfQuantity(sold, 1_501))).toEqual({
    problem: 'Only 1.5 of Copper pipe can still be credited.',
  });
  expect(problem(creditOfAmount(sold, 16_51))).toEqual({
    problem: 'Only $16.50 of Copper pipe can still be credited.',
  });
  expect(problem({ ...sold, id: 'b' })).toHaveProperty('problem');
  expect(linesProblem([sold, sold])).toBe('Two lines have the same id.');
});
