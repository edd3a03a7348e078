import { expect, test } from 'vitest';
import { fromPicked, pickedWords, pickerValue } from './office-moment.ts';

test('a time goes to the date picker and comes back the same', () => {
  expect(pickerValue('2028-01-05T09:30')).toBe('2028-01-05 09:30:00');
  expect(fromPicked('2028-01-05 09:30:00')).toBe('2028-01-05T09:30');
  expect(pickerValue('')).toBeNull();
  expect(fromPicked(null)).toBe('');
});

test('a picked time is written as it was picked, in whatever zone the reader is', () => {
  expect(pickedWords('2028-01-05 09:30:00')).toBe('Wed 5 Jan 2028, 9:30 am');
  expect(pickedWords('2028-12-31 23:45:00')).toBe('Sun 31 Dec 2028, 11:45 pm');
});
