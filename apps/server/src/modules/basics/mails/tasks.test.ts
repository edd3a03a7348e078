import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { testFiles } from '../../../../test/setups/files.ts';
import { mailServer } from '../../../../test/services/mail-server.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { until } from '../../../../test/until.ts';
import { buildTasks } from '../../../app.ts';
import { FAILED_TASKS, TASKS } from '../../../platform/db/queue-schema.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import { startQueue } from '../../../platform/tasks/queue.ts';
import { linkToken } from '../../../platform/sign-in/secret.ts';
import { readSettings } from '../../../settings.ts';
import { sendMail, sendMailForAnybody } from './service.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Letter } from './templates.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

function tasks(env: Record<string, string>) {
  const live: LiveHub = {
    follow: async () => () => {},
    hear: () => () => {},
    onSessionEnd: () => () => {},
    broadcast: async () => {},
    onBroadcast: () => () => {},
    close: async () => {},
  };
  const settings = readSettings(env);
  return buildTasks({
    settings,
    database: db.database,
    live,
    log: silentLog,
    now: Date.now,
    files: testFiles(),
    embedded: true,
  });
}
const mailTask = (env: Record<string, string>) => tasks(env)['mail']!;

const link = '0193e5a0-0000-7000-8000-0000000000ab';
const letter: Letter = {
  template: 'activation',
  to: 'kim@example.com',
  link: { purpose: 'activation', id: link },
};
const token = () => linkToken(db.database.secret, 'activation', link);
const record = async (id: string) =>
  (await db.asOwner('select sent_at is not null as sent, handed_over, letter from mails where id = $1', [id]))
    .rows;

test('over SMTP it arrives once, however often the task runs, with a link that is stored nowhere', async () => {
  const server = await mailServer();
  const task = mailTask({
    SMTP_URL: server.url,
    MAIL_FROM: 'Tom & Co <hello@muster.example>',
    BRAND_NAME: 'Tom & Co',
    BASE_URL: 'https://app.example',
  });
  const id = randomUUID();
  await task(letter, id);
  await task(letter, id);
  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({
    subject: 'Activate your Tom & Co account',
    from: { address: 'hello@muster.example', name: 'Tom & Co' },
    to: [{ address: 'kim@example.com' }],
    messageId: `<${id}@muster.example>`,
  });
  expect(mail!.text).toContain(`https://app.example/activate?token=${token()}`);
  expect(mail!.html).toContain(token());
  expect(await record(id)).toEqual([{ sent: true, handed_over: 1, letter }]);
  await server.close();
});

test('a mail names the business of whoever gets it, once that has a name', async () => {
  await openDemo(db.database);
  const server = await mailServer();
  const task = mailTask({ SMTP_URL: server.url, MAIL_FROM: 'Tom & Co <hello@muster.example>' });
  const changed = (to: string): Letter => ({ template: 'password changed', to });
  await task(changed('owner@example.com'), randomUUID());
  await db.asOwner(`select set_config('muster.account', '0193e5a0-0000-7000-8000-000000000001', false)`);
  await db.asOwner('update accounts set set_up_at = now()');
  for (const to of ['owner', 'staff', 'nobody']) await task(changed(`${to}@example.com`), randomUUID());
  expect(server.received.map(({ subject }) => subject)).toEqual([
    'Your Muster password was changed',
    'Your Muster password at Harbour City Plumbing was changed',
    'Your Muster password was changed',
    'Your Muster password was changed',
  ]);
  await server.close();
});

test('what a business tells its customers comes under its own name, from an address of ours', async () => {
  const server = await mailServer();
  const task = mailTask({ SMTP_URL: server.url, MAIL_FROM: 'Tom & Co <hello@muster.example>' });
  const told: Letter = {
    template: 'of a business',
    to: 'lee@example.com',
    business: 'Blue "Gum", Plumbing',
    customer: randomUUID(),
    reply_to: 'office@bluegum.example',
    subject: 'your visit',
    paragraphs: ['Hello Lee,'],
    footnote: '',
  };
  await task(told, randomUUID());
  expect(server.received[0]).toMatchObject({
    from: { address: 'hello@muster.example', name: 'Blue "Gum", Plumbing' },
    replyTo: [{ address: 'office@bluegum.example' }],
  });
  await server.close();
});

