import { expect, test } from 'vitest';
import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { mapLink, phonesOf } from './links.ts';

const site = {
  address: '12 Church Street',
  suburb: 'Ryde',
  region: 'NSW',
  postcode: '2112',
  latitude: -33.8,
  longitude: 151.1,
} as OwnVisit['site'];

test('the way leads to the address, or to the position where there is none', () => {
  expect(mapLink(site)).toContain(encodeURIComponent('12 Church Street, Ryde, NSW, 2112'));
  expect(mapLink({ ...site, address: '' })).toContain(encodeURIComponent('-33.8,151.1'));
});

test('a number that two have is offered once, by the name of the contact', () => {
  const visit = {
    customer: { name: 'Ryde Bakery', phone: '0412 345 678', email: '' },
    contacts: [
      { name: 'Ana Lima', role: '', phone: '0412345678', email: '' },
      { name: 'Nobody', role: '', phone: '', email: '' },
    ],
  } as unknown as OwnVisit;
  expect(phonesOf(visit)).toEqual([{ name: 'Ana Lima', phone: '0412345678' }]);
});
