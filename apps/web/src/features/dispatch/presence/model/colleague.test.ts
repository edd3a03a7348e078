import type { PresentPerson } from '@muster/domain/dispatch/presence/schema';
import { expect, test } from 'vitest';
import { initialsOf } from '../../../../lib/kit/initials.ts';
import { colourOf, daysInWords, doingInWords, marksOf, visitsChanged } from './colleague.ts';

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
  expect(colours.size).toBe(14);
  expect(['slate', 'blue'].some((colour) => colours.has(colour as never))).toBe(false);
  expect(colourOf(ids[3]!)).toBe(colourOf(ids[3]!));
});

test('what somebody does is told in words, and a visit of other days without its name', () => {
  const days = { from: '2026-11-16', to: '2026-11-22' };
  const nameOf = (visit: string) => (visit === 'lee' ? 'J-1002 Lee' : undefined);
  const person = { user_id: 'dana', name: 'Dana', days, open_visit: 'lee', held_visit: 'far' };
  expect(doingInWords(person, nameOf)).toEqual([
    'is moving a visit',
    'has J-1002 Lee open',
    'is viewing Mon 16 Nov, week',
  ]);
  expect(daysInWords({ from: '2026-11-17', to: '2026-11-17' })).toBe('Tue 17 Nov');
  expect(daysInWords({ from: '2026-11-17', to: '2026-11-19' })).toBe('Tue 17 Nov, 3 days');
});

const days = { from: '2026-11-17', to: '2026-11-17' };

function person(name: string, open_visit: string | null, held_visit: string | null): PresentPerson {
  return { user_id: name.split(' ')[0]!.toLowerCase(), name, days, open_visit, held_visit };
}
const inWords = (...given: Parameters<typeof marksOf>) =>
  Object.fromEntries([...marksOf(...given)].map(([visit, { words }]) => [visit, words]));

test('a visit that a colleague has open, holds or changed is marked; what one does oneself is not', () => {
  const people = [
    person('Ari', 'own', 'mine'),
    person('Dana Reed', 'smith', 'lee'),
    person('Kim', 'lee', null),
  ];
  expect(inWords(people, 'ari', new Map([['cole', 'dana']]))).toEqual({
    smith: 'Dana has this open',
    lee: 'Dana is moving this',
    cole: 'Dana changed this just now',
  });
});

test('that it is held says more than that it was changed, and that more than that it is open', () => {
  const dana = person('Dana', 'smith', 'smith');
  const changed = new Map([['smith', 'kim']]);
  expect(inWords([dana], 'ari', changed)).toEqual({ smith: 'Dana is moving this' });
  expect(inWords([{ ...dana, held_visit: null }], 'ari', changed)).toEqual({
    smith: 'A colleague changed this just now',
  });
});

function change(user_id: string | null, entries: Parameters<typeof visitsChanged>[0]['entries']) {
  return { command: 'c', kind: 'visit scheduled' as const, user_id, undoes: null, entries, beside: [] };
}

test('the visits of a change are those of its bookings too, new, moved or gone', () => {
  const bookings = [
    { id: 'a', visit_id: 'smith' },
    { id: 'b', visit_id: 'lee' },
  ];
  const entries = [
    { table: 'assignments', id: 'a', version: 2, fields: { starts_at: 'later' } },
    { table: 'assignments', id: 'b', version: 2, fields: null },
    { table: 'assignments', id: 'new', version: 1, fields: { visit_id: 'cole' } },
    { table: 'visits', id: 'lee', version: 2, fields: { note: 'x' } },
    { table: 'customers', id: 'k', version: 2, fields: {} },
    { table: 'assignments', id: 'of another day', version: 2, fields: {} },
  ];
  expect(visitsChanged(change('dana', entries), 'ari', bookings)).toEqual(['smith', 'lee', 'cole']);
  expect(visitsChanged(change('ari', entries), 'ari', bookings)).toEqual([]);
  expect(visitsChanged(change(null, entries), 'ari', bookings)).toEqual([]);
  expect(visitsChanged(change('dana', null), 'ari', bookings)).toEqual([]);
});
