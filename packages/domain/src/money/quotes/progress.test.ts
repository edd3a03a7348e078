import { array, assert, boolean, constant, constantFrom, integer, oneof, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { reckonedLine, totalOf } from '../invoices/rules.ts';
import { gstCategories } from '../lines/amounts.ts';
import type { NewLine } from '../lines/schema.ts';
import { type ChargedLine, leftLines, leftOfQuote, partLines, sharedOut } from './progress.ts';
import { chosenLines, depositOf, reckonedQuoteLine, totalOfChoice } from './rules.ts';

const lineOf = record({
  quantity: integer({ min: 0, max: 20_000 }),
  price: integer({ min: 0, max: 200_000 }),
  includes_gst: boolean(),
  discount: oneof(constant(0), integer({ min: 0, max: 10_000 })),
  gst: constantFrom(...gstCategories),
  option_id: constantFrom(null, 'good', 'best'),
  is_optional: boolean(),
});

const step = oneof(
  record({ kind: constant('percent' as const), percent: integer({ min: 1, max: 10_000 }) }),
  record({ kind: constant('lines' as const), every: integer({ min: 1, max: 4 }) }),
  record({
    kind: constant('credit' as const),
    at: integer({ min: 0, max: 20 }),
    share: integer({ min: 1, max: 100 }),
  }),
);

/** Half up by trial, of an exact fraction. */
function nearest(over: bigint, under: bigint): number {
  const below = over / under;
  return Number((over - below * under) * 2n >= under ? below + 1n : below);
}

const chargedOf = (lines: readonly NewLine[]): ChargedLine[] =>
  lines.map((line) => ({ id: line.id, gst: line.gst, total: reckonedLine(line).amounts!.total }));
const sum = (lines: readonly { total: number }[]) => lines.reduce((all, { total }) => all + total, 0);

test('deposit, progress in percent and by line, credits and the rest add up to what was chosen, to the cent', () => {
  assert(
    property(
      array(lineOf, { minLength: 1, maxLength: 12 }),
      constantFrom('good', 'best'),
      array(boolean(), { minLength: 12, maxLength: 12 }),
      integer({ min: 1, max: 10_000 }),
      array(step, { maxLength: 8 }),
      (given, option_id, wanted, deposit_percent, steps) => {
        const lines = given.map((line, at) =>
          reckonedQuoteLine({
            item_id: null,
            visit_id: null,
            job_id: null,
            code: '',
            description: `Line ${at}`,
            unit: '',
            heading: '',
            ...line,
            id: `line ${at}`,
          }),
        );
        const extras = lines.filter((line, at) => line.is_optional && wanted[at]).map(({ id }) => id);
        const choice = { option_id, extras };
        const accepted = chosenLines({ lines }, choice);
        const whole = totalOfChoice({ lines }, choice).total;
        expect(whole).toBe(totalOf(accepted).total);
        const charged: ChargedLine[] = [];
        let made = 0;
        const part = (amount: number) => {
          const left = leftOfQuote(accepted, charged);
          const most = [...left.values()].reduce((all, one) => all + one, 0);
          const now = partLines(accepted, left, {
            amount,
            description: 'Part',
            makeId: () => `part ${made++}`,
          });
          // Exactly what was asked for, or all that was left.
          expect(sum(chargedOf(now))).toBe(Math.min(amount, most));
          charged.push(...chargedOf(now));
        };
        const deposit = depositOf({ deposit_percent, deposit_cents: null }, whole);
        expect(deposit).toBe(nearest(BigInt(whole) * BigInt(deposit_percent), 10_000n));
        part(deposit);
        for (const one of steps) {
          if (one.kind === 'percent') part(nearest(BigInt(whole) * BigInt(one.percent), 10_000n));
          else if (one.kind === 'lines') {
            const ids = accepted.filter((_, at) => at % one.every === 0).map(({ id }) => id);
            charged.push(...chargedOf(leftLines(accepted, leftOfQuote(accepted, charged), ids)));
            // What was charged line by line is charged, whatever deposit there was before.
            const left = leftOfQuote(accepted, charged);
            for (const id of ids) expect(left.get(id)).toBe(0);
          } else {
            // A credit takes back no more of a line than was charged of it.
            const line = charged[one.at % Math.max(1, charged.length)];
            const open = line ? sum(charged.filter(({ id }) => id === line.id)) : 0;
            const back = Math.floor((open * one.share) / 100);
            if (line && back > 0) charged.push({ ...line, total: -back });
          }
          const left = leftOfQuote(accepted, charged);
          for (const cents of left.values()) expect(cents).toBeGreaterThanOrEqual(0);
          expect(sum(charged) + [...left.values()].reduce((all, one) => all + one, 0)).toBe(whole);
        }
        charged.push(...chargedOf(leftLines(accepted, leftOfQuote(accepted, charged))));
        expect(sum(charged)).toBe(whole);
        expect(leftLines(accepted, leftOfQuote(accepted, charged))).toEqual([]);
      },
    ),
  );
});

test('shares are the amount, and none is more than its weight', () => {
  expect(sharedOut([1, 1, 1], 2)).toEqual([1, 0, 1]);
  expect(sharedOut([0, 5], 0)).toEqual([0, 0]);
  assert(
    property(
      array(integer({ min: 0, max: 1_000 }), { maxLength: 20 }),
      integer({ min: 0, max: 100 }),
      (weights, percent) => {
        const whole = weights.reduce((all, one) => all + one, 0);
        const amount = Math.floor((whole * percent) / 100);
        const shares = sharedOut(weights, amount);
        expect(shares.reduce((all, one) => all + one, 0)).toBe(amount);
        shares.forEach((share, at) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(weights[at]!);
        });
      },
    ),
  );
});

test('a line of which nothing was charged is charged as it was quoted, and one of which something was as what is left', () => {
  const line = reckonedQuoteLine({
    id: 'unit',
    item_id: null,
    visit_id: null,
    job_id: null,
    code: 'HW250',
    description: 'Hot water unit',
    quantity: 2_000,
    unit: 'each',
    price: 500_00,
    includes_gst: false,
    discount: 1_000,
    gst: 'gst',
    heading: '',
    option_id: null,
    is_optional: false,
  });
  const [whole] = leftLines([line], leftOfQuote([line], []));
  expect(whole).toMatchObject({ quantity: 2_000, price: 500_00, discount: 1_000, includes_gst: false });
  const [rest] = leftLines([line], leftOfQuote([line], [{ id: 'deposit', gst: 'gst', total: 99_00 }]));
  expect(rest).toMatchObject({
    id: 'unit',
    description: 'Hot water unit (the rest)',
    quantity: 1_000,
    price: 891_00,
    includes_gst: true,
    discount: 0,
  });
});
