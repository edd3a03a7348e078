import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { expect, test } from 'vitest';
import { daysFrom, nextVisit, visitsOfToday, weekOf } from './by-day.ts';

const zone = 'Australia/Sydney';
const now = Date.parse('2026-11-15T22:00:00Z');
const visit = (id: string, starts_at: string, progress = 'none', state = 'dispatched') =>
  ({ id, starts_at, progress, state }) as OwnVisit;
// Half past eleven at night in UTC is the next morning in Sydney.
const visits = [
  visit('past', '2026-11-14T23:30:00Z', 'done', 'completed'),
  visit('left open', '2026-11-14T23:45:00Z', 'on site', 'on site'),
  visit('today', '2026-11-15T23:30:00Z'),
  visit('friday', '2026-11-19T22:00:00Z'),
  visit('far', '2026-12-01T22:00:00Z'),
];
const ids = (found: readonly OwnVisit[]) => found.map(({ id }) => id);

test('today is what is planned for it by the clocks of the business, and what is under way', () => {
  expect(ids(visitsOfToday(visits, now, zone))).toEqual(['left open', 'today']);
  const early = visit('early', '2026-11-19T22:00:00Z', 'en route', 'en route');
  expect(ids(visitsOfToday([early], now, zone))).toEqual(['early']);
  expect(visitsOfToday([], now, zone)).toEqual([]);
});

test('the week has seven days, empty ones too', () => {
  const week = weekOf(visits, now, zone);
  expect(week).toHaveLength(7);
  expect(week.filter((day) => day.visits.length > 0).map((day) => [day.day, ids(day.visits)])).toEqual([
    ['2026-11-16', ['today']],
    ['2026-11-20', ['friday']],
  ]);
  expect(daysFrom('2026-12-30', 3)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
});

test('the next visit is the one under way, however late it is planned, or the first that nobody began', () => {
  const done = visit('done', '', 'done', 'completed');
  const called = visit('cancelled', '', 'none', 'cancelled');
  expect(nextVisit([done, called, visit('next', '')])?.id).toBe('next');
  expect(nextVisit([visit('first', ''), visit('way', '', 'en route', 'en route')])?.id).toBe('way');
  expect(
    nextVisit([visit('way', '', 'en route', 'en route'), visit('here', '', 'on site', 'on site')])?.id,
  ).toBe('here');
  expect(nextVisit([done, called])).toBeUndefined();
});
