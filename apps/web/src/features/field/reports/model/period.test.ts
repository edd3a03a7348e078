import { expect, test } from 'vitest';
import { lastMonth, thisMonth } from './period.ts';

test('months are those of the calendar, over the end of a year and of February', () => {
  expect(thisMonth('2026-11-17')).toEqual({ from: '2026-11-01', to: '2026-11-17' });
  expect(lastMonth('2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  expect(lastMonth('2028-03-01')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});
