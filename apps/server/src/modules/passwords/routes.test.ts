import { registrationMessage } from '@muster/domain/accounts/rules';
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest';
import { openDemo } from '../../../seed/demo.ts';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { lettersTo } from '../../../test/letters.ts';
import { openStream } from '../../../test/live-stream.ts';
import { keptCookies, signInAs } from '../../../test/sign-in.ts';
import type { App } from '../../platform/deps.ts';
import { linkToken } from '../../platform/secret.ts';

const base = '/services/authentication/api';
const OWNER = 'owner@example.com';
const HOUR_MS = 3_600_000;
const FIRST = 'harbour-bridge-at-dawn';
const SECOND = 'ferry-to-the-north-shore';

let db: TestDatabase;
let app: App;
/** Each test has a day of its own, and people as they were. */
let at = Date.UTC(2030, 0, 1);
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
});
afterAll(() => db.drop());
beforeEach(async () => {
  at += 24 * HOUR_MS;
  app = await testApp(db, { env: { HOST: '127.0.0.1' }, now: () => at });
  await app.listen({ port: 0, host: '127.0.0.1' });
  await db.asOwner('delete from outbox');
});
afterEach(async () => {
  await app.close();
  await db.asOwner(`select set_config('muster.account', '0193e5a0-0000-7000-8000-000000000001', false)`);
  await db.asOwner(`update users set password_hash =
    (select password_hash from users where email = 'technician@example.com') where email <> 'technician@example.com'`);
  await db.asOwner(`update staff set password_hash =
    (select password_hash from users where email = 'technician@example.com')`);
});

function post(path: string, payload: object, headers: Record<string, string> = {}) {
  return app.inject({ method: 'POST', url: `${base}/${path}`, payload, headers });
}

const chosen = (password: string) => ({ password, password_confirmation: password });

function change(headers: Record<string, string>, current_password: string, password: string) {
  return post('password/change', { current_password, ...chosen(password) }, headers);
}

/** The token of the latest reset link that was mailed. */
async function mailedToken(email: string): Promise<string> {
  const letter = (await lettersTo(db, email)).findLast(({ template }) => template === 'reset');
  return linkToken(db.database.secret, 'reset', letter.link.id);
}

async function askForLink(email: string): Promise<string> {
  at += HOUR_MS / 2;
  expect((await post('password/forgot', { email })).statusCode).toBe(200);
  return mailedToken(email);
}

async function state(token: string) {
  return (await post('password/reset/check', { token })).json().data;
}

async function isSignedIn({ cookie }: { cookie: string }) {
  return (await app.inject({ url: `${base}/session`, headers: { cookie } })).statusCode === 200;
}

async function canSignIn(email: string, password: string) {
  return (await post('login', { email, password })).statusCode === 200;
}

test('known, disabled, not activated and unknown get the same answer, and their own mail', async () => {
  await db.asOwner(`update staff set disabled_at = now()`);
  await post('register', {
    first_name: 'Olivia',
    last_name: 'Owner',
    phone: '0412 345 678',
    email: 'pending@example.com',
    ...chosen(FIRST),
    plan_code: 'solo',
  });
  const addresses = [OWNER, 'staff@example.com', 'pending@example.com', 'nobody@example.com'];
  const templates = [];
  const bodies = new Set<string>();
  for (const email of addresses) {
    const answer = await post('password/forgot', { email });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    bodies.add(answer.body);
    templates.push((await lettersTo(db, email)).at(-1).template);
  }
  expect([...bodies]).toEqual(['{"code":800,"message":"Done.","data":{"retry_after":60}}']);
  expect(templates).toEqual(['reset', 'nothing', 'activation', 'nothing']);
  await db.asOwner(`update staff set disabled_at = null`);
});

test('once a minute for an address, known or not, however it is written', async () => {
  for (const email of [OWNER, 'nobody@example.com']) {
    expect((await post('password/forgot', { email })).statusCode).toBe(200);
    at += 20_000;
    const refused = await post('password/forgot', { email: ` ${email.toUpperCase()} ` });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('40');
    at += 40_000;
  }
  expect((await post('password/forgot', { email: OWNER })).statusCode).toBe(200);
});

