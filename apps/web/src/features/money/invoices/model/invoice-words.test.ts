import { expect, test } from 'vitest';
import { dueInWords, shortDate, termsInWords } from './invoice-words.ts';

test('how far away the day is that an invoice is due', () => {
  const due = (day: string) => dueInWords(day, '2026-11-19');
  expect(['2026-11-19', '2026-11-20', '2026-12-03', '2026-11-18', '2025-11-19'].map(due)).toEqual([
    'Due today',
    'Due tomorrow',
    'Due in 14 days',
    '1 day overdue',
    '365 days overdue',
  ]);
});

test('a day of another year says its year, and terms are words', () => {
  expect(['2026-12-03', '2025-12-03'].map((day) => shortDate(day, '2026-11-19'))).toEqual([
    '3 Dec',
    '3 Dec 2025',
  ]);
  expect([0, 1, 14].map(termsInWords)).toEqual(['Due on receipt', '1 day', '14 days']);
});
