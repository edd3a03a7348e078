import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../seed/demo.ts';
import { buildTasks } from '../../src/app.ts';
import type { App } from '../../src/platform/deps.ts';
import type { LiveHub } from '../../src/platform/live/hub.ts';
import { createLog } from '../../src/platform/log.ts';
import { startQueue } from '../../src/platform/tasks/queue.ts';
import { readSettings } from '../../src/settings.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';
import { dumpDatabase, spellings } from '../dump.ts';
import { testFiles } from '../setups/files.ts';
import { mailServer } from '../services/mail-server.ts';
import { call, form, newBrowser, type BrowserJar } from '../setups/registrations.ts';
import { until } from '../until.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

const passwords = {
  first: 'Wattle & gum tree 1',
  wrong: 'Not the password 2',
  second: 'Banksia "in" bloom 3',
  third: 'Grevillea\\dawn 4 é',
  refused: 'Trustno1',
};
const email = 'secret@example.com';

test('after all flows neither the database nor the log holds a password, a token or a session', async () => {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  const mails = await mailServer();
  const env = {
    SMTP_URL: mails.url,
    BASE_URL: 'http://muster.example',
    MAIL_FROM: 'no-reply@muster.example',
    SALES_EMAIL: 'sales@muster.example',
  };
  const settings = readSettings({ HOST: '0.0.0.0', ...env });
  const live: LiveHub = {
    follow: async () => () => {},
    hear: () => () => {},
    onSessionEnd: () => () => {},
    broadcast: async () => {},
    onBroadcast: () => () => {},
    close: async () => {},
  };
  const deps = {
    settings,
    database: db.database,
    live,
    log,
    files: testFiles(),
    now: Date.now,
    embedded: true,
  };
  await openDemo(db.database);
  const app = await testApp(db, { env, log });
  const queue = await startQueue({ database: db.database, log, tasks: buildTasks(deps) });

  const secrets = new Set(Object.values(passwords));
  const keep = ({ cookies }: BrowserJar) => {
    for (const value of cookies.values()) if (value !== '') secrets.add(value);
  };
  const mailedToken = async (path: string) => {
    const mail = await until(() => mails.received.find(({ text }) => text?.includes(`${path}?token=`)));
    mails.received.splice(0);
    const token = /token=([\w-]{43})/.exec(mail.text!)![1]!;
    secrets.add(token);
    return token;
  };
  const visit = async (browser: BrowserJar, path: string, body: object, headers = {}) => {
    const answer = await call(app, path, body, { browser, headers });
    keep(browser);
    return answer.json<{ code: number }>();
  };
  await exercise(app, visit, mailedToken, () => mails.refuse(1));
  await until(async () => {
    const { rows } = await db.asOwner(`select from outbox
      union all select from pgboss.job where state in ('created', 'active')`);
    return rows.length === 0;
  });
  await queue.stop();
  await app.close();
  await mails.close();

  const places = { database: await dumpDatabase(db), log: lines.join('') };
  // Proves that the search works: it finds values that are not secret.
  expect(places.database).toContain(email);
  expect(places.database).toMatch(/"template": ?"activation"/);
  expect(places.log).toContain('"route":"/services/authentication/api/password/reset"');
  expect(places.log).toContain('come back later');
  // Session, XSRF, device and registration cookies of two browsers, three links and the passwords.
  expect(secrets.size).toBeGreaterThan(Object.keys(passwords).length + 8);
  const found = Object.entries(places).flatMap(([place, text]) =>
    [...secrets].flatMap((secret) =>
      spellings(secret)
        .filter((spelling) => text.includes(spelling))
        .map((spelling) => `${place}: ${spelling}`),
    ),
  );
  expect(found).toEqual([]);
});

type Visit = (
  browser: BrowserJar,
  path: string,
  body: object,
  headers?: Record<string, string>,
) => Promise<{ code: number }>;

/** Runs everything that uses a password, a link or a cookie, with right and wrong values. */
async function exercise(
  app: App,
  visit: Visit,
  mailedToken: (path: string) => Promise<string>,
  failOneMail: () => void,
): Promise<void> {
  const [home, elsewhere] = [newBrowser(), newBrowser()];
  const twice = (password: string) => ({ password, password_confirmation: password });
  const registration = { ...form, email, ...twice(passwords.first) };
  await visit(home, 'register', { ...registration, ...twice(passwords.refused) });
  const key = { 'idempotency-key': 'dump-1' };
  expect(await visit(home, 'register', registration, key)).toMatchObject({ code: 800 });
  expect(await visit(home, 'register', registration, key)).toMatchObject({ code: 800 });
  await visit(home, 'register', { ...registration, plan_code: 'solo' }, key);
  await visit(home, 'register', { ...registration, email: 'owner@example.com' });
  await visit(home, 'login', { email, password: passwords.first });
  const older = await mailedToken('/activate');
  await visit(home, 'activation/resend', { token: older });
  const token = await mailedToken('/activate');
  await visit(elsewhere, 'activation/check', { token });
  await visit(elsewhere, 'activate', { token: older, password: passwords.first });
  await visit(elsewhere, 'activate', { token, password: passwords.wrong });
  expect(await visit(elsewhere, 'activate', { token, password: passwords.first })).toMatchObject({
    code: 800,
  });
  await visit(home, 'login', { email, password: passwords.wrong });
  expect(await visit(home, 'login', { email, password: passwords.first })).toMatchObject({ code: 800 });
  failOneMail();
  const changed = { current_password: passwords.first, ...twice(passwords.second) };
  await visit(home, 'password/change', { ...changed, current_password: passwords.wrong });
  expect(await visit(home, 'password/change', changed)).toMatchObject({ code: 800 });
  await visit(newBrowser(), 'password/forgot', { email });
  const reset = await mailedToken('/reset-password');
  await visit(newBrowser(), 'password/reset/check', { token: reset });
  await visit(newBrowser(), 'password/reset', { token: reset, ...twice(passwords.refused) });
  expect(
    await visit(newBrowser(), 'password/reset', { token: reset, ...twice(passwords.third) }),
  ).toMatchObject({ code: 800 });
  const last = newBrowser();
  expect(await visit(last, 'login', { email, password: passwords.third })).toMatchObject({ code: 800 });
  const cookie = [...last.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  await app.inject({ url: '/services/authentication/api/sessions', headers: { cookie } });
  // An internal error is logged in full, but without the body of its request.
  await app.inject({ method: 'POST', url: '/services/authentication/api/login', payload: '{"password":' });
  expect(await visit(last, 'logout', {})).toMatchObject({ code: 800 });
}

test('the search itself finds what is there, however it is written', () => {
  const secret = passwords.second;
  const bytes = Buffer.from(secret);
  const texts = [
    `password=${encodeURIComponent(secret)}`,
    JSON.stringify({ password: secret }),
    bytes.toString('hex'),
    JSON.stringify(JSON.stringify({ password: secret })),
    Buffer.from(`x${secret}y`).toString('base64'),
    Buffer.from(`xy${secret}`).toString('base64url'),
    Buffer.from(`{"a":"${secret}"}`).toString('base64'),
  ];
  for (const text of texts) expect(spellings(secret).some((spelling) => text.includes(spelling))).toBe(true);
});
