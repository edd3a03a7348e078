import { expect, test } from 'vitest';
import { fromField, timesProblem, toField } from './clock-field.ts';

const now = Date.parse('2026-11-17T02:00:00Z');

test('a moment survives its way through the field, to the minute', () => {
  expect(fromField(toField('2026-11-16T22:30:00Z'))).toBe('2026-11-16T22:30:00.000Z');
  expect(fromField('')).toBeUndefined();
  expect(fromField('nonsense')).toBeUndefined();
});

test('times that cannot be are told in words', () => {
  const [early, late] = ['2026-11-16T22:00:00Z', '2026-11-16T23:00:00Z'];
  expect(timesProblem(early, late, now)).toBeUndefined();
  expect(timesProblem(late, early, now)).toBe('The end is before the beginning.');
  expect(timesProblem(undefined, late, now)).toBe('Give the day and the time.');
  expect(timesProblem(early, '2026-11-17T04:00:00Z', now)).toBe('That is still to come.');
});
