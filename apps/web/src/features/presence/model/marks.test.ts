import type { PresentPerson } from '@muster/domain/presence/schema';
import { expect, test } from 'vitest';
import { marksOf, visitsChanged } from './marks.ts';

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
  return { command: 'c', kind: 'visit planned', user_id, undoes: null, entries };
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
