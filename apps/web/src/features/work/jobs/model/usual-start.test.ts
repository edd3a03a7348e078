import { momentOf, type LocalDate, type LocalTime } from '@muster/domain/values/local-time';
import { expect, test } from 'vitest';
import { usualStart } from './usual-start.ts';

const zone = 'Australia/Sydney';
const week = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '07:00', to: '15:30' }));
const open = { on_date: null, not_before: null, window_from: null };
const at = (date: LocalDate, time: LocalTime) => momentOf(date, time, zone);

test('in working hours a visit begins with the next quarter of an hour', () => {
  expect(usualStart(open, week, at('2026-11-17', '15:14'), zone)).toEqual({
    date: '2026-11-17',
    time: '15:15',
  });
  expect(usualStart(open, week, at('2026-11-17', '09:01'), zone).time).toBe('09:15');
});

test('before work it begins with the day, after work with the next working day', () => {
  expect(usualStart(open, week, at('2026-11-17', '05:10'), zone).time).toBe('07:00');
  expect(usualStart(open, week, at('2026-11-17', '15:31'), zone)).toEqual({
    date: '2026-11-18',
    time: '07:00',
  });
  expect(usualStart(open, week, at('2026-11-20', '18:00'), zone)).toEqual({
    date: '2026-11-23',
    time: '07:00',
  });
});

test('an agreed day and a promised arrival count, while they are ahead', () => {
  const agreed = { on_date: '2026-11-19', not_before: null, window_from: '09:00' };
  expect(usualStart(agreed, week, at('2026-11-17', '15:14'), zone)).toEqual({
    date: '2026-11-19',
    time: '09:00',
  });
  expect(usualStart(agreed, week, at('2026-11-19', '09:20'), zone)).toEqual({
    date: '2026-11-19',
    time: '09:30',
  });
  expect(usualStart(agreed, week, at('2026-11-20', '10:00'), zone)).toEqual({
    date: '2026-11-20',
    time: '10:00',
  });
  const sunday = { ...agreed, on_date: '2026-11-22', window_from: null };
  expect(usualStart(sunday, week, at('2026-11-17', '10:00'), zone)).toEqual({
    date: '2026-11-22',
    time: '08:00',
  });
});

test('what may not begin before a day begins on it, or on the next working day', () => {
  const later = { ...open, not_before: '2026-11-21' };
  expect(usualStart(later, week, at('2026-11-17', '10:00'), zone)).toEqual({
    date: '2026-11-23',
    time: '07:00',
  });
});
