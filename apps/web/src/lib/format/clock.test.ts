import { expect, test } from 'vitest';
import { clockWords, readClock } from './clock.ts';

test.each([
  ['7', '07:00'],
  ['730', '07:30'],
  ['7.30', '07:30'],
  ['7:30 am', '07:30'],
  ['3:30 pm', '15:30'],
  ['3.30PM', '15:30'],
  ['330p', '15:30'],
  ['15:30', '15:30'],
  ['12', '12:00'],
  ['12 am', '00:00'],
  ['3', '15:00'],
  ['03:00', '03:00'],
  ['0:15', '00:15'],
])('%s is %s', (text, time) => expect(readClock(text)).toBe(time));

test.each(['', 'noon', '25', '7:75', '13 pm', '0 am', '1234567'])('%s is no time', (text) =>
  expect(readClock(text)).toBeUndefined(),
);

test('a time in words is read as the same time', () => {
  for (const time of ['00:00', '05:45', '09:30', '12:00', '15:30', '23:59'])
    expect(readClock(clockWords(time))).toBe(time);
});
