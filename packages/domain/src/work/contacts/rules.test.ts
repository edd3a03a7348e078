import { expect, test } from 'vitest';
import { isMobile, recipientsOf, toRing, whoIsThere } from './rules.ts';

const owner = {
  name: 'Harbour Realty',
  phone: '02 5550 1234',
  email: 'owner@example.com',
  tell_by_mail: true,
};
const person = (name: string, fields: object = {}) => ({
  id: name,
  name,
  role: '',
  phone: '',
  email: `${name.toLowerCase()}@example.com`,
  site_id: null as string | null,
  tell_visits: 'usual' as const,
  ...fields,
});
const told = (contacts: ReturnType<typeof person>[], customer = owner) =>
  recipientsOf({ customer, contacts, site: 'here' }).map(({ name, email }) =>
    email === '' ? `${name}?` : name,
  );

test('whoever is at the site is told, else the customer, and whoever is chosen', () => {
  const tenant = person('Tenant', { site_id: 'here' });
  const accounts = person('Accounts');
  expect(told([])).toEqual(['Harbour Realty']);
  expect(told([accounts])).toEqual(['Harbour Realty']);
  expect(told([tenant, accounts])).toEqual(['Tenant']);
  expect(told([person('Elsewhere', { site_id: 'there', tell_visits: 'yes' })])).toEqual(['Harbour Realty']);
  expect(told([tenant, { ...accounts, tell_visits: 'yes' as never }])).toEqual(['Tenant', 'Accounts']);
  expect(told([{ ...tenant, tell_visits: 'no' as never }])).toEqual(['Harbour Realty']);
  // Who has no address cannot be told; who was chosen is named all the same.
  expect(told([{ ...tenant, email: '' }])).toEqual(['Harbour Realty']);
  expect(told([{ ...tenant, email: '', tell_visits: 'yes' as never }])).toEqual([
    'Harbour Realty',
    'Tenant?',
  ]);
  const silent = { ...owner, email: '' };
  expect(told([], silent)).toEqual(['Harbour Realty?']);
  expect(told([accounts], silent)).toEqual(['Accounts']);
  expect(told([{ ...accounts, tell_visits: 'no' as never }], silent)).toEqual(['Harbour Realty?']);
  // Two with one address get one mail.
  expect(told([tenant, { ...accounts, tell_visits: 'yes' as never, email: tenant.email }])).toEqual([
    'Tenant',
  ]);
  // A customer who wants none gets none, and whoever was chosen does.
  const quiet = { ...owner, tell_by_mail: false };
  expect(told([tenant], quiet)).toEqual([]);
  expect(told([{ ...tenant, tell_visits: 'yes' as never }], quiet)).toEqual(['Tenant']);
});

test('who is at the site is rung first, then a tenant, then the customer', () => {
  const contacts = [
    person('Accounts', { phone: '02 5550 9999' }),
    person('Ana', { phone: '0412 345 678', role: 'Tenant' }),
    person('Bo', { phone: '0412 000 111', site_id: 'here' }),
    person('Cy', { phone: '0412 000 222', site_id: 'there' }),
  ];
  const names = (customer = owner) => toRing({ customer, contacts }, 'here').map(({ name }) => name);
  expect(names()).toEqual(['Bo', 'Ana', 'Harbour Realty', 'Accounts']);
  expect(toRing({ customer: owner, contacts }, 'here').map(({ who }) => who)).toEqual([
    'Site contact',
    'Tenant',
    'Customer',
    'Contact',
  ]);
  // Whoever has no number can still sign.
  expect(whoIsThere({ customer: owner, contacts }, 'here')).toEqual({ name: 'Bo', as: 'Site contact' });
  const keeper = person('Di', { phone: '', role: 'Caretaker', site_id: 'there' });
  const people = { customer: owner, contacts: [...contacts, keeper] };
  expect(whoIsThere(people, 'there')).toEqual({ name: 'Cy', as: 'Site contact' });
  expect(whoIsThere({ ...people, contacts: [keeper] }, 'there')).toEqual({ name: 'Di', as: 'Caretaker' });
  expect(whoIsThere(people, 'elsewhere')).toEqual({ name: 'Ana', as: 'Tenant' });
  expect(whoIsThere({ ...people, contacts: [] }, 'here')).toEqual({ name: owner.name, as: 'Customer' });
  // A number that two have is offered once, by the name of the contact.
  expect(names({ ...owner, phone: '02 5550 9999' })).toEqual(['Bo', 'Ana', 'Accounts']);
});

test('messages go to mobiles alone', () => {
  for (const phone of ['0412 345 678', '+61 412 345 678', '61412345678', '+64 21 123 4567'])
    expect([phone, isMobile(phone)]).toEqual([phone, true]);
  for (const phone of ['02 5550 1234', '+61 2 5550 1234', '1300 555 012', '13 11 20', ''])
    expect([phone, isMobile(phone)]).toEqual([phone, false]);
});
