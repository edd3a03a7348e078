import { expect, test } from 'vitest';
import { serviceLine, sharedWith, statusOf } from './rules.ts';

const fine = { is_enabled: true, stopped_because: '', needs_reconnect: false };

test.each([
  ['on', fine, 0],
  ['retrying', fine, 1],
  ['retrying', fine, 4],
  ['broken', fine, 5],
  ['paused', { ...fine, is_enabled: false }, 9],
  ['stopped', { ...fine, is_enabled: false, stopped_because: 'It answered with 410.' }, 9],
  ['reconnect', { is_enabled: false, stopped_because: 'It answered with 410.', needs_reconnect: true }, 9],
] as const)('%s is what a person sees first', (status, webhook, failures) => {
  expect(statusOf(webhook, failures)).toBe(status);
});

test('what works and is of no use is not working, unless it is paused', () => {
  const why = 'It takes no payments.';
  expect(statusOf(fine, 0, why)).toBe('broken');
  expect(statusOf({ ...fine, is_enabled: false }, 0, why)).toBe('paused');
});

test('what goes to whom is one sentence', () => {
  expect(serviceLine({ kind: 'routing', host: 'roads.example' })).toEqual({
    name: 'Drive times',
    gets: 'roads.example gets the positions of sites and bases, and nothing else.',
  });
});

test('a text service gets what it needs, and a webhook less', () => {
  expect(sharedWith({ kind: 'smpp', host: 'smsc.example' })).toBe(
    'smsc.example gets the mobile numbers of the people you text, and what the texts say.',
  );
  expect(sharedWith({ kind: 'xero', host: 'api.xero.com' })).toContain('names, addresses');
  expect(sharedWith({ kind: 'webhook', host: 'hooks.example' })).toContain('never names');
});

test('Stripe gets what a customer needs to pay, and we see no card', () => {
  expect(sharedWith({ kind: 'stripe', host: 'stripe.com' })).toMatch(/we never see it/);
});
