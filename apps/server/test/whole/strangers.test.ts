import { afterAll, beforeAll, expect, test } from 'vitest';
import { activationCalls } from '../setups/activation.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';
import { call, linksOf } from '../setups/registrations.ts';
import type { App } from '../../src/platform/deps.ts';

const HOUR_MS = 3_600_000;
const clock = { now: Date.UTC(2030, 0, 1) };

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  app = await testApp(db, { now: () => clock.now });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

const place = { now: () => clock.now, app: () => app, db: () => db };
const { newBrowser, register, check, activate, usersOf } = activationCalls(place, () => (clock.now += 1));

test('whichever link an address gets, one click in the browser that registered activates what was registered there', async () => {
  const email = 'shared@example.com';
  const { browser } = await register(email);
  const { token } = await register(email, newBrowser(), { first_name: 'Mallory' });
  expect((await check(token, browser)).state).toBe('ready');
  expect((await check(token)).state).toBe('password');
  expect((await activate(token, browser)).json().code).toBe(800);
  expect(await usersOf(email)).toMatchObject([{ first_name: 'Nora' }]);
});

test('a link goes on working while no newer one can be sent', async () => {
  const { browser } = await register('kept@example.com');
  for (let time = 0; time < 5; time += 1) {
    clock.now += HOUR_MS / 60 + 1000;
    await call(app, 'activation/resend', { email: 'kept@example.com' }, { browser });
  }
  const states = [];
  for (const token of await linksOf(db, 'kept@example.com')) states.push((await check(token, browser)).state);
  // Three links were sent in the hour, and each revoked those before it; later ones were never sent.
  expect(states).toEqual(['revoked', 'revoked', 'revoked', 'ready', 'ready', 'ready']);
});

test('in another browser the password finds what was registered with it, whoever caused the link; and a stranger learns nothing of it', async () => {
  const email = 'phone@example.com';
  await register(email, newBrowser(), chosen('on-the-desktop-9'));
  const { token } = await register(email, newBrowser(), {
    first_name: 'Mallory',
    ...chosen('by-a-stranger-9'),
  });
  const login = async () => (await call(app, 'login', { email, password: 'by-a-stranger-9' })).json().code;
  expect(await login()).toBe(4032);
  expect((await activate(token, newBrowser(), 'of-nobody-at-all')).json().data).toEqual({
    state: 'password',
    field: 'password',
  });
  expect((await activate(token, newBrowser(), 'on-the-desktop-9')).json().code).toBe(800);
  expect(await usersOf(email)).toMatchObject([{ first_name: 'Nora' }]);
  expect(await login()).toBe(4032);
});

const chosen = (password: string) => ({ password, password_confirmation: password });