test('a mail server that refuses fails the task; that does not count, however often, and the next run sends it', async () => {
  const server = await mailServer();
  const task = mailTask({ SMTP_URL: server.url });
  const id = randomUUID();
  server.refuse(4);
  for (let at = 0; at < 4; at += 1) await expect(task(letter, id)).rejects.toThrow('come back later');
  await task(letter, id);
  expect(server.received).toHaveLength(1);
  await server.close();
});

test('a mail server that is not there does not count either', async () => {
  const server = await mailServer();
  await server.close();
  const id = randomUUID();
  for (let at = 0; at < 3; at += 1) {
    await expect(mailTask({ SMTP_URL: server.url })(letter, id)).rejects.toThrow('ECONNREFUSED');
  }
  expect(await record(id)).toEqual([]);
});

test('a line that is cut before the yes: sent once more under the same id, and never a third time', async () => {
  const server = await mailServer();
  const task = mailTask({ SMTP_URL: server.url });
  const id = randomUUID();
  server.cutOff(2);
  await expect(task(letter, id)).rejects.toThrow();
  await expect(task(letter, id)).rejects.toThrow();
  await expect(task(letter, id)).rejects.toThrow('may already have been sent twice');
  expect(new Set(server.received.map(({ messageId }) => messageId))).toEqual(
    new Set([`<${id}@example.com>`]),
  );
  expect(server.received).toHaveLength(2);
  await server.close();
});

test('a slow mail server holds no transaction open, and the mail is on record before it leaves', async () => {
  const server = await mailServer();
  const task = mailTask({ SMTP_URL: server.url });
  const id = randomUUID();
  const letGo = server.hold();
  const running = task(letter, id);
  await until(() => server.isHolding());
  expect(await record(id)).toEqual([{ sent: false, handed_over: 1, letter }]);
  const open = await db.asOwner(
    `select state, query from pg_stat_activity
      where datname = current_database() and application_name = 'muster' and xact_start is not null`,
  );
  expect(open.rows).toEqual([]);
  letGo();
  await running;
  expect(await record(id)).toEqual([{ sent: true, handed_over: 1, letter }]);
  await server.close();
});

test('through the queue: tried again later and later while the mail server fails, then kept among the failed', async () => {
  await db.asOwner('truncate outbox, pgboss.job');
  const server = await mailServer();
  server.refuse(Infinity, 421);
  const queue = await startQueue({
    database: db.database,
    log: silentLog,
    tasks: tasks({ SMTP_URL: server.url }),
  });
  await transaction(db.database.db, (db) => sendMail(db, letter));
  const tried = (count: number) =>
    until(async () => {
      const { rows } = await db.asOwner<{ delay: number; retries: number }>(
        `select extract(epoch from start_after - now())::float as delay, retry_count as retries
           from pgboss.job where name = $1 and state = 'retry' and retry_count = $2`,
        [TASKS, count],
      );
      return rows[0];
    });
  const again = () => db.asOwner(`update pgboss.job set start_after = now() where name = '${TASKS}'`);
  await tried(0);
  const delays: number[] = [];
  for (const count of [1, 2, 3]) {
    await again();
    delays.push((await tried(count)).delay);
  }
  // The pauses double, with a random part.
  expect(delays[2]).toBeGreaterThan(delays[0]!);
  await db.asOwner(`update pgboss.job set retry_count = retry_limit - 1 where name = '${TASKS}'`);
  await again();
  const dead = await until(async () => {
    const { rows } = await db.asOwner(`select data, output from pgboss.job where name = $1`, [FAILED_TASKS]);
    return rows.length > 0 ? rows : undefined;
  });
  expect(dead).toEqual([
    expect.objectContaining({ data: expect.objectContaining({ topic: 'mail', payload: letter }) }),
  ]);
  expect(JSON.stringify(dead)).not.toContain(token());
  expect(server.received).toEqual([]);
  await queue.stop();
  await server.close();
});

