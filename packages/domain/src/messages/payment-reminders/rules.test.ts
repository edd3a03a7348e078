import { expect, test } from 'vitest';
import type { LocalDate } from '../../values/local-time.ts';
import { businessDayFrom, isTimeToRemind, nextReminder } from './rules.ts';

const days = [14, 3];
const owed = { due_on: '2026-11-02', sent_on: '2026-10-19', reminded_on: null } as const;
const next = (more: Partial<Parameters<typeof nextReminder>[0]>, today: LocalDate) =>
  nextReminder({ ...owed, ...more }, days, today);

test('each day of the rule comes once, and a reminder shortly before counts for it', () => {
  expect(next({}, '2026-11-01')).toBe('2026-11-05');
  expect(next({}, '2026-11-08')).toBe('2026-11-05');
  expect(next({ reminded_on: '2026-11-08' }, '2026-11-08')).toBe('2026-11-16');
  expect(next({ reminded_on: '2026-11-03' }, '2026-11-05')).toBe('2026-11-16');
  expect(next({ reminded_on: '2026-11-02' }, '2026-11-05')).toBe('2026-11-05');
  expect(next({ reminded_on: '2026-11-16' }, '2026-11-17')).toBeNull();
});

test('what was missed for a week stays missed', () => {
  expect(next({}, '2026-11-11')).toBe('2026-11-05');
  expect(next({}, '2026-11-12')).toBe('2026-11-16');
  expect(next({}, '2027-11-12')).toBeNull();
});

test('nobody is reminded of what they never got, or got just now', () => {
  expect(next({ sent_on: null }, '2026-11-05')).toBeNull();
  expect(next({ sent_on: '2026-11-05' }, '2026-11-05')).toBe('2026-11-07');
});

test('they leave on business days in office hours', () => {
  const holidays = ['2026-11-03'] as const;
  expect(isTimeToRemind('2026-11-02', '09:00', holidays)).toBe(true);
  expect(isTimeToRemind('2026-11-02', '08:59', holidays)).toBe(false);
  expect(isTimeToRemind('2026-11-02', '17:00', holidays)).toBe(false);
  expect(isTimeToRemind('2026-11-03', '10:00', holidays)).toBe(false);
  expect(isTimeToRemind('2026-11-07', '10:00', holidays)).toBe(false);
  expect(businessDayFrom('2026-11-02', holidays)).toBe('2026-11-02');
  expect(businessDayFrom('2026-11-07', ['2026-11-09'])).toBe('2026-11-10');
});
