import { expect, test } from 'vitest';
import { dueWords } from './office-moment.ts';

const now = Date.parse('2026-06-15T10:00:00Z');

test.each([
  ['2026-06-15T10:00:20Z', 'Due in 1 min'],
  ['2026-06-15T10:45:00Z', 'Due in 45 min'],
  ['2026-06-15T13:59:00Z', 'Due in 3 h'],
  ['2026-06-17T10:00:00Z', 'Due in 2 days'],
  ['2026-06-15T09:59:50Z', '1 min overdue'],
  ['2026-06-15T05:00:00Z', '5 h overdue'],
  ['2026-06-05T10:00:00Z', '10 days overdue'],
])('%s is %s', (due, words) => {
  expect(dueWords(due, now)).toBe(words);
});
