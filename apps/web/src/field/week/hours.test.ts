import type { OwnHours } from '@muster/domain/field/my-hours/schema';
import { expect, test } from 'vitest';
import { workedDays, hoursWords } from './hours.ts';

const zone = 'Australia/Sydney';

test('the days before are as the server tells, today as it is on the phone', () => {
  const hours = [
    { date: '2026-11-09', worked: 500 },
    { date: '2026-11-15', worked: 120 },
    { date: '2026-11-16', worked: 30 },
  ];
  const visits = [
    // Today in Sydney, though not in UTC.
    { on_site_at: '2026-11-15T22:00:00Z', done_at: '2026-11-15T22:45:00Z' },
    { on_site_at: '2026-11-16T01:00:00Z', done_at: '2026-11-16T01:20:00Z' },
    { on_site_at: '2026-11-16T03:00:00Z', done_at: null },
    { on_site_at: '2026-11-14T22:00:00Z', done_at: '2026-11-14T23:00:00Z' },
  ];
  const days = workedDays(hours, visits, '2026-11-16', zone);
  expect(days).toHaveLength(7);
  expect(days.filter(({ minutes }) => minutes > 0)).toEqual([
    { day: '2026-11-15', minutes: 120 },
    { day: '2026-11-16', minutes: 65 },
  ]);
});

test('today is counted as the server will count it: time at two visits at once is counted once, in whole minutes of the clock', () => {
  const visits = [
    { on_site_at: '2026-11-15T22:00:50Z', done_at: '2026-11-15T23:00:10Z' },
    { on_site_at: '2026-11-15T22:30:00Z', done_at: '2026-11-15T23:30:00Z' },
  ];
  expect(workedDays([], visits, '2026-11-16', zone).at(-1)).toEqual({ day: '2026-11-16', minutes: 90 });
});

const day: OwnHours = { date: '2026-11-17', shifts: [], holiday: null, absences: [], worked: 0 };
const shifts = [{ from: '07:00', to: '15:30' }];
const absence = { kind: 'leave', from: null, to: null, reason: '' } as const;

test('a day is told by its shifts, or as a day off', () => {
  expect(hoursWords({ ...day, shifts })).toEqual(['7:00 am – 3:30 pm']);
  expect(hoursWords(day)).toEqual(['Day off']);
  expect(hoursWords({ ...day, shifts: [{ from: '00:00', to: '00:00' }] })).toEqual(['All day']);
  expect(hoursWords({ ...day, shifts, holiday: 'Boxing Day' })).toEqual([
    'Public holiday: Boxing Day',
    '7:00 am – 3:30 pm',
  ]);
});

test('who is away all day does not work; who is away for hours does', () => {
  expect(hoursWords({ ...day, shifts, absences: [absence] })).toEqual(['On leave all day']);
  const training = { ...absence, kind: 'training', from: '12:00', reason: 'First aid' } as const;
  expect(hoursWords({ ...day, shifts, absences: [training] })).toEqual([
    '7:00 am – 3:30 pm',
    'Training from 12:00 pm (First aid)',
  ]);
});
