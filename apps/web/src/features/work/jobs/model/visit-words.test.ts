import { expect, test } from 'vitest';
import { bookingWords, needWords, promiseWords, startWords } from './visit-words.ts';

const open = { on_date: null, window_from: null, window_to: null, not_before: null, due_by: null };

test('what was promised is told in the words of the office', () => {
  expect(promiseWords({ ...open, on_date: '2026-11-16', window_from: '09:00', window_to: '11:00' })).toBe(
    'Agreed Mon 16 Nov, 9–11 am',
  );
  expect(promiseWords({ ...open, not_before: '2026-11-17', due_by: '2026-11-20' })).toBe(
    'not before Tue 17 Nov, due by Fri 20 Nov',
  );
  expect(promiseWords(open)).toBe('');
});

test('a booking is told by the clocks of the site', () => {
  const booked = { starts_at: '2026-11-15T22:00:00+00:00', ends_at: '2026-11-15T23:30:00+00:00' };
  expect(bookingWords(booked, 'Australia/Sydney')).toBe('Mon 16 Nov, 9:00 am to 10:30 am');
  expect(startWords(booked.starts_at, 'Australia/Perth')).toBe('Mon 16 Nov, 6:00 am');
});

test('what a visit needs names its length, its crew and the skills of its members', () => {
  const names: Record<string, string> = { g: 'Gas fitting', e: 'Electrical' };
  const need = { duration: 90, crew_size: 2, skills: ['g'], crew_skills: [[], ['e']] };
  expect(needWords(need, (id) => names[id]!)).toBe(
    '1 h 30 min · crew of 2 · Gas fitting · member 2: Electrical',
  );
});
