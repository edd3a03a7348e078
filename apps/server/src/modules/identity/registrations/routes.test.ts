import { registrationMessage } from '@muster/domain/identity/accounts/rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { call, form, linksOf, mailsTo, newBrowser } from '../../../../test/setups/registrations.ts';
import type { App } from '../../../platform/deps.ts';
import { verifyPassword } from '../../../platform/sign-in/passwords.ts';
import { tokenHash } from '../../../platform/sign-in/secret.ts';
import { forgetLinks } from '../links/service.ts';
import { forgetRegistrations } from './service.ts';

const MINUTE_MS = 60_000;
const clock = { now: Date.UTC(2030, 0, 1) };

let db: TestDatabase;
let app: App;
beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  app = await testApp(db, { now: () => clock.now });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

const registered = async (email: string) =>
  (await db.asOwner('select * from registrations where email = $1 order by created_at, id', [email])).rows;
const usersOf = async (email: string) =>
  (await db.asOwner('select from sign_ins where email = $1', [email])).rowCount;

test('registering answers as the specification says, keeps what was typed and sends a link', async () => {
  const email = 'first@example.com';
  const browser = newBrowser();
  const answer = await call(app, 'register', { ...form, email: 'First@Example.com' }, { browser });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    code: 800,
    message: 'Successfully Created. Please check your email and activate your account!',
    data: null,
  });
  expect(answer.headers['set-cookie']).toMatch(
    /^muster_registration=[\w-]{43}; Max-Age=2764800; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const [row, ...others] = await registered(email);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    first_name: 'Nora',
    last_name: 'Newcomer',
    phone: '0412 345 678',
    plan_code: 'crew',
    browser_hash: tokenHash(browser.cookies.get('muster_registration')!),
  });
  expect(await verifyPassword(form.password, row.password_hash, 'test')).toBe(true);
  expect(await mailsTo(db, email)).toEqual(['activation']);
  expect(await usersOf(email)).toBe(0);
});

test('on https the cookie is bound to the host', async () => {
  const secure = await testApp(db, { env: { BASE_URL: 'https://app.example' } });
  const answer = await call(secure, 'register', { ...form, email: 'https@example.com' });
  expect(answer.headers['set-cookie']).toMatch(/^__Host-muster_registration=[\w-]{43}; .*HttpOnly; Secure/);
  await secure.close();
});

test.each<[string, Partial<typeof form>, string]>([
  ['a blank first name', { first_name: '  ' }, registrationMessage('first_name')],
  ['no last name', { last_name: '' }, registrationMessage('last_name')],
  ['a name of several lines', { last_name: 'a\n\nhttps://evil.example' }, 'Enter your name on one line.'],
  ['a short phone', { phone: '0412 345 67' }, registrationMessage('phone')],
  ['twelve characters', { phone: 'no telephone' }, registrationMessage('phone')],
  ['a landline', { phone: '(02) 9876 54' }, registrationMessage('phone')],
  ['half an address', { email: 'nora@example' }, registrationMessage('email')],
  [
    'a short password',
    { password: '1234567', password_confirmation: '1234567' },
    registrationMessage('password'),
  ],
  [
    'another confirmation',
    { password_confirmation: 'correct horse 8' },
    registrationMessage('password_confirmation'),
  ],
  [
    'a common password',
    { password: 'Password123', password_confirmation: 'Password123' },
    'This password is too easy to guess. Choose another one.',
  ],
  [
    'an unknown plan',
    { plan_code: 'crew-of-nobody' },
    'We don’t have this plan. Choose one from the pricing page.',
  ],
])('%s is refused in words at its field, and leaves nothing', async (_, change, message) => {
  const email = change.email ?? 'refused@example.com';
  const answer = await call(app, 'register', { ...form, email, ...change });
  expect(answer.statusCode).toBe(200);
  const [field] = Object.keys(change);
  const data = field === 'plan_code' ? null : { field };
  expect(answer.json()).toEqual({ code: 801, message, data });
  expect(answer.headers).not.toHaveProperty('set-cookie');
  expect(await registered(email)).toEqual([]);
  expect(await mailsTo(db, email)).toEqual([]);
});

