import type { LocalDate } from '@muster/domain/values/local-time';
import { expect, test } from 'vitest';
import type { OwnVisit } from '../api.ts';
import { comingDays, nextVisit, pastDays } from './by-day.ts';

const zone = 'Australia/Sydney';
const today = '2026-11-16' as LocalDate;
const visit = (id: string, starts_at: string, progress = 'none') =>
  ({ id, starts_at, progress, state: 'dispatched' }) as OwnVisit;
// Half past eleven at night in UTC is the next morning in Sydney.
const visits = [
  visit('past', '2026-11-14T23:30:00Z', 'done'),
  visit('today', '2026-11-15T23:30:00Z'),
  visit('friday', '2026-11-19T22:00:00Z'),
  visit('far', '2026-12-01T22:00:00Z'),
];

test('today comes first, by the clocks of the business, then the days of the week with something on them', () => {
  expect(comingDays(visits, today, zone).map(({ day, visits }) => [day, visits.map(({ id }) => id)])).toEqual(
    [
      ['2026-11-16', ['today']],
      ['2026-11-20', ['friday']],
    ],
  );
  expect(comingDays([], today, zone)).toEqual([{ day: today, visits: [] }]);
});

test('what was is told the latest day first', () => {
  expect(pastDays(visits, today, zone).map(({ day }) => day)).toEqual(['2026-11-15']);
});

test('the next visit is the first that is not done', () => {
  expect(nextVisit([visit('done', '', 'done'), visit('next', '')])).toBe('next');
});
