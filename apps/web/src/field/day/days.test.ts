import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { expect, test } from 'vitest';
import { daysFrom, keptVisits, leftOpen, nextVisit, pastWeekOf, visitsOfToday, weekOf } from './days.ts';

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

test('what was never finished stays until somebody has decided, however long ago it was, and is kept on the phone', () => {
  const never = visit('never', '2026-10-01T22:00:00Z');
  const old = visit('old', '2026-10-01T22:00:00Z', 'done', 'completed');
  const off = visit('off', '2026-11-14T22:00:00Z', 'none', 'cancelled');
  const all = [never, old, off, ...visits];
  expect(ids(leftOpen(all, now, zone))).toEqual(['never']);
  expect(ids(keptVisits(all, now, zone))).toEqual(['never', 'off', 'past', 'left open', 'today', 'friday']);
});

test('the week before is read backwards, without today', () => {
  const week = pastWeekOf(visits, now, zone);
  expect(week.map(({ day }) => day)).toEqual([15, 14, 13, 12, 11, 10, '09'].map((day) => `2026-11-${day}`));
  expect(ids(week[0]!.visits)).toEqual(['past', 'left open']);
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
