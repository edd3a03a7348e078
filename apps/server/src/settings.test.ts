import { expect, test } from 'vitest';

import { readSettings } from './settings.ts';

test('without any setting the server is reachable from this machine only and runs its own database', () => {
  expect(readSettings({})).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    DATABASE_URL: undefined,
    TRUST_PROXY: false,
  });
});

test('an empty or blank setting means its default', () => {
  expect(readSettings({ PORT: '', BRAND_NAME: '  ' })).toMatchObject({ PORT: 3000, BRAND_NAME: 'Muster' });
});

test('addresses lose their trailing slash, so that they can be put before a path', () => {
  expect(readSettings({ BASE_URL: 'https://muster.example/' }).BASE_URL).toBe('https://muster.example');
});

test.each([
  ['false', false],
  ['2', 2],
  ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
])('TRUST_PROXY=%s', (raw, expected) => {
  expect(readSettings({ TRUST_PROXY: raw }).TRUST_PROXY).toEqual(expected);
});

test.each([
  ['PORT', '0'],
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['DATABASE_URL', 'mysql://x'],
  ['BASE_URL', 'muster.example'],
  ['SMTP_URL', 'http://x'],
  ['MAIL_FROM', 'nobody'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '10.0.0.0/99999'],
  ['LOG_LEVEL', 'loud'],
])('%s=%s is named', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    new RegExp(`^${name} must be .*, not "${RegExp.escape(value)}"\\.$`),
  );
});

test('all wrong settings are named at once, and a password never', () => {
  const read = () => readSettings({ PORT: 'x', DATABASE_URL: 'mysql://muster:secret@db/muster' });
  expect(read).toThrow(/PORT must be[\s\S]*DATABASE_URL must be/);
  expect(read).not.toThrow(/secret/);
});
