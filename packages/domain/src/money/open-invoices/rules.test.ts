import { assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { totalOf } from '../invoices/rules.ts';
import { gstIn, owedLines, owedProblem } from './rules.ts';

const linesOf = (amounts: Parameters<typeof owedLines>[0]) =>
  owedLines(amounts, { description: 'Balance', newId: () => crypto.randomUUID() });

test('what is owed and the GST in it are to the cent the part of the invoice that is still open, however much of it had GST', () => {
  assert(
    property(
      integer({ min: 1, max: 100_000_000 }),
      integer({ min: 0, max: 1_000 }),
      integer({ min: 1, max: 1_000 }),
      (total, taxedPart, openPart) => {
        const gst = gstIn(Math.floor((total * taxedPart) / 1_000));
        const owed = Math.max(1, Math.floor((total * openPart) / 1_000));
        expect(owedProblem({ total, gst, owed })).toBeUndefined();
        const found = totalOf(linesOf({ total, gst, owed }));
        expect(found.total).toBe(owed);
        const exact = (gst * owed) / total;
        // Half a cent, and what floating point adds to it.
        expect(Math.abs(found.gst - exact)).toBeLessThan(0.500_001);
      },
    ),
  );
});

test('an invoice that is all with GST or all without is one line', () => {
  expect(linesOf({ total: 100_00, gst: 9_09, owed: 100_00 })).toMatchObject([
    { price: 100_00, gst: 'gst', amounts: { net: 90_91, gst: 9_09, total: 100_00 } },
  ]);
  expect(linesOf({ total: 100_00, gst: 0, owed: 40_00 })).toMatchObject([
    { price: 40_00, gst: 'gst-free', amounts: { net: 40_00, gst: 0, total: 40_00 } },
  ]);
  expect(linesOf({ total: 160_00, gst: 10_00, owed: 80_00 })).toMatchObject([
    { price: 55_00, gst: 'gst', amounts: { gst: 5_00 } },
    { price: 25_00, gst: 'gst-free' },
  ]);
});

test('what cannot be owed is said', () => {
  expect(owedProblem({ total: 100, gst: 0, owed: 0 })?.field).toBe('owed');
  expect(owedProblem({ total: 100, gst: 0, owed: 101 })?.field).toBe('owed');
  expect(owedProblem({ total: 110_00, gst: 10_06, owed: 1 })?.field).toBe('gst');
  expect(owedProblem({ total: 110_00, gst: 10_05, owed: 1 })).toBeUndefined();
});
