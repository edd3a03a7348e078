import { expect, test } from 'vitest';
import { bodyInWords, messageInOneLine, monthLines } from './rules.ts';
import type { Message, MessageCount } from './schema.ts';

const zone = 'Australia/Sydney';
const message: Message = {
  id: '1',
  at: '2026-11-16T00:00:00Z',
  way: 'text',
  direction: 'out',
  kind: 'confirmed',
  name: 'Kim Cole',
  address: '+61412345678',
  body: '',
  problem: null,
  state: { name: 'delivered', at: '2026-11-16T00:00:00Z', why: '' },
  parts: 1,
  price: 790,
  customer_id: null,
  contact_id: null,
  visit_id: null,
  job_id: null,
  visit: '',
};

test.each([
  [{}, 'Confirmation: text to +61412345678 delivered'],
  [
    { state: { name: 'waiting', at: '2026-11-16T21:00:00Z', why: '' } },
    'Confirmation: text to +61412345678 leaves at 8:00 am on Tue 17 Nov',
  ],
  [{ state: null, problem: 'opted out' }, 'Confirmation: not sent: they’ve opted out of texts'],
  [
    { way: 'email', kind: 'report', address: 'k…@example.com', state: null },
    'Report: emailed to k…@example.com',
  ],
  [
    { direction: 'in', kind: 'answer', state: { name: 'received', at: '', why: '' } },
    'Text from +61412345678',
  ],
] as [Partial<Message>, string][])('%#', (fields, words) => {
  expect(messageInOneLine({ ...message, ...fields }, zone)).toBe(words);
});

test('where an address stood that is stored nowhere, the words say that there was a link', () => {
  expect(bodyInWords('See {link} please')).toBe('See (link) please');
});

test('a month has a line for each kind, and all of them together', () => {
  const count = (fields: Partial<MessageCount>): MessageCount => ({
    way: 'text',
    direction: 'out',
    kind: 'late',
    messages: 0,
    unsent: 0,
    parts: 0,
    price: 0,
    ...fields,
  });
  const { lines, all } = monthLines([
    count({ messages: 2, parts: 3, price: 2370 }),
    count({ kind: 'confirmed', messages: 4, parts: 4, price: 3160, unsent: 1 }),
    count({ kind: 'confirmed', way: 'email', messages: 7, unsent: 2 }),
    count({ kind: 'answer', direction: 'in', messages: 1, parts: 1 }),
  ]);
  expect(lines).toEqual([
    { about: 'Confirmation', emails: 7, texts: 4, parts: 4, price: 3160, unsent: 3 },
    { about: '“Running late”', emails: 0, texts: 2, parts: 3, price: 2370, unsent: 0 },
    { about: 'Answer', emails: 0, texts: 1, parts: 1, price: 0, unsent: 0 },
  ]);
  expect(all).toMatchObject({ emails: 7, texts: 7, parts: 8, price: 5530, unsent: 3 });
});
