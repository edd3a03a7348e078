import { array, assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { firstFreeDay, type Taken } from './free-days.ts';

const day = (at: number) => `2026-07-${String(at + 1).padStart(2, '0')}`;

test('what is paid in place of a cheque that bounced counts from the day on which it bounced', () => {
  const cheque = { amount: 100, on_date: day(2), released_on: day(9) };
  expect(firstFreeDay({ whole: 100, taken: [cheque] }, 100, day(4))).toBe(day(9));
  expect(firstFreeDay({ whole: 100, taken: [cheque] }, 100, day(12))).toBe(day(12));
  expect(firstFreeDay({ whole: 200, taken: [cheque] }, 100, day(4))).toBe(day(4));
});

test('whatever is paid and taken back in whatever order: on no day more is taken than there is', () => {
  const step = record({
    from: integer({ min: 0, max: 14 }),
    lasts: integer({ min: 0, max: 20 }),
    share: integer({ min: 1, max: 100 }),
  });
  assert(
    property(array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const whole = 100;
      const taken: Taken[] = [];
      for (const { from, lasts, share } of steps) {
        const free =
          whole - taken.reduce((sum, { amount, released_on }) => sum + (released_on ? 0 : amount), 0);
        const amount = Math.min(free, share);
        if (amount === 0) continue;
        const on_date = firstFreeDay({ whole, taken }, amount, day(from));
        const until = from + lasts;
        taken.push({
          amount,
          on_date,
          released_on: lasts > 12 || day(until) < on_date ? null : day(Math.min(until, 29)),
        });
        for (let at = 0; at < 31; at += 1) {
          const counted = taken.filter(
            (one) => one.on_date <= day(at) && (one.released_on === null || one.released_on > day(at)),
          );
          expect(counted.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(whole);
        }
      }
    }),
  );
});
