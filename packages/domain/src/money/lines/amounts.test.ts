import { assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { amountsOf, gstCategories } from './amounts.ts';

/** A fraction, exactly: what a line is by the book, before anything is rounded. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const times = (a: Fraction, b: Fraction): Fraction => ({ over: a.over * b.over, under: a.under * b.under });

/** Half up by trial: the whole number that is nearest, and of two the larger one. */
function nearest({ over, under }: Fraction): bigint {
  const below = over / under - 2n;
  const tries = [0n, 1n, 2n, 3n, 4n].map((more) => below + more);
  const distance = (whole: bigint) => {
    const far = over - whole * under;
    return far < 0n ? -far : far;
  };
  return tries.reduce((best, whole) => (distance(whole) <= distance(best) ? whole : best));
}

const line = record({
  quantity: integer({ min: 0, max: 10_000_000 }),
  price: integer({ min: 0, max: 1_000_000_000 }),
  includes_gst: boolean(),
  discount: integer({ min: 0, max: 10_000 }),
  gst: constantFrom(...gstCategories),
});

test('a line is to the cent what exact fractions say, with GST or without, whatever quantity and discount', () => {
  assert(
    property(line, ({ quantity, price, includes_gst, discount, gst }) => {
      const exact = times(
        times({ over: BigInt(price), under: 1n }, { over: BigInt(quantity), under: 1_000n }),
        { over: BigInt(10_000 - discount), under: 10_000n },
      );
      const entered = { over: nearest(exact), under: 1n };
      const share = { over: 1n, under: includes_gst ? 11n : 10n };
      const tax = gst === 'gst' ? nearest(times(entered, share)) : 0n;
      const isInside = includes_gst || gst !== 'gst';
      const found = amountsOf({ quantity, price, includes_gst, discount, gst });
      expect(found).toEqual({
        net: Number(isInside ? entered.over - tax : entered.over),
        gst: Number(tax),
        total: Number(isInside ? entered.over : entered.over + tax),
      });
      expect(found.net + found.gst).toBe(found.total);
    }),
  );
});

test('the credit of a line is that line, to the cent', () => {
  assert(
    property(line, (one) => {
      const [sold, credited] = [amountsOf(one), amountsOf({ ...one, quantity: -one.quantity })];
      expect([sold.net + credited.net, sold.gst + credited.gst, sold.total + credited.total]).toEqual([
        0, 0, 0,
      ]);
    }),
  );
});

test('half a cent is a cent: 12.5 % off $0.20, and the GST of $0.05', () => {
  const one = { quantity: 1_000, includes_gst: false, gst: 'gst-free', discount: 1_250 } as const;
  expect(amountsOf({ ...one, price: 20 })).toEqual({ net: 18, gst: 0, total: 18 });
  expect(amountsOf({ ...one, price: 5, discount: 0, gst: 'gst' })).toEqual({ net: 5, gst: 1, total: 6 });
  const inclusive = { ...one, price: 110_00, discount: 0, gst: 'gst', includes_gst: true } as const;
  expect(amountsOf(inclusive)).toEqual({ net: 100_00, gst: 10_00, total: 110_00 });
});
