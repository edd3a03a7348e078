import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { testKeys } from '../../../../test/test-keys.ts';
import { linkToken } from '../../../platform/sign-in/secret.ts';
import { type Letter, writeMail } from './templates.ts';

const secret = randomBytes(32);
const sender = {
  brand: 'Tom & Co',
  address: 'https://app.example',
  scheduler: 'https://board.example',
  secret,
  keys: testKeys,
};
const write = (letter: Letter, business: string | null = null) => writeMail(letter, sender, business)!;
const id = '0193e5a0-0000-7000-8000-0000000000aa';

test('an acknowledgement holds the reference, and nothing that a stranger could have typed', () => {
  const mail = write({ template: 'enquiry received', to: 'kim@example.com', reference: 'ENQ-2026-000123' });
  expect(mail.subject).toBe('We received your enquiry ENQ-2026-000123');
  expect(mail.text).toContain('ENQ-2026-000123');
});

test('a notice says who asks for how much', () => {
  const letter = {
    template: 'enquiry notice',
    to: 'x@example.com',
    id,
    reference: 'ENQ-2026-000123',
  } as const;
  expect(write({ ...letter, name: '<i>Kim</i>', licences: 1 }).html).toContain(
    '“&lt;i&gt;Kim&lt;/i&gt;” is asking for 1 licence.',
  );
  expect(write({ ...letter, name: 'Kim', licences: 8 }).text).toContain('“Kim” is asking for 8 licences.');
  const doubtful = write({ ...letter, template: 'suspicious enquiry notice', name: 'Kim', licences: 8 });
  expect(doubtful.subject).toBe('Possible spam: enquiry ENQ-2026-000123');
  expect(doubtful.text).toContain('“Kim” is asking for 8 licences.');
  expect(doubtful.text).toContain(`/office/enquiries/${id}`);
});

test('a mail escapes what people typed, and its text does not', () => {
  const mail = write({ template: 'welcome', to: 'kim@example.com', first_name: '<b>Kim</b>' });
  expect(mail.html).toContain('Hello &lt;b&gt;Kim&lt;/b&gt;,');
  expect(mail.html).toContain('Tom &amp; Co');
  expect(mail.html).not.toContain('<b>');
  expect(mail.text).toContain('Hello <b>Kim</b>,');
  expect(mail.subject).toBe('Welcome to Tom & Co');
});

test.each<[Letter, string, string]>([
  [
    { template: 'activation', to: 'kim@example.com', link: { purpose: 'activation', id } },
    'Activate your Tom & Co account',
    `https://app.example/activate?token=${linkToken(secret, 'activation', id)}`,
  ],
  [
    { template: 'reset', to: 'kim@example.com', link: { purpose: 'reset', id } },
    'Choose a new password for Tom & Co',
    `https://app.example/reset-password?token=${linkToken(secret, 'reset', id)}`,
  ],
  [
    { template: 'already registered', to: 'kim@example.com' },
    'You already have a Tom & Co account',
    'https://board.example/login',
  ],
  [
    { template: 'already registered', to: 'kim@example.com' },
    'You already have a Tom & Co account',
    'https://app.example/forgot-password',
  ],
  [
    { template: 'password changed', to: 'kim@example.com' },
    'Your Tom & Co password was changed',
    'https://app.example/forgot-password',
  ],
  [
    {
      template: 'bank details changed',
      to: 'kim@example.com',
      by: 'Sue Second',
      at: '2026-01-10T02:30:00Z',
      before: [],
      after: ['PayID …678'],
    },
    'The bank details on your invoices were changed',
    'https://board.example/settings/bank-details',
  ],
  [
    { template: 'new device', to: 'kim@example.com', device: 'Firefox', at: '2026-01-10T02:30:00Z' },
    'New sign-in to your Tom & Co account',
    'https://app.example/forgot-password',
  ],
  [
    {
      template: 'enquiry notice',
      to: 'kim@example.com',
      id,
      reference: 'ENQ-2026-000123',
      name: 'Blue Gum',
      licences: 8,
    },
    'New enquiry ENQ-2026-000123',
    `https://app.example/office/enquiries/${id}`,
  ],
  [
    {
      template: 'invitation',
      to: 'kim@example.com',
      business: 'Blue Gum',
      link: { purpose: 'invitation', id },
    },
    'Your Tom & Co account for Blue Gum is ready',
    `https://app.example/activate?invitation=${linkToken(secret, 'invitation', id)}`,
  ],
  [
    { template: 'invitation', to: 'kim@example.com', business: null, link: { purpose: 'invitation', id } },
    'Join the Tom & Co office',
    `https://app.example/activate?invitation=${linkToken(secret, 'invitation', id)}`,
  ],
])('%o says what it is about and leads on', (letter, subject, url) => {
  const mail = write(letter);
  expect(mail).toMatchObject({ to: 'kim@example.com', subject });
  expect(mail.text).toContain(url);
  expect(mail.html).toContain(url);
});

test.each<[Letter, string, string]>([
  [
    { template: 'reset', to: 'kim@example.com', link: { purpose: 'reset', id } },
    'Choose a new password for Tom & Co at Blue Gum',
    'your Tom & Co account at Blue Gum.',
  ],
  [
    { template: 'password changed', to: 'kim@example.com' },
    'Your Tom & Co password at Blue Gum was changed',
    'your Tom & Co account at Blue Gum has just been changed',
  ],
  [
    { template: 'new device', to: 'kim@example.com', device: 'Firefox', at: '2026-01-10T02:30:00Z' },
    'New sign-in to your Tom & Co account at Blue Gum',
    'Your Tom & Co account at Blue Gum was signed in to',
  ],
  [
    { template: 'already registered', to: 'kim@example.com' },
    'You already have a Tom & Co account',
    'You already have an account at Blue Gum,',
  ],
  [
    { template: 'welcome', to: 'kim@example.com', first_name: 'Kim' },
    'Welcome to Tom & Co',
    'Blue Gum is set up in Tom & Co.',
  ],
])('%o names the business of whoever gets it', (letter, subject, text) => {
  const mail = write(letter, 'Blue Gum');
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain(text);
});

test('a sign-in from a new device says which and when, with the zone', () => {
  const letter = { template: 'new device', to: 'kim@example.com', device: 'Firefox on Linux' } as const;
  expect(write({ ...letter, at: '2026-01-10T02:30:00Z' }).text).toMatch(
    /Firefox on Linux, 10 January 2026.* 1:30:00.pm AEDT/,
  );
});

test('tokens of different purposes, ids and keys differ', () => {
  const tokens = [
    linkToken(secret, 'activation', id),
    linkToken(secret, 'reset', id),
    linkToken(secret, 'activation', `${id}0`),
    linkToken(randomBytes(32), 'activation', id),
  ];
  expect(new Set(tokens).size).toBe(4);
  expect(tokens.every((token) => /^[\w-]{43}$/.test(token))).toBe(true);
});

test('nothing is no mail', () => {
  expect(writeMail({ template: 'nothing', to: 'kim@example.com' }, sender, null)).toBeUndefined();
});
