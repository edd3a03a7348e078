import { expect, test } from 'vitest';
import { readDuration, steppedDuration } from './duration.ts';

test.each([
  ['90', 90],
  ['90m', 90],
  ['９０', 90],
  ['90 min', 90],
  ['2h', 120],
  [' 2 H ', 120],
  ['1:30', 90],
  ['0:45', 45],
  ['1h 30', 90],
  ['1 h 30 min', 90],
  ['1h30m', 90],
  ['1.5', 90],
  ['.5', 30],
  ['1.5 h', 90],
  ['1 hour  15 minutes', 75],
  ['24 h', 1440],
])('“%s” takes %i minutes', (typed, minutes) => {
  expect(readDuration(typed)).toEqual({ minutes });
});

test.each([
  ['soon', '“soon” isn’t a duration. Enter it like 90, 1:30 or 1.5 h.'],
  ['1:75', '“1:75” isn’t a duration. Enter it like 90, 1:30 or 1.5 h.'],
  ['1h 75', '“1h 75” isn’t a duration. Enter it like 90, 1:30 or 1.5 h.'],
  ['-30', 'A duration can’t be below zero.'],
  ['52', 'Durations are in steps of 5 minutes: 50 min or 55 min?'],
  ['2', 'Durations are in steps of 5 minutes: 5 min or 2 h?'],
  ['0', 'Enter 5 minutes to 24 hours.'],
  ['25h', 'Enter 5 minutes to 24 hours.'],
])('“%s” is asked about', (typed, problem) => {
  expect(readDuration(typed)).toEqual({ problem });
});

test('steps go to the next multiple, and stay within what a visit may take', () => {
  expect(steppedDuration(60, 15, 1)).toBe(75);
  expect(steppedDuration(50, 15, 1)).toBe(60);
  expect(steppedDuration(50, 15, -1)).toBe(45);
  expect(steppedDuration(60, 5, -1)).toBe(55);
  expect(steppedDuration(5, 15, -1)).toBe(5);
  expect(steppedDuration(1440, 15, 1)).toBe(1440);
});
