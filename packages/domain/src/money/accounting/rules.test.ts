import { expect, test } from 'vitest';
import {
  answersFor,
  type BookContact,
  bookNouns,
  contactIndex,
  differenceKinds,
  matchedContact,
  nounOf,
  partOf,
} from './rules.ts';

const customer = { id: 'u-1', name: 'Lee Plumbing', abn: '51 824 753 556', email: 'lee@example.com' };
const contact = (id: string, given: Partial<BookContact> = {}): BookContact => ({
  id,
  number: '',
  name: 'Somebody',
  abn: '',
  email: '',
  ...given,
});
const none: ReadonlySet<string> = new Set();
const idOf = (...contacts: BookContact[]) => {
  const match = matchedContact(customer, contacts, none);
  return match.is === 'same' ? match.contact.id : match.is;
};

test('a contact is found by our number, the ABN, the email with the name, and the name, in this order', () => {
  const number = contact('number', { number: 'u-1' });
  const abn = contact('abn', { abn: '51824753556' });
  const mail = contact('mail', { email: 'LEE@example.com', name: 'lee  plumbing' });
  const name = contact('name', { name: 'lee plumbing ' });
  expect(idOf(name, mail, abn, number)).toBe('number');
  expect(idOf(name, mail, abn)).toBe('abn');
  expect(idOf(name, mail)).toBe('mail');
  expect(idOf(name)).toBe('name');
  expect(idOf(contact('other'))).toBe('new');
});

test('what fits twice, or fits and is contradicted, is asked', () => {
  expect(idOf(contact('a', { abn: '51824753556' }), contact('b', { abn: '51 824 753 556' }))).toBe('unsure');
  expect(
    idOf(contact('a', { abn: '51824753556' }), contact('b', { abn: '51824753556', name: 'Lee Plumbing' })),
  ).toBe('b');
  expect(idOf(contact('agent', { email: 'lee@example.com', name: 'Agent' }))).toBe('unsure');
  expect(idOf(contact('namesake', { name: 'Lee Plumbing', abn: '83914571673' }))).toBe('unsure');
});

test('a contact of another customer is none, and its name is not used twice', () => {
  const namesake = contact('theirs', { name: 'Lee Plumbing' });
  expect(matchedContact(customer, [namesake], new Set(['theirs']))).toEqual({
    is: 'new',
    name: 'Lee Plumbing (2)',
  });
});

test('whatever differs can be mended, and each thing has its place in the order', () => {
  for (const kind of differenceKinds) expect(answersFor({ kind, theirs: [] })).not.toEqual([]);
  expect(answersFor({ kind: 'contact gone there', theirs: [] })).toEqual(['new contact']);
  expect(answersFor({ kind: 'contact gone there', theirs: [{}] })).toContain('link');
  for (const noun of bookNouns) expect(nounOf(partOf(noun))).toBe(noun);
  expect(partOf('contact') < partOf('invoice') && partOf('credit note') < partOf('allocation')).toBe(true);
});

test('contacts are found in a list by any sign, each once', () => {
  const mail = contact('mail', { email: 'LEE@example.com', name: 'lee  plumbing' });
  const found = contactIndex([contact('other'), mail, contact('abn', { abn: '51824753556' })])(customer);
  expect(found.map(({ id }) => id)).toEqual(['abn', 'mail']);
});
