import { expect, test } from 'vitest';
import { nextAddress } from './next-address.ts';

const origin = 'https://muster.example.com';

test.each([
  ['?next=%2Fjobs%3Fpage%3D2%23top', '/jobs?page=2#top'],
  ['?next=/settings', '/settings'],
  ['', '/'],
  ['?next=', '/'],
  ['?next=https://elsewhere.example.com/', '/'],
  ['?next=//elsewhere.example.com/', '/'],
  ['?next=/%5Celsewhere.example.com/', '/'],
  ['?next=/%09/elsewhere.example.com/', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=/login', '/'],
])('%s leads to %s', (search, address) => {
  expect(nextAddress(search, origin)).toBe(address);
});
