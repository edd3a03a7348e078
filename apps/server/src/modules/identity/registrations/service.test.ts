import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { activationCalls } from '../../../../test/setups/activation.ts';
import { call, form, linksOf, session } from '../../../../test/setups/registrations.ts';
import { untilWaiting } from '../../../../test/waiting.ts';
import type { App } from '../../../platform/deps.ts';
import { forgetRegistrations } from './service.ts';

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

test('in the browser that registered, one click makes the account and signs its owner in', async () => {
  const { browser, token } = await register('one@example.com');
  expect(await check(token, browser)).toEqual({ state: 'ready', email: 'o…@example.com' });
  expect(await usersOf('one@example.com')).toEqual([]);
  const answer = await activate(token, browser);
  expect(answer.json()).toEqual({ code: 800, message: 'Done.', data: null });
  expect(await usersOf('one@example.com')).toEqual([
    {
      first_name: 'Nora',
      last_name: 'Newcomer',
      role: 'owner',
      name: 'Nora Newcomer',
      plan_code: 'crew',
      licences: 5,
      phone: '0412 345 678',
    },
  ]);
  expect((await session(app, browser)).json().data).toMatchObject({
    user: { email: 'one@example.com', role: 'owner' },
    account: { name: 'Nora Newcomer' },
  });
  const left = await db.asOwner('select from registrations where email = $1', ['one@example.com']);
  expect(left.rowCount).toBe(0);
  // The device is known now, so the next sign-in from it causes no mail.
  expect(browser.cookies.get('muster_device')).toMatch(/^[\w-]{43}$/);
  await call(app, 'login', { email: 'one@example.com', password: form.password }, { browser });
  const news = await db.asOwner(`select from outbox where payload->>'template' = 'new device'`);
  expect(news.rowCount).toBe(0);
});

test('looking at a link, however often, does not use it', async () => {
  const { browser, token } = await register('look@example.com');
  for (let at = 0; at < 3; at += 1) expect((await check(token, browser)).state).toBe('ready');
  expect((await activate(token, browser)).json().code).toBe(800);
});

test('in another browser only the password of the registration activates', async () => {
  const { token } = await register('elsewhere@example.com');
  const browser = newBrowser();
  expect(await check(token, browser)).toEqual({ state: 'password', email: 'e…@example.com' });
  const missing = await activate(token, browser);
  expect(missing.json()).toEqual({
    code: 801,
    message: 'Enter the password you chose when you registered.',
    data: { state: 'password' },
  });
  const wrong = await activate(token, browser, 'correct horse 8');
  expect(wrong.json()).toEqual({
    code: 801,
    message: 'That isn’t the password you chose when you registered. Try again.',
    data: { state: 'password', field: 'password' },
  });
  expect(wrong.headers).not.toHaveProperty('set-cookie');
  expect(await usersOf('elsewhere@example.com')).toEqual([]);
  expect((await activate(token, browser, form.password)).json().code).toBe(800);
  expect((await session(app, browser)).json().data.user.email).toBe('elsewhere@example.com');
});

test('a cookie of another registration is no password', async () => {
  const other = await register('other@example.com');
  const { token } = await register('mine@example.com');
  expect((await check(token, other.browser)).state).toBe('password');
  expect((await activate(token, other.browser)).json().data).toEqual({ state: 'password' });
});

test('ten passwords for a link, then a pause; whoever has the browser is not held up', async () => {
  const { token, browser } = await register('guess@example.com');
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => activate(token, newBrowser(), 'wrong one')),
  );
  expect(guesses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
  const late = guesses.find(({ statusCode }) => statusCode === 429)!;
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  expect((await activate(token, newBrowser(), form.password)).statusCode).toBe(429);
  expect((await activate(token, browser)).json().code).toBe(800);
});

test('used, expired, revoked and unknown links say so, and do nothing', async () => {
  const used = await register('used@example.com');
  await activate(used.token, used.browser);
  const revoked = await register('revoked@example.com');
  await call(app, 'activation/resend', { email: 'revoked@example.com' });
  const expired = await register('expired@example.com');
  clock.now += 48 * HOUR_MS - 1000;
  expect((await check(expired.token, expired.browser)).state).toBe('ready');
  clock.now += 1000;
  expect(await check(expired.token, expired.browser)).toEqual({ state: 'expired', email: 'e…@example.com' });
  expect(await check(used.token, used.browser)).toEqual({ state: 'used', email: null });
  expect(await check(revoked.token, revoked.browser)).toEqual({ state: 'revoked', email: null });
  expect(await check('made-up')).toEqual({ state: 'unknown', email: null });

  const answers = {
    used: 'This account is already activated. Sign in.',
    expired: 'This link has expired. Ask for a new one.',
    revoked: 'We’ve sent a newer link. Use the one in the latest email.',
  };
  for (const [state, message] of Object.entries(answers)) {
    const { token, browser } = { used, expired, revoked }[state]!;
    const answer = await activate(token, browser, form.password);
    expect(answer.json()).toEqual({ code: 801, message, data: { state } });
  }
  expect((await activate('made-up')).json().data).toEqual({ state: 'unknown' });
  expect(await usersOf('expired@example.com')).toEqual([]);
  expect(await usersOf('revoked@example.com')).toEqual([]);

  // One click sends a new one.
  await call(app, 'activation/resend', { token: expired.token }, { browser: expired.browser });
  const renewed = (await linksOf(db, 'expired@example.com')).at(-1)!;
  expect((await activate(renewed, expired.browser)).json().code).toBe(800);
});