test('three mails an hour to an address; beyond that the answer is the same, and nothing is sent', async () => {
  const answers = [];
  for (let minute = 0; minute < 5; minute++) {
    answers.push((await post('password/forgot', { email: OWNER })).body);
    at += 60_000;
  }
  expect(new Set(answers).size).toBe(1);
  expect(await lettersTo(db, OWNER)).toHaveLength(3);
});

test.each([OWNER, 'staff@example.com'])('%s chooses a new password by link, once', async (email) => {
  const elsewhere = await signInAs(app, email);
  const token = await askForLink(email);
  expect(await state(token)).toEqual({ state: 'ready', email: `${email[0]}…@example.com` });
  // Looking uses nothing up: mail scanners look too.
  expect(await state(token)).toEqual({ state: 'ready', email: `${email[0]}…@example.com` });
  const done = await post('password/reset', { token, ...chosen(FIRST) });
  expect(done.json()).toEqual({ code: 800, message: 'Done.', data: null });
  expect(done.headers).not.toHaveProperty('set-cookie');
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await canSignIn(email, 'muster-demo')).toBe(false);
  expect(await canSignIn(email, FIRST)).toBe(true);
  expect((await lettersTo(db, email)).map(({ template }) => template)).toEqual(['reset', 'password changed']);
  const again = await post('password/reset', { token, ...chosen(SECOND) });
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual({
    code: 801,
    message: 'This link has been used already. Ask for a new one if you need it.',
    data: { state: 'used' },
  });
  expect(await state(token)).toEqual({ state: 'used', email: null });
  expect(await canSignIn(email, FIRST)).toBe(true);
});

test('a reset closes the streams of every session', async () => {
  const { cookie } = await signInAs(app, OWNER);
  const stream = await openStream(app, cookie);
  const token = await askForLink(OWNER);
  await post('password/reset', { token, ...chosen(FIRST) });
  await stream.ended;
});

test('of twenty that use one link at the same time, one wins', async () => {
  const token = await askForLink(OWNER);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => post('password/reset', { token, ...chosen(`${FIRST}-${at}`) })),
  );
  const outcomes = answers.map((answer) => answer.json().data?.state ?? 'done');
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'used')).toHaveLength(19);
  expect(await canSignIn(OWNER, `${FIRST}-${outcomes.indexOf('done')}`)).toBe(true);
});

test('a link expires after an hour', async () => {
  const token = await askForLink(OWNER);
  at += HOUR_MS - 1000;
  expect((await state(token)).state).toBe('ready');
  at += 1000;
  expect(await state(token)).toEqual({ state: 'expired', email: 'o…@example.com' });
  expect((await post('password/reset', { token, ...chosen(FIRST) })).json().data).toEqual({
    state: 'expired',
  });
  expect(await canSignIn(OWNER, 'muster-demo')).toBe(true);
});

test('a second link leaves the first one good; using one revokes the other', async () => {
  const [first, second] = [await askForLink(OWNER), await askForLink(OWNER)];
  expect((await state(first)).state).toBe('ready');
  await post('password/reset', { token: first, ...chosen(FIRST) });
  expect(await state(second)).toEqual({ state: 'revoked', email: null });
  const late = await post('password/reset', { token: second, ...chosen(SECOND) });
  expect(late.json()).toMatchObject({ code: 801, data: { state: 'revoked' } });
  expect(await canSignIn(OWNER, FIRST)).toBe(true);
});

test('a changed password and a disabled user revoke what was mailed before', async () => {
  const before = await askForLink(OWNER);
  const { headers } = await signInAs(app, OWNER);
  await change(headers, 'muster-demo', FIRST);
  expect((await state(before)).state).toBe('revoked');
  const later = await askForLink('staff@example.com');
  await db.asOwner(`update staff set disabled_at = now()`);
  expect((await state(later)).state).toBe('revoked');
  await db.asOwner(`update staff set disabled_at = null`);
});

test('what was never sent is unknown, be it the link that an unknown address did not get', async () => {
  await post('password/forgot', { email: 'nobody@example.com' });
  const { rows } = await db.asOwner('select id from password_resets where user_id is null');
  const made = linkToken(db.database.secret, 'reset', rows.at(-1).id);
  for (const token of [made, 'x'.repeat(43), 'x']) {
    expect(await state(token)).toEqual({ state: 'unknown', email: null });
    expect((await post('password/reset', { token, ...chosen(FIRST) })).json().data).toEqual({
      state: 'unknown',
    });
  }
});

