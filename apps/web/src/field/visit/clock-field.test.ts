import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { expect, test } from 'vitest';
import { timesDoubt, timesProblem } from './clock-field.ts';

const now = Date.parse('2026-11-17T02:00:00Z');

test('times that cannot be are told in words', () => {
  const [early, late] = ['2026-11-16T22:00:00Z', '2026-11-16T23:00:00Z'];
  expect(timesProblem(early, late, now)).toBeUndefined();
  expect(timesProblem(late, '2026-11-16T22:59:00Z', now)).toBe('The end can’t be before the arrival.');
  expect(timesProblem(late, early, now)).toBe('The end can’t be before the arrival.');
  expect(timesProblem(undefined, late, now)).toBe('Enter the day and time.');
  expect(timesProblem(early, '2026-11-17T04:00:00Z', now)).toMatch(/^This end is in the future/);
  const ahead = '2026-11-17T04:00:00Z';
  expect(timesProblem(ahead, new Date(now).toISOString(), now)).toMatch(/^This arrival is in the future/);
});

test('times that look like a slip are asked about', () => {
  const site = { zone: 'Australia/Sydney' } as OwnVisit['site'];
  const visit = { starts_at: '2026-11-16T22:00:00Z', en_route_at: '2026-11-16T21:40:30Z', site };
  const done = '2026-11-16T23:00:00Z';
  expect(timesDoubt('2026-11-16T22:00:00Z', done, visit)).toBeUndefined();
  expect(timesDoubt('2026-11-16T21:40:00Z', done, visit)).toBeUndefined();
  expect(timesDoubt('2026-11-16T21:30:00Z', done, visit)).toBe(
    'You set out at 8:40 am, after this arrival. Is the time right?',
  );
  expect(timesDoubt('2026-11-16T21:30:00Z', done, { ...visit, en_route_at: null })).toBeUndefined();
  expect(timesDoubt('2026-11-15T22:51:00Z', done, visit)).toBe(
    'That makes 24 h 9 min on site. Is the day right?',
  );
});