test('twenty activations of one link at once: one wins, the others are told that it is used', async () => {
  const { token, browser } = await register('twenty@example.com');
  const jars = Array.from({ length: 20 }, () => ({ ...browser, cookies: new Map(browser.cookies) }));
  const answers = await Promise.all(jars.map((jar) => activate(token, jar)));
  const winners = answers.filter((answer) => answer.json().code === 800);
  expect(winners).toHaveLength(1);
  const others = answers.filter((answer) => answer.json().code !== 800);
  expect(new Set(others.map(({ body }) => body))).toEqual(
    new Set([
      JSON.stringify({
        code: 801,
        message: 'This account is already activated. Sign in.',
        data: { state: 'used' },
      }),
    ]),
  );
  const sessions = await Promise.all(jars.map((jar) => session(app, jar)));
  expect(sessions.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
});

test('ten registrations of one address at once: ten equal answers, and one account whichever links are used', async () => {
  const email = 'ten@example.com';
  const jars = Array.from({ length: 10 }, newBrowser);
  const answers = await Promise.all(
    jars.map((browser, at) =>
      call(app, 'register', { ...form, email, last_name: `Number${at}` }, { browser }),
    ),
  );
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const links = await linksOf(db, email);
  expect(links).toHaveLength(10);
  const activated = await Promise.all(links.map((token) => activate(token, newBrowser(), form.password)));
  expect(activated.filter((answer) => answer.json().code === 800)).toHaveLength(1);
  expect(activated.filter((answer) => answer.json().data?.state === 'used')).toHaveLength(9);
  expect(await usersOf(email)).toHaveLength(1);
  for (const token of links) expect((await check(token)).state).toBe('used');
});

test('an address that became a user meanwhile cannot be activated', async () => {
  const { token, browser } = await register('meanwhile@example.com');
  await db.asOwner(
    `insert into staff (email, first_name, last_name, password_hash)
     values ('meanwhile@example.com', 'Sam', 'Staff', 'x')`,
  );
  expect((await check(token, browser)).state).toBe('used');
  expect((await activate(token, browser)).json().data).toEqual({ state: 'used' });
});

test('the longest names still make an account', async () => {
  const long = 'x'.repeat(100);
  const { token, browser } = await register('long@example.com', newBrowser(), {
    first_name: long,
    last_name: long,
  });
  expect((await activate(token, browser)).json().code).toBe(800);
});

test('whoever was signed in before is not any more', async () => {
  const before = await register('before@example.com');
  await activate(before.token, before.browser);
  const old = { ...before.browser, cookies: new Map(before.browser.cookies) };
  const after = await register('after@example.com', before.browser);
  expect((await activate(after.token, after.browser)).json().code).toBe(800);
  expect((await session(app, after.browser)).json().data.user.email).toBe('after@example.com');
  expect((await session(app, old)).statusCode).toBe(401);
});

test('whoever asks for a new link on the last day still has both days to activate with one click', async () => {
  const { browser } = await register('last-day@example.com');
  clock.now += (30 * 24 - 1) * HOUR_MS;
  await call(app, 'activation/resend', { email: 'last-day@example.com' }, { browser });
  const renewed = (await linksOf(db, 'last-day@example.com')).at(-1)!;
  clock.now += 47 * HOUR_MS;
  await forgetRegistrations(db.database.db, new Date(clock.now));
  expect((await check(renewed, browser)).state).toBe('ready');
  expect((await activate(renewed, browser)).json().code).toBe(800);
});

test.each(['activation/resend', 'password/forgot'])(
  '%s while the link is being used is answered',
  async (path) => {
    const email = `${path.replace('/', '-')}@example.com`;
    const { token, browser } = await register(email);
    // Blocks the activation after it has locked the registration.
    await db.asOwner('begin');
    await db.asOwner('lock table accounts in exclusive mode');
    const activation = activate(token, browser);
    await untilWaiting(db, activation);
    const ask = call(app, path, { email });
    await untilWaiting(db, ask, 2);
    await db.asOwner('commit');
    expect((await activation).json().code).toBe(800);
    expect((await ask).statusCode).toBe(200);
  },
);

test('a registration that is forgotten while its link is being used leaves the link unused', async () => {
  const email = 'gone@example.com';
  const { token, browser } = await register(email);
  await db.asOwner('begin');
  await db.asOwner('delete from registrations where email = $1', [email]);
  const activation = activate(token, browser);
  await untilWaiting(db, activation);
  await db.asOwner('commit');
  expect((await activation).json().data).toEqual({ state: 'unknown' });
  const { rows } = await db.asOwner('select used_at from links where email = $1', [email]);
  expect(rows).toEqual([{ used_at: null }]);
});
