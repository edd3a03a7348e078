import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { until } from '../../../test/until.ts';
import { buildTasks } from '../../app.ts';
import type { LiveHub } from '../../platform/live.ts';
import { readSettings } from '../../settings.ts';
import { welcomeMail } from './templates.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

function mailTask(env: Record<string, string>) {
  const live: LiveHub = { subscribe: () => () => {}, close: async () => {} };
  const settings = readSettings(env);
  return buildTasks({
    settings,
    database: db.database,
    live,
    log: silentLog,
    now: Date.now,
    embedded: true,
  })['mail']!;
}

async function mailServer() {
  const received: Email[] = [];
  let refusals = 0;
  let holding = false;
  let held: Promise<void> | undefined;
  const keep = async (raw: Buffer, done: () => void) => {
    holding = held !== undefined;
    await held;
    received.push(await PostalMime.parse(raw));
    done();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (refusals-- > 0) done(new Error('451 come back later'));
        else void keep(Buffer.concat(chunks), done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    refuseOnce: () => (refusals = 1),
    /** Takes the whole mail and does not say yes until told to. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    isHolding: () => holding,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const mail = welcomeMail({
  email: 'kim@example.com',
  firstName: '<b>Kim</b>',
  brand: 'Tom & Co',
  address: 'https://app.example',
});

test('a mail escapes what people typed', () => {
  expect(mail.html).toContain('Hello &lt;b&gt;Kim&lt;/b&gt;,');
  expect(mail.html).toContain('Tom &amp; Co');
  expect(mail.text).toContain('Hello <b>Kim</b>,');
  expect(mail.text).toContain('https://app.example/login');
});

test('over SMTP it arrives once, however often the task runs, and its contents are not kept', async () => {
  const server = await mailServer();
  const task = mailTask({ SMTP_URL: server.url, MAIL_FROM: 'Tom & Co <hello@muster.example>' });
  const id = randomUUID();
  await task(mail, id);
  await task(mail, id);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toMatchObject({
    subject: 'Welcome to Tom & Co',
    from: { address: 'hello@muster.example', name: 'Tom & Co' },
    to: [{ address: 'kim@example.com' }],
    messageId: `<${id}@muster.example>`,
  });
  expect(server.received[0]!.text?.trim()).toBe(mail.text);
  const { rows } = await db.asOwner(
    'select sent_at is not null as sent, html, text from mails where id = $1',
    [id],
  );
  expect(rows).toEqual([{ sent: true, html: '', text: '' }]);
  await server.close();
});

test('a mail server that refuses fails the task, and the next run sends it', async () => {
  const server = await mailServer();
  const task = mailTask({ SMTP_URL: server.url });
  const id = randomUUID();
  server.refuseOnce();
  await expect(task(mail, id)).rejects.toThrow('come back later');
  await task(mail, id);
  expect(server.received).toHaveLength(1);
  await server.close();
});

test('a slow mail server holds no transaction open, and the mail is on record before it leaves', async () => {
  const server = await mailServer();
  const task = mailTask({ SMTP_URL: server.url });
  const id = randomUUID();
  const letGo = server.hold();
  const running = task(mail, id);
  const record = async () =>
    (await db.asOwner('select sent_at is not null as sent, html, text from mails where id = $1', [id])).rows;
  await until(() => server.isHolding());
  expect(await record()).toEqual([{ sent: false, html: '', text: '' }]);
  const open = await db.asOwner(
    `select state, query from pg_stat_activity
      where datname = current_database() and application_name = 'muster' and xact_start is not null`,
  );
  expect(open.rows).toEqual([]);
  letGo();
  await running;
  expect(await record()).toEqual([{ sent: true, html: '', text: '' }]);
  await server.close();
});

test('without a mail server it is in the inbox, once', async () => {
  const id = randomUUID();
  await mailTask({})(mail, id);
  await mailTask({})(mail, id);
  const app = await testApp(db, { env: { HOST: '127.0.0.1' } });
  const list = (await app.inject({ url: '/services/inbox/api/mails' })).json();
  expect(list.data.filter((shown: { id: string }) => shown.id === id)).toEqual([
    {
      id,
      to_address: 'kim@example.com',
      subject: 'Welcome to Tom & Co',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  const one = (await app.inject({ url: `/services/inbox/api/mails/${id}` })).json();
  expect(one.data).toMatchObject({ id, text: mail.text, html: mail.html });
  expect((await app.inject({ url: `/services/inbox/api/mails/${randomUUID()}` })).statusCode).toBe(404);
  expect((await app.inject({ url: '/services/inbox/api/mails/1' })).statusCode).toBe(400);
  await app.close();
});

test.each([
  ['others can reach the server', { HOST: '0.0.0.0' }, true],
  ['there is a mail server', { HOST: '127.0.0.1', SMTP_URL: 'smtp://127.0.0.1:1' }, true],
  ['the database is not the built-in one', { HOST: '127.0.0.1' }, false],
])('there is no inbox when %s', async (_, env, embedded) => {
  const app = await testApp(db, { env, deps: { embedded } });
  expect((await app.inject({ url: '/services/inbox/api/mails' })).statusCode).toBe(404);
  await app.close();
});