test('without a mail server it is in the inbox, once, and written when it is read', async () => {
  await db.asOwner('truncate mails');
  const id = randomUUID();
  await mailTask({})(letter, id);
  await mailTask({})(letter, id);
  await mailTask({})({ template: 'nothing', to: 'nobody@example.com' }, randomUUID());
  const app = await testApp(db, { env: { HOST: '127.0.0.1', BRAND_NAME: 'Tom & Co' } });
  const list = (await app.inject({ url: '/services/inbox/api/mails' })).json();
  expect(list.data).toEqual([
    {
      id,
      to_address: 'kim@example.com',
      subject: 'Activate your Tom & Co account',
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  ]);
  const one = (await app.inject({ url: `/services/inbox/api/mails/${id}` })).json();
  expect(one.data.text).toContain(`http://localhost:3000/activate?token=${token()}`);
  expect(one.data.html).toContain(`http://localhost:3000/activate?token=${token()}`);
  expect(await record(id)).toEqual([{ sent: false, handed_over: 0, letter }]);
  expect((await app.inject({ url: `/services/inbox/api/mails/${randomUUID()}` })).statusCode).toBe(404);
  expect((await app.inject({ url: '/services/inbox/api/mails/1' })).statusCode).toBe(400);
  await app.close();
});

test('the inbox shows it as a mail program does, in either theme, and gives what is attached', async () => {
  await db.asOwner('truncate mails');
  const id = randomUUID();
  const calendar = { name: 'visit.ics', method: 'PUBLISH' as const, text: 'BEGIN:VCALENDAR' };
  const told: Letter = {
    template: 'of a business',
    to: 'kim@example.com',
    business: 'Tom & Co',
    customer: randomUUID(),
    reply_to: '',
    subject: 'Your visit',
    paragraphs: ['<script>no</script>'],
    footnote: '',
    calendar,
  };
  await mailTask({})(told, id);
  const app = await testApp(db, { env: { HOST: '127.0.0.1' } });
  const read = (path: string) => app.inject({ url: `/services/inbox/api/mails/${path}` });
  expect((await read(id)).json().data).toMatchObject({ attachments: ['visit.ics'] });
  const [light, dark] = [await read(`${id}/page?theme=light`), await read(`${id}/page?theme=dark`)];
  expect(light.headers['content-type']).toContain('text/html');
  expect(light.headers['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox/);
  expect(light.headers['content-security-policy']).not.toContain('script');
  // Its links leave the frame: the pages that they lead to refuse to be in one.
  expect(light.body).toContain('<base target="_top">');
  expect(light.body).toContain('&lt;script&gt;no');
  expect(dark.body).not.toBe(light.body);
  const file = await read(`${id}/attachments/visit.ics`);
  expect(file.body).toBe(calendar.text);
  expect(file.headers['content-disposition']).toBe('attachment; filename="visit.ics"');
  for (const path of [`${id}/attachments/other.ics`, `${randomUUID()}/page?theme=light`])
    expect((await read(path)).statusCode).toBe(404);
  expect((await read(`${id}/page?theme=pink`)).statusCode).toBe(400);
  await app.close();
});

test('what strangers cause is three mails an hour and ten a day for an address, also when all come at once', async () => {
  const hour = 3_600_000;
  const day = Date.UTC(2031, 0, 1);
  const send = (to: string, at: number) =>
    db.database.db
      .transaction()
      .execute((db) =>
        sendMailForAnybody(db, { template: 'password changed', to }, 'strangers', new Date(at)),
      );
  const waiting = async (to: string) =>
    (
      await db.asOwner(`select from outbox where payload->>'to' = $1 and payload->>'template' <> 'nothing'`, [
        to,
      ])
    ).rowCount;
  await Promise.all(Array.from({ length: 8 }, () => send('a@example.com', day)));
  expect(await waiting('a@example.com')).toBe(3);
  await send('b@example.com', day);
  expect(await waiting('b@example.com')).toBe(1);
  for (const at of [1, 2, 3, 4, 5]) {
    for (let n = 0; n < 4; n += 1) await send('a@example.com', day + at * hour);
  }
  expect(await waiting('a@example.com')).toBe(10);
  await send('a@example.com', day + 24 * hour);
  expect(await waiting('a@example.com')).toBe(11);
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
