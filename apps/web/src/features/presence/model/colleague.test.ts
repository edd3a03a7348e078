import { expect, test } from 'vitest';
import { colourOf, daysInWords, doingInWords, initialsOf } from './colleague.ts';

test('initials are of the first and the last name, whatever they are written in', () => {
  expect(['Dana Reed', 'Kim van der Berg', 'cher', '𝒜da Ödön', ' '].map(initialsOf)).toEqual([
    'DR',
    'KB',
    'C',
    '𝒜Ö',
    '',
  ]);
});

test('a colour follows from the id, and is none of those that say how far a visit is', () => {
  const ids = Array.from(
    { length: 60 },
    (_, at) => `0193e5a0-0000-7000-8000-${String(at).padStart(12, '0')}`,
  );
  const colours = new Set(ids.map(colourOf));
  expect(colours.size).toBe(8);
  expect(['slate', 'teal'].some((colour) => colours.has(colour as never))).toBe(false);
  expect(colourOf(ids[3]!)).toBe(colourOf(ids[3]!));
});

test('what somebody does is told in words, and a visit of other days without its name', () => {
  const days = { from: '2026-11-16', to: '2026-11-22' };
  const nameOf = (visit: string) => (visit === 'lee' ? 'J-1002 Lee' : undefined);
  const person = { user_id: 'dana', name: 'Dana', days, open_visit: 'lee', held_visit: 'far' };
  expect(doingInWords(person, nameOf)).toEqual([
    'moves a visit',
    'has J-1002 Lee open',
    'looks at Mon 16 Nov, week',
  ]);
  expect(daysInWords({ from: '2026-11-17', to: '2026-11-17' })).toBe('Tue 17 Nov');
  expect(daysInWords({ from: '2026-11-17', to: '2026-11-19' })).toBe('Tue 17 Nov, 3 days');
});
