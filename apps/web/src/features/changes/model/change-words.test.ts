import type { Change } from '@muster/domain/changes/schema';
import { expect, test } from 'vitest';
import { changeWords } from './change-words.ts';

const gas = '0193e5a0-0000-7000-8000-000000000099';
const words = {
  nameOf: (id: string) => (id === gas ? 'Gas fitting' : undefined),
  zone: 'Australia/Sydney',
};

function entry(given: Partial<Change['entries'][number]>): Change['entries'][number] {
  return { table: 'technicians', id: gas, version: 2, label: 'Priya Nair', before: {}, after: {}, ...given };
}

function told(given: Partial<Change>, ...entries: Change['entries']): string {
  const change: Change = {
    number: 7,
    command: gas,
    kind: 'technician edited',
    at: '2026-11-16T00:00:00.000Z',
    by: { user_id: gas, api_key_id: null, name: 'Dan Dispatcher' },
    undoes: null,
    undone_by: null,
    count: entries.length,
    entries,
    ...given,
  };
  return changeWords(change, words);
}

test('one field is told with what it was and what it is', () => {
  const phone = entry({ before: { phone: '0412 345 678' }, after: { phone: '0413 345 678' } });
  expect(told({}, phone)).toBe(
    'Dan Dispatcher changed the phone of Priya Nair from 0412 345 678 to 0413 345 678',
  );
  const email = entry({ before: { email: '' }, after: { email: 'p@example.com' } });
  expect(told({}, email)).toBe(
    'Dan Dispatcher changed the email of Priya Nair from nothing to p@example.com',
  );
});

test('several fields are named, and what follows from another is not', () => {
  const many = entry({
    before: { name: 'P', base_suburb_id: 1, base_latitude: 2 },
    after: { name: 'Priya Nair', base_suburb_id: 3, base_latitude: 4 },
  });
  expect(told({}, many)).toBe('Dan Dispatcher changed name and base of Priya Nair');
});

test('skills are told by their names, hours in short, and what has no name is left out', () => {
  expect(told({}, entry({ before: { skills: [] }, after: { skills: [gas] } }))).toBe(
    'Dan Dispatcher changed the skills of Priya Nair from nothing to Gas fitting',
  );
  const week = [{ weekday: 1, from: '07:00', to: '15:30', breaks: [] }];
  expect(told({}, entry({ before: { working_week: null }, after: { working_week: week } }))).toBe(
    'Dan Dispatcher changed the working hours of Priya Nair from the hours of the business to one day, 7:00 am to 3:30 pm',
  );
  const other = '0193e5a0-0000-7000-8000-000000000001';
  expect(told({}, entry({ before: { skills: [] }, after: { skills: [other] } }))).toBe(
    'Dan Dispatcher changed the skills of Priya Nair',
  );
});

test('states have verbs of their own', () => {
  expect(told({}, entry({ before: { is_active: false }, after: { is_active: true } }))).toBe(
    'Dan Dispatcher activated Priya Nair',
  );
  const gone = entry({
    before: { archived_at: null, is_active: true },
    after: { archived_at: '2026-11-16T00:00:00Z', is_active: false },
  });
  expect(told({}, gone)).toBe('Dan Dispatcher archived Priya Nair');
  expect(told({}, entry({ before: { archived_at: 'x' }, after: { archived_at: null } }))).toBe(
    'Dan Dispatcher restored Priya Nair',
  );
});

test('what was added, removed and undone is told, and how much else', () => {
  const ticket = { table: 'tickets', label: 'Gas licence 123' };
  expect(told({}, entry({ ...ticket, before: null }))).toBe(
    'Dan Dispatcher added the ticket Gas licence 123',
  );
  expect(told({}, entry({ ...ticket, after: null }))).toBe(
    'Dan Dispatcher removed the ticket Gas licence 123',
  );
  expect(told({ undoes: 3 }, entry({}))).toBe('Dan Dispatcher undid a change of Priya Nair');
  expect(told({ count: 42 }, entry({ before: null }))).toBe(
    'Dan Dispatcher added the technician Priya Nair, and 41 other things',
  );
  const program = { user_id: null, api_key_id: gas, name: '' };
  expect(told({ by: program }, entry({ before: null }))).toBe('A program added the technician Priya Nair');
});

test('what is revoked has a verb of its own', () => {
  const revoked = { before: { revoked_at: null }, after: { revoked_at: '2026-11-16T00:00:00.000Z' } };
  expect(told({}, entry({ ...revoked, table: 'api_keys', label: 'Website bookings' }))).toBe(
    'Dan Dispatcher revoked the API key Website bookings',
  );
  expect(told({}, entry({ ...revoked, table: 'calendar_feeds', label: 'the business' }))).toBe(
    'Dan Dispatcher revoked the calendar feed of the business',
  );
});
