import { expect, test } from 'vitest';
import { type LocalTime, momentOf } from '../../values/local-time.ts';
import { hoursPeriod, ownHours } from './rules.ts';

const zone = 'Australia/Sydney';
const at = (time: LocalTime, date = '2026-11-17' as const) => momentOf(date, time, zone);
const nothing = { zone, week: [], holidays: [], absences: [], spent: [] };
const day = { first: '2026-11-17', last: '2026-11-17' } as const;

test('a week back and a week ahead are told of, by the clocks of the business', () => {
  // Still the sixteenth in UTC.
  expect(hoursPeriod(at('08:00'), zone)).toEqual({ first: '2026-11-10', last: '2026-11-24' });
});

test('each day has the shifts of its weekday in order, and its holiday', () => {
  const week = [
    { weekday: 2, from: '13:00', to: '17:00' },
    { weekday: 2, from: '07:00', to: '11:00' },
    { weekday: 3, from: '09:00', to: '12:00' },
  ];
  const holidays = [{ date: '2026-11-18', name: 'Show day' }];
  const days = ownHours({ first: '2026-11-17', last: '2026-11-18' }, { ...nothing, week, holidays });
  expect(days.map(({ shifts, holiday }) => [shifts.map(({ from }) => from), holiday])).toEqual([
    [['07:00', '13:00'], null],
    [['09:00'], 'Show day'],
  ]);
});

test('an absence is told with the hours that it takes of the day, none where it takes all of it', () => {
  const absences = [
    {
      kind: 'leave' as const,
      reason: 'Wedding',
      start: at('12:00'),
      end: at('00:00', '2026-11-19' as never),
    },
  ];
  const days = ownHours({ first: '2026-11-17', last: '2026-11-19' }, { ...nothing, absences });
  expect(days.map((day) => day.absences.map(({ from, to }) => [from, to]))).toEqual([
    [['12:00', null]],
    [[null, null]],
    [],
  ]);
});

test('time at two visits at once is counted once', () => {
  const spent = [
    { start: at('09:00'), end: at('10:00') },
    { start: at('09:30'), end: at('10:30') },
    { start: at('13:00'), end: at('13:20') },
  ];
  expect(ownHours(day, { ...nothing, spent })[0]!.worked).toBe(110);
});
