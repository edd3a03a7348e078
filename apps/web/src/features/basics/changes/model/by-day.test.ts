import { expect, test } from 'vitest';
import { byDay, dayName } from './by-day.ts';

test('days are those of the business', () => {
  const changes = ['2026-11-16T13:30:00Z', '2026-11-16T12:30:00Z', '2026-11-15T20:00:00Z'].map((at) => ({
    at,
  }));
  expect(byDay(changes, 'Australia/Sydney').map(({ date, changes }) => [date, changes.length])).toEqual([
    ['2026-11-17', 1],
    ['2026-11-16', 2],
  ]);
});

test('a day has the name that people give it', () => {
  expect(dayName('2026-11-17', '2026-11-17')).toBe('Today');
  expect(dayName('2026-11-16', '2026-11-17')).toBe('Yesterday');
  expect(dayName('2026-11-01', '2026-11-17')).toBe('Sun 1 Nov');
  expect(dayName('2025-12-31', '2026-11-17')).toBe('Wed 31 Dec 2025');
});
