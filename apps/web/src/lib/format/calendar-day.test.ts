import { expect, test } from 'vitest';
import { dayWords, readDay } from './calendar-day.ts';

const tuesday = '2026-11-17';

test.each([
  ['30/11', '2026-11-30'],
  ['3/4/27', '2027-04-03'],
  ['30.11.2026', '2026-11-30'],
  ['30 Nov', '2026-11-30'],
  ['30 november 2028', '2028-11-30'],
  ['1 Sept', '2026-09-01'],
  ['Mon 30 Nov 2026', '2026-11-30'],
  ['2026-11-30', '2026-11-30'],
  ['today', '2026-11-17'],
  ['Tomorrow', '2026-11-18'],
  ['tom', '2026-11-18'],
  ['Tue', '2026-11-17'],
  ['fri', '2026-11-20'],
  ['monday', '2026-11-23'],
])('%s is %s', (text, day) => expect(readDay(text, tuesday)).toBe(day));

test.each(['', 'soon', 'm', '31 Feb', '31/2', '30/13', '30 foo', '2026-02-30'])('%s is no day', (text) =>
  expect(readDay(text, tuesday)).toBeUndefined(),
);

test('a day in words is read as the same day', () => {
  expect(dayWords('2026-11-30')).toBe('Mon 30 Nov 2026');
  for (const day of ['2026-01-01', '2026-09-09', '2028-02-29'])
    expect(readDay(dayWords(day), '2000-01-01')).toBe(day);
});