test.each<[string, object]>([
  ['a field is missing', { ...form, plan_code: undefined }],
  ['there is one too many', { ...form, role: 'staff' }],
  ['a name has no end', { ...form, first_name: 'N'.repeat(101) }],
  ['a password has no end', { ...form, password: 'p'.repeat(201), password_confirmation: 'p'.repeat(201) }],
])('it is malformed when %s', async (_, body) => {
  expect((await call(app, 'register', body)).statusCode).toBe(400);
});

test('a known address: the same bytes and the same rows, another mail, and nothing touches the user', async () => {
  const unknown = await call(app, 'register', { ...form, email: 'unknown@example.com' });
  const before = await db.asOwner('select * from sign_ins where email = $1', ['staff@example.com']);
  const known = await call(app, 'register', { ...form, email: 'staff@example.com' });
  expect(known.rawPayload.equals(unknown.rawPayload)).toBe(true);
  const shape = ({ headers }: typeof known) => ({
    ...headers,
    'x-request-id': '',
    date: '',
    'set-cookie': String(headers['set-cookie']).replace(/=[\w-]{43};/, '=…;'),
  });
  expect(shape(known)).toEqual(shape(unknown));
  expect(await registered('staff@example.com')).toHaveLength(1);
  expect(await mailsTo(db, 'unknown@example.com')).toEqual(['activation']);
  expect(await mailsTo(db, 'staff@example.com')).toEqual(['already registered']);
  const after = await db.asOwner('select * from sign_ins where email = $1', ['staff@example.com']);
  expect(after.rows).toEqual(before.rows);
});

test('a fourth registration of an address within the hour is answered the same, and mailed no more', async () => {
  for (const email of ['often@example.com', 'dispatcher@example.com']) {
    const answers = [];
    for (let at = 0; at < 5; at += 1) answers.push((await call(app, 'register', { ...form, email })).body);
    expect(new Set(answers).size).toBe(1);
    expect(await registered(email)).toHaveLength(5);
    const template = email === 'dispatcher@example.com' ? 'already registered' : 'activation';
    expect(await mailsTo(db, email)).toEqual([template, template, template]);
  }
});

test('ten registrations an hour from one network; what was refused does not count, nor what is repeated', async () => {
  const from = (
    remoteAddress: string,
    change: Partial<typeof form> = {},
    key: string = crypto.randomUUID(),
  ) =>
    app.inject({
      method: 'POST',
      url: '/services/authentication/api/register',
      payload: { ...form, email: 'network@example.com', ...change },
      remoteAddress,
      headers: { 'idempotency-key': key },
    });
  for (const change of [{ email: 'x' }, { plan_code: 'none' }, { first_name: 'Kim\nhttps://evil.example' }])
    for (let time = 0; time < 5; time += 1)
      expect((await from('203.0.113.50', change)).json().code).toBe(801);
  for (let time = 0; time < 3; time += 1)
    expect((await from('203.0.113.50', {}, 'once')).json().code).toBe(800);
  const answers = await Promise.all(Array.from({ length: 10 }, () => from('203.0.113.50')));
  const refused = answers.filter(({ statusCode }) => statusCode === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('203.0.113.50', {}, 'once')).statusCode).toBe(200);
  expect((await from('203.0.113.51')).statusCode).toBe(200);
});