test('the database holds no link, only its hash', async () => {
  const token = await askForLink(OWNER);
  const { rows } = await db.asOwner(`select to_jsonb(r)::text as row from password_resets r
    union all select to_jsonb(o)::text from outbox o`);
  expect(JSON.stringify(rows)).not.toContain(token);
});

const problems: [what: string, password: string, confirmation: string, message: string][] = [
  ['too short', '1234567', '1234567', registrationMessage('password')],
  ['not confirmed', FIRST, SECOND, registrationMessage('password_confirmation')],
  [
    'common',
    'Trustno1',
    'Trustno1',
    'This password is one of the first that anybody would try. Please choose another.',
  ],
];

test.each(problems)(
  'a password that is %s is refused in words',
  async (_, password, confirmation, message) => {
    const token = await askForLink(OWNER);
    const body = { password, password_confirmation: confirmation };
    expect((await post('password/reset', { token, ...body })).json()).toEqual({
      code: 801,
      message,
      data: { state: 'ready' },
    });
    const { headers } = await signInAs(app, OWNER);
    const refused = await post('password/change', { current_password: 'muster-demo', ...body }, headers);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toEqual({ code: 422, message, data: null });
    expect((await state(token)).state).toBe('ready');
  },
);

test.each([OWNER, 'staff@example.com'])('%s changes their own password', async (email) => {
  const elsewhere = await signInAs(app, email);
  const here = await signInAs(app, email, { headers: { cookie: `muster_device=${elsewhere.device}` } });
  const changed = await change(here.headers, 'muster-demo', FIRST);
  expect(changed.json()).toEqual({ code: 800, message: 'Done.', data: null });
  const renewed = keptCookies([changed.headers['set-cookie'] ?? []].flat());
  expect(renewed.device).toBe(here.device);
  expect(await isSignedIn(elsewhere)).toBe(false);
  expect(await isSignedIn(here)).toBe(false);
  expect(await isSignedIn(renewed)).toBe(true);
  expect(await canSignIn(email, 'muster-demo')).toBe(false);
  expect((await lettersTo(db, email)).at(-1)).toEqual({ template: 'password changed', to: email });
  const back = await change(renewed.headers, FIRST, SECOND);
  expect(back.statusCode).toBe(200);
});

test('a changed password closes streams, and makes every other browser a stranger', async () => {
  const other = await signInAs(app, OWNER);
  const here = await signInAs(app, OWNER);
  const streams = [await openStream(app, other.cookie), await openStream(app, here.cookie)];
  await change(here.headers, 'muster-demo', FIRST);
  await Promise.all(streams.map(({ ended }) => ended));
  await db.asOwner('delete from outbox');
  const signIn = (device: string) =>
    signInAs(app, OWNER, { password: FIRST, headers: { cookie: `muster_device=${device}` } });
  await signIn(here.device);
  expect(await lettersTo(db, OWNER)).toEqual([]);
  await signIn(other.device);
  expect(await lettersTo(db, OWNER)).toEqual([expect.objectContaining({ template: 'new device' })]);
});

test('a wrong current password is refused, and ten of them for a while', async () => {
  const { headers } = await signInAs(app, OWNER);
  const tries = await Promise.all(
    Array.from({ length: 11 }, () => change(headers, 'not-the-password', FIRST)),
  );
  const refused = tries.filter(({ statusCode }) => statusCode === 422);
  expect(refused).toHaveLength(10);
  expect(refused[0]!.json().message).toBe('The current password is wrong. Check it and try again.');
  expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  expect((await change(headers, 'muster-demo', FIRST)).statusCode).toBe(429);
  // Signing in has a count of its own, and so has the next quarter of an hour.
  expect(await canSignIn(OWNER, 'muster-demo')).toBe(true);
  at += HOUR_MS / 4;
  expect((await change(headers, 'muster-demo', FIRST)).statusCode).toBe(200);
});

test('nobody changes a password without a session, or without the XSRF header', async () => {
  expect((await change({}, 'muster-demo', FIRST)).json().code).toBe(401);
  const { cookie } = await signInAs(app, OWNER);
  expect((await change({ cookie }, 'muster-demo', FIRST)).json().code).toBe(4031);
  expect(await canSignIn(OWNER, 'muster-demo')).toBe(true);
});
