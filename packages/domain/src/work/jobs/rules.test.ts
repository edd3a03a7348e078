import { expect, test } from 'vitest';
import { tidyTags } from '../../values/fields.ts';
import { jobState, readJobNumber, visitNumber } from './rules.ts';

test.each([
  [[], 'open'],
  [['unscheduled'], 'open'],
  [['unscheduled', 'planned'], 'scheduled'],
  [['dispatched', 'cancelled'], 'scheduled'],
  [['en route'], 'in progress'],
  [['needs return', 'unscheduled'], 'in progress'],
  [['needs return', 'completed'], 'done'],
  [['completed', 'cancelled'], 'done'],
  [['could not complete'], 'open'],
  [['needs return', 'cancelled'], 'open'],
  [['cancelled', 'cancelled'], 'cancelled'],
] as const)('a job with visits %j is %s', (visits, state) => {
  expect(jobState(visits)).toBe(state);
});

test('a number is read however it is written, and nothing else is', () => {
  expect(['J-1042', 'j1042', '1042', ' J-7 '].map(readJobNumber)).toEqual([1042, 1042, 1042, 7]);
  expect(['J-', 'K-1042', '10x', '99999999999'].map(readJobNumber)).toEqual(Array(4).fill(undefined));
  expect(visitNumber(1042, 2)).toBe('J-1042/2');
});

test('tags lose their blanks and their doubles', () => {
  expect(tidyTags([' strata', 'strata ', '', 'quote'])).toEqual(['strata', 'quote']);
});