test('fifty new links in a quarter of an hour from one network', async () => {
  clock.now += 15 * MINUTE_MS;
  const ask = (at: number) =>
    app.inject({
      method: 'POST',
      url: '/services/authentication/api/activation/resend',
      payload: { email: `from-one-network-${at}@example.com` },
      remoteAddress: '203.0.113.52',
    });
  const answers = await Promise.all(Array.from({ length: 51 }, (_, at) => ask(at)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
});

test('a repeated request registers once, and the browser whose answer was lost is still known', async () => {
  const email = 'again@example.com';
  const headers = { 'idempotency-key': 'register-1' };
  const lost = await call(app, 'register', { ...form, email }, { headers });
  const browser = newBrowser();
  const again = await call(app, 'register', { ...form, email }, { headers, browser });
  expect(again.body).toBe(lost.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.headers['set-cookie']).toBe(lost.headers['set-cookie']);
  expect(await registered(email)).toHaveLength(1);
  expect(await mailsTo(db, email)).toEqual(['activation']);
  const [token] = await linksOf(db, email);
  const check = await call(app, 'activation/check', { token }, { browser });
  expect(check.json().data.state).toBe('ready');

  const other = await call(app, 'register', { ...form, email, plan_code: 'solo' }, { headers });
  expect(other.json().code).toBe(4221);
  expect(other.headers).not.toHaveProperty('set-cookie');
});

test('another link: the same answer for everybody, and each gets the mail that helps', async () => {
  await call(app, 'register', { ...form, email: 'pending@example.com' });
  await call(app, 'register', { ...form, email: 'by-token@example.com' });
  const [token] = await linksOf(db, 'by-token@example.com');
  const asks = [
    { email: 'pending@example.com' },
    { email: 'owner@example.com' },
    { email: 'nobody@example.com' },
    { token },
    { token: 'not-one-of-ours' },
  ];
  const answers = await Promise.all(asks.map((ask) => call(app, 'activation/resend', ask)));
  expect(answers[0]!.json()).toEqual({ code: 800, message: 'Done.', data: { retry_after: 60 } });
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(await mailsTo(db, 'pending@example.com')).toEqual(['activation', 'activation']);
  expect(await mailsTo(db, 'by-token@example.com')).toEqual(['activation', 'activation']);
  expect((await mailsTo(db, 'owner@example.com')).at(-1)).toBe('already registered');
  expect(await mailsTo(db, 'nobody@example.com')).toEqual(['nothing']);
  expect((await call(app, 'activation/resend', {})).statusCode).toBe(400);
  expect((await call(app, 'activation/resend', { email: 'a@b.cc', token: 'x' })).statusCode).toBe(400);
});

test('asking again within the minute is refused for known and unknown addresses alike, and says when', async () => {
  clock.now += MINUTE_MS;
  for (const email of ['owner@example.com', 'nobody@example.com']) {
    expect((await call(app, 'activation/resend', { email })).statusCode).toBe(200);
    const early = await call(app, 'activation/resend', { email: email.toUpperCase() });
    expect(early.statusCode).toBe(429);
    expect(early.headers['retry-after']).toBe('60');
  }
  clock.now += MINUTE_MS;
  expect((await call(app, 'activation/resend', { email: 'nobody@example.com' })).statusCode).toBe(200);
});

test('another link ends the older ones of that registration: of this browser, else of the newest', async () => {
  clock.now += MINUTE_MS;
  const email = 'two@example.com';
  const [mine, theirs] = [newBrowser(), newBrowser()];
  await call(app, 'register', { ...form, email }, { browser: mine });
  clock.now += 1000;
  await call(app, 'register', { ...form, email }, { browser: theirs });
  const state = async (token: string, browser = newBrowser()) =>
    (await call(app, 'activation/check', { token }, { browser })).json().data.state;

  clock.now += MINUTE_MS;
  await call(app, 'activation/resend', { email }, { browser: mine });
  const [first, second, third] = (await linksOf(db, email)) as [string, string, string];
  expect([await state(first), await state(second), await state(third)]).toEqual([
    'revoked',
    'password',
    'password',
  ]);
  expect([await state(second, theirs), await state(third, mine)]).toEqual(['ready', 'ready']);

  clock.now += MINUTE_MS;
  await call(app, 'activation/resend', { email });
  const fourth = (await linksOf(db, email))[3]!;
  expect([await state(second), await state(third), await state(fourth, theirs)]).toEqual([
    'revoked',
    'password',
    'ready',
  ]);
});

test('registrations that nobody activated are forgotten after a month', async () => {
  const email = 'late@example.com';
  await call(app, 'register', { ...form, email });
  const month = 30 * 24 * 60 * MINUTE_MS;
  const forget = async (at: number) => {
    await forgetRegistrations(db.database.db, new Date(at));
    await forgetLinks(db.database.db, new Date(at));
  };
  await forget(clock.now + month - MINUTE_MS);
  expect(await registered(email)).toHaveLength(1);
  expect(await linksOf(db, email)).toHaveLength(1);
  await forget(clock.now + month + MINUTE_MS);
  expect(await registered(email)).toEqual([]);
  expect(await linksOf(db, email)).toEqual([]);
});
