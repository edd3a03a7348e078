import * as fc from 'fast-check';
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
  ['?next=%2F.%2F%2Felsewhere.example.com%2Fphish', '/'],
  ['?next=/x/..//elsewhere.example.com', '/'],
  ['?next=/%252e//elsewhere.example.com', '/'],
  ['?next=/./%5Celsewhere.example.com', '/'],
  ['?next=javascript:alert(1)', '/'],
  ['?next=/login', '/'],
  ['?next=/login?next=/jobs', '/'],
])('%s leads to %s', (search, address) => {
  expect(nextAddress(search, origin)).toBe(address);
});

/** What addresses that lead astray are made of. */
const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2E%2e',
    '%2f',
    '%5c',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    'x',
  ),
  fc.constantFrom('evil.example', 'https:', 'javascript:', 'user:pass@', '[::1]', '\u3002'),
  fc.constant('blob:https://muster.example.com/'),
);

test('whatever is written there, the next page is on our own host', () => {
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join('')),
      (next) => {
        for (const written of [next, `/${next}`]) {
          const search = `?${new URLSearchParams({ next: written }).toString()}`;
          expect(new URL(nextAddress(search, origin), `${origin}/login`).origin).toBe(origin);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
