import { expect, test } from 'vitest';
import type { OwnVisit } from '@muster/domain/field/my-visits/schema';
import { mapLink } from './links.ts';

const site = {
  address: '12 Church Street',
  suburb: 'Ryde',
  region: 'NSW',
  postcode: '2112',
  latitude: -33.8,
  longitude: 151.1,
} as OwnVisit['site'];

test('the way leads to the pinned position, else to the address, or to the position where there is none', () => {
  expect(mapLink(site)).toContain(encodeURIComponent('12 Church Street, Ryde, NSW, 2112'));
  expect(mapLink({ ...site, position_is_exact: true })).toContain(encodeURIComponent('-33.8,151.1'));
  expect(mapLink({ ...site, address: '' })).toContain(encodeURIComponent('-33.8,151.1'));
});
