import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { linkToken } from '../../platform/secret.ts';
import { type Letter, writeMail } from './templates.ts';

const secret = randomBytes(32);
const sender = {
  brand: 'Tom & Co',
  address: 'https://app.example',
  scheduler: 'https://board.example',
  secret,
};
const write = (letter: Letter) => writeMail(letter, sender)!;
const id = '0193e5a0-0000-7000-8000-0000000000aa';

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
    { template: 'new device', to: 'kim@example.com', device: 'Firefox', at: '2026-01-10T02:30:00Z' },
    'New sign-in to your Tom & Co account',
    'https://app.example/forgot-password',
  ],
])('%o says what it is about and leads on', (letter, subject, url) => {
  const mail = write(letter);
  expect(mail).toMatchObject({ to: 'kim@example.com', subject });
  expect(mail.text).toContain(url);
  expect(mail.html).toContain(url);
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
  expect(writeMail({ template: 'nothing', to: 'kim@example.com' }, sender)).toBeUndefined();
});
