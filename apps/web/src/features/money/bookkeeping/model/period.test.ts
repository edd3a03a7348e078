import type { LocalDate } from '@muster/domain/values/local-time';
import { addDays, datesBetween } from '@muster/domain/values/local-time';
import { constantFrom, integer, property, assert } from 'fast-check';
import { expect, test } from 'vitest';
import { periodInWords, periodLengths, periodOf, readBooksSearch, shownPeriod } from './period.ts';

test('quarters and years are those of Australia’s financial year', () => {
  expect(periodOf('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
  expect(periodOf('quarter', '2026-11-16')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
  expect(periodOf('quarter', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-03-31' });
  expect(periodOf('year', '2026-06-30')).toEqual({ from: '2025-07-01', to: '2026-06-30' });
  expect(periodOf('year', '2026-07-01')).toEqual({ from: '2026-07-01', to: '2027-06-30' });
});

test('every day is in one period of each length, and the next one begins the day after', () => {
  assert(
    property(constantFrom(...periodLengths), integer({ min: 0, max: 4_000 }), (by, days) => {
      const day = addDays('2024-01-01', days);
      const { from, to } = periodOf(by, day);
      expect(from <= day && day <= to).toBe(true);
      expect(periodOf(by, addDays(to, 1)).from).toBe(addDays(to, 1));
      expect(periodOf(by, to)).toEqual({ from, to });
      expect(datesBetween(from, to).length).toBeLessThanOrEqual(366);
    }),
  );
});

test('the page opens with the last quarter that is over', () => {
  const today: LocalDate = '2026-11-16';
  expect(shownPeriod({}, today)).toEqual({ from: '2026-07-01', to: '2026-09-30' });
  expect(shownPeriod({ by: 'month' }, today)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(shownPeriod({ by: 'month', on: '2026-03-05' }, today).to).toBe('2026-03-31');
  expect(readBooksSearch({ by: 'week', on: 'never', basis: 'accrual' })).toEqual({ basis: 'accrual' });
});

test('a period is named as people name it', () => {
  const named = periodLengths.map((by) => periodInWords(periodOf(by, '2026-08-05')));
  expect(named).toEqual(['August 2026', 'July to September 2026', 'Year to 30 Jun 2027']);
});
