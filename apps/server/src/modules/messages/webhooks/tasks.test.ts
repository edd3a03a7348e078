import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { receiver, type Receiver } from '../../../../test/services/receiver.ts';
import { tapLine } from '../../../../test/setups/invoices.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { silentLog } from '../../../../test/silent-log.ts';
import { until } from '../../../../test/until.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { App, Deps } from '../../../platform/deps.ts';
import { resendsPerAccount } from '../../../platform/limit-table.ts';
import { type Queue, startQueue } from '../../../platform/tasks/queue.ts';
import { readSettings } from '../../../settings.ts';
import { webhookTasks } from './tasks.ts';

const env = { WEBHOOK_NETWORKS: '127.0.0.1', HOST: '0.0.0.0' };
const clock = { now: Date.now() };
const names = new Map<string, string[]>();
let asked: string[] = [];

let here: TestDatabase;
let app: App;
let queue: Queue;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
const receivers: Receiver[] = [];
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here, { env, now: () => clock.now });
  const deps = { database: here.database, settings: readSettings(env), now: () => clock.now } as Deps;
  const tasks = webhookTasks(deps, async (name) => {
    asked.push(name);
    return names.get(name) ?? [];
  });
  queue = await startQueue({
    database: here.database,
    log: silentLog,
    tasks: { ...tasks, mail: async () => {} },
  });
  owner = await schedulerOf(app, 'owner@example.com');
});
afterEach(async () => {
  const { data } = await owner.get('/webhooks');
  for (const { id } of (data as { rows: Hook[] }).rows) await owner.delete(`/webhooks/${id}`);
  await Promise.all(receivers.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  await queue.stop();
  await app.close();
  await here.drop();
});

interface Hook {
  id: string;
  version: number;
  url: string;
  is_enabled: boolean;
  stopped_because: string;
  sent: number;
  failing_since: string | null;
  failures: number;
}

async function listening(answer: Parameters<typeof receiver>[0] = () => 200): Promise<Receiver> {
  const one = await receiver(answer);
  receivers.push(one);
  return one;
}

async function add(url: string): Promise<{ row: Hook; change: number; secret: string }> {
  const { status, data } = await owner.post('/webhooks', { url });
  expect(status).toBe(200);
  return data;
}

async function change(): Promise<number> {
  const { data } = await owner.post('/technicians', { name: 'Kai' });
  return (data as { change: number }).change;
}

async function hookOf(id: string): Promise<Hook> {
  const { data } = await owner.get('/webhooks');
  return (data as { rows: Hook[] }).rows.find((row) => row.id === id)!;
}

async function failuresOf(id: string) {
  const { data } = await owner.get(`/webhooks/${id}/failures`);
  return (data as { rows: { number: number; tries: number; reason: string; delivered_at: string | null }[] })
    .rows;
}

function inAccount<T>(work: (db: Tx) => Promise<T>): Promise<T> {
  return withAccount(here.database.db, DEMO, work);
}

/** Nobody waits for the pauses between two tries. */
async function soon<T>(look: () => Promise<T> | T): Promise<NonNullable<T>> {
  return until(async () => {
    await here.asOwner(`update pgboss.job set start_after = now() where state in ('retry', 'created')`);
    return look();
  });
}

test('every change arrives in order, signed, with ids and numbers and without contents', async () => {
  const { url, received } = await listening();
  const { row, change: first, secret } = await add(url);
  const numbers = [first];
  for (let time = 0; time < 5; time += 1) numbers.push(await change());
  await until(() => received.length >= 6);
  const notices = received.map(({ body }) => JSON.parse(body));
  expect(notices.map(({ number }) => number)).toEqual(numbers);
  expect(notices[5]).toEqual({
    webhook: row.id,
    number: numbers[5],
    kind: 'technician added',
    at: expect.stringMatching(/^\d{4}-/),
    undoes: null,
    count: 1,
    entries: [{ table: 'technicians', id: expect.any(String), version: 1 }],
    events: [],
  });
  const { headers, body } = received[5]!;
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['muster-signature']))!;
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
  expect(Number(t)).toBe(Math.floor(clock.now / 1000));
  expect(await until(async () => (await hookOf(row.id)).sent >= numbers[5]! && hookOf(row.id))).toMatchObject(
    {
      failing_since: null,
      failures: 0,
    },
  );
});

test('programs hear that an invoice was issued, paid in full and credited, without its contents', async () => {
  await owner.patch('/money-settings', { version: 0, is_gst_registered: false });
  const customer = await owner.post('/customers', { name: 'Heather Heard' });
  const { id: customer_id } = (customer.data as { row: { id: string } }).row;
  const { url, received } = await listening();
  await add(url);
  const issued = async () => {
    const drafted = await owner.post('/invoices', { customer_id, lines: [tapLine()] });
    const { id, version } = (drafted.data as { row: { id: string; version: number } }).row;
    expect((await owner.post(`/invoices/${id}/issue`, { version })).status).toBe(200);
    return id;
  };
  const pay = (amount: number, invoice_id: string) =>
    owner.post('/payments', {
      customer_id,
      method: 'cash',
      amount,
      invoices: [{ invoice_id, amount }],
    });
  const [paid, credited] = [await issued(), await issued()];
  expect((await pay(100_00, paid)).status).toBe(200);
  await until(() => received.length >= 6);
  expect((await pay(200_00, paid)).status).toBe(200);
  expect((await owner.post(`/invoices/${credited}/credit`, {})).status).toBe(200);
  await until(() => received.length >= 8);
  // All but ten dollars are paid, and those are credited.
  const both = await issued();
  expect((await pay(290_00, both)).status).toBe(200);
  const { data } = await owner.get(`/invoices/${both}`);
  const [line] = (data as { row: { lines: { id: string }[] } }).row.lines;
  const rest = { lines: [{ id: line!.id, total: 10_00 }] };
  expect((await owner.post(`/invoices/${both}/credit`, rest)).status).toBe(200);
  await until(() => received.length >= 12);
  const notices = received.map(({ body }) => JSON.parse(body) as { kind: string; events: object[] });
  expect(notices.slice(1).map(({ kind, events }) => [kind, events])).toEqual([
    ['invoice added', []],
    ['invoice issued', [{ event: 'invoice issued', invoice: paid }]],
    ['invoice added', []],
    ['invoice issued', [{ event: 'invoice issued', invoice: credited }]],
    [expect.any(String), []],
    [expect.any(String), [{ event: 'invoice paid', invoice: paid }]],
    ['credit note issued', [{ event: 'invoice credited', invoice: credited }]],
    ['invoice added', []],
    ['invoice issued', [{ event: 'invoice issued', invoice: both }]],
    [expect.any(String), []],
    [
      'credit note issued',
      expect.arrayContaining([
        { event: 'invoice credited', invoice: both },
        { event: 'invoice paid', invoice: both },
      ]),
    ],
  ]);
  expect(received.map(({ body }) => body).join()).not.toMatch(/Heather|Kitchen/);
});

test('a program that is told late hears what was so after each change: in part, paid, owed again', async () => {
  const customer = await owner.post('/customers', { name: 'Late Lou' });
  const { id: customer_id } = (customer.data as { row: { id: string } }).row;
  let isDown = true;
  const { url, received } = await listening(() => (isDown ? 503 : 200));
  const drafted = await owner.post('/invoices', { customer_id, lines: [tapLine()] });
  const draft = (drafted.data as { row: { id: string; version: number } }).row;
  const issued = await owner.post(`/invoices/${draft.id}/issue`, { version: draft.version });
  const { total } = (issued.data as { row: { total: number } }).row;
  await add(url);
  const pay = async (amount: number) => {
    const paid = { customer_id, method: 'cheque', amount, invoices: [{ invoice_id: draft.id, amount }] };
    return (await owner.post('/payments', paid)).data as { change: number; row: { id: string } };
  };
  const [first, last] = [await pay(100_00), await pay(total - 100_00)];
  expect((await owner.post(`/changes/${last.change}/undo`)).status).toBe(200);
  await pay(total - 100_00);
  const { row } = (await owner.get(`/payments/${first.row.id}`)).data as { row: { version: number } };
  const bounced = { version: row.version, reason: 'The cheque bounced.' };
  expect((await owner.post(`/payments/${first.row.id}/take-back`, bounced)).status).toBe(200);
  await until(() => received.length > 0);
  isDown = false;
  const of = () => [
    ...new Map(
      received.map(({ body }) => {
        const { number, events } = JSON.parse(body) as { number: number; events: object[] };
        return [number, events] as const;
      }),
    ).values(),
  ];
  await soon(() => of().length >= 6);
  const [paid, again] = ['invoice paid', 'invoice owed again'].map((event) => [{ event, invoice: draft.id }]);
  expect(of().slice(1)).toEqual([[], paid, again, paid, again]);
});

test('one that was down gets what it missed, in order, and the list says so', async () => {
  let isDown = true;
  const { url, received } = await listening(() => (isDown ? 503 : 200));
  const { row, change: first } = await add(url);
  await until(() => received.length > 0);
  const second = await change();
  const third = await change();
  await soon(() => received.length >= 3);
  expect(new Set(received.map(({ body }) => JSON.parse(body).number))).toEqual(new Set([first]));
  expect(await until(async () => (await hookOf(row.id)).failing_since)).toMatch(/^\d{4}-/);
  isDown = false;
  const before = received.length;
  await soon(() => received.some(({ body }) => JSON.parse(body).number === third));
  const after = received.slice(before).map(({ body }) => JSON.parse(body).number);
  expect(after).toEqual([first, second, third]);
  const [failure] = await until(async () => {
    const failures = await failuresOf(row.id);
    return failures[0]?.delivered_at && failures;
  });
  expect(failure).toMatchObject({ number: first, reason: 'It answered with 503.' });
});

test('a redirect is a failure, and where it leads is never asked', async () => {
  const elsewhere = await listening();
  const { url, received } = await listening(() => [302, { location: elsewhere.url }]);
  const { row } = await add(url);
  await until(() => received.length > 0);
  const failure = await until(async () => (await failuresOf(row.id))[0]);
  expect(failure).toMatchObject({ reason: 'It answered with 302. Redirects aren’t followed.' });
  expect(elsewhere.received).toEqual([]);
});

test('what is refused five times is set aside, the next goes on, and it can be sent again', async () => {
  let refused = 0;
  const { url, received } = await listening((body) => (JSON.parse(body).number === refused ? 400 : 200));
  const { row } = await add(url);
  await until(() => received.length === 1);
  refused = await change();
  const next = await change();
  await soon(() => received.some(({ body }) => JSON.parse(body).number === next));
  expect(received.filter(({ body }) => JSON.parse(body).number === refused)).toHaveLength(5);
  expect((await failuresOf(row.id))[0]).toMatchObject({ number: refused, tries: 5, delivered_at: null });
  const number = refused;
  refused = 0;
  await owner.post(`/webhooks/${row.id}/send-again`, { number });
  await until(async () => (await failuresOf(row.id))[0]!.delivered_at);
  expect(JSON.parse(received.at(-1)!.body).number).toBe(number);
  const again = [];
  for (let count = 0; count < resendsPerAccount.max; count += 1)
    again.push((await owner.post(`/webhooks/${row.id}/send-again`, { number })).status);
  expect(new Set(again.slice(0, -1))).toEqual(new Set([200]));
  expect(again.at(-1)).toBe(429);
});

test('after three days it is stopped with a reason; turned on again it goes on where it stopped', async () => {
  let isDown = true;
  const { url, received } = await listening(() => (isDown ? 500 : 200));
  const { row, change: first } = await add(url);
  await until(async () => (await hookOf(row.id)).failing_since);
  clock.now += 3 * 86_400_000 + 1000;
  owner = await schedulerOf(app, 'owner@example.com');
  const stopped = await soon(async () => {
    const found = await hookOf(row.id);
    return found.is_enabled ? undefined : found;
  });
  expect(stopped).toMatchObject({ stopped_because: 'It answered with 500.' });
  isDown = false;
  const before = received.length;
  await change();
  await owner.patch(`/webhooks/${row.id}`, { version: stopped.version, is_enabled: true });
  await until(() => received.length > before + 1);
  expect(JSON.parse(received[before]!.body).number).toBe(first);
  expect(await hookOf(row.id)).toMatchObject({ is_enabled: true, stopped_because: '' });
});

test('410 stops it at once', async () => {
  const { url } = await listening(() => 410);
  const { row } = await add(url);
  await until(async () => !(await hookOf(row.id)).is_enabled);
});

test('one that does not answer is let go after ten seconds', async () => {
  const { url, received } = await listening(() => undefined);
  const { row } = await add(url);
  await until(() => received.length > 0);
  const failure = await until(async () => (await failuresOf(row.id))[0]);
  expect(failure.reason).toBe('It didn’t answer in time.');
}, 60_000);

test('a name that leads elsewhere later is looked up once, checked, and never connected to', async () => {
  const { port, received } = await listening();
  const { url } = await listening();
  const { row, change: first } = await add(url);
  // Whoever is telling it goes on with the address that it began with.
  await until(async () => {
    const found = await inAccount((db) =>
      sql`
        select from webhook_progress p join connections c on c.id = p.webhook_id
         where p.sent >= ${first} and c.held_until is null`.execute(db),
    );
    return found.rows.length > 0;
  });
  // Typed while the name was good; saved before it was looked up for a delivery.
  await inAccount((db) => sql`update webhooks set url = ${`http://rebinding.example:${port}/`}`.execute(db));
  names.set('rebinding.example', ['10.0.0.1', '::1', '::ffff:127.0.0.2', '169.254.169.254', '100.64.0.1']);
  asked = [];
  await change();
  const failure = await until(async () => (await failuresOf(row.id))[0]);
  expect(failure.reason).toBe(
    'This address is on a private network, which isn’t allowed. Use a public address.',
  );
  expect(received).toEqual([]);
  names.set('rebinding.example', ['10.0.0.1', '127.0.0.1']);
  asked = [];
  await soon(() => received.length > 0);
  expect(asked).toEqual(['rebinding.example']);
  expect(received[0]!.headers.host).toBe(`rebinding.example:${port}`);
});

interface Shown {
  id: string;
  status: string;
  worked_at: string | null;
  waits_until: string | null;
  failing_since: string | null;
  error: string;
  test: { state: string; error: string } | null;
}

async function connectionOf(id: string): Promise<Shown> {
  const { data } = await owner.get('/connections');
  return (data as { rows: Shown[] }).rows.find((row) => row.id === id)!;
}

/** As the database has it: each try with why it failed. */
async function attemptsOf(id: string, key: string): Promise<{ error: string; is_over: boolean }[]> {
  return inAccount(async (db) => {
    const { rows } = await sql<{ error: string; is_over: boolean }>`
      select error, ended_at is not null as is_over from delivery_attempts
       where connection_id = ${id} and dedupe_key = ${key} order by number`.execute(db);
    return rows;
  });
}

test('the breaker: after failures nothing is tried for longer and longer, five in a row are told, and what arrives closes it', async () => {
  let isDown = true;
  const { url, received } = await listening(() => (isDown ? [503, { 'retry-after': '7200' }] : 200));
  const { row, change: first } = await add(url);
  const waiting = await until(async () => {
    const shown = await connectionOf(row.id);
    return shown.waits_until ? shown : undefined;
  });
  // As long as the other side has asked for, which is more than our own pause.
  expect(waiting).toMatchObject({ status: 'retrying', error: 'It answered with 503.', worked_at: null });
  expect(Date.parse(waiting.waits_until!)).toBe(clock.now + 7_200_000);
  const second = await change();
  await here.asOwner(`select pg_notify('muster_outbox', '')`);
  await until(async () => {
    const { rows } = await here.asOwner(
      `select from outbox union all select from pgboss.job where data->>'topic' = 'outside announced' and state in ('created', 'active')`,
    );
    return rows.length === 0;
  });
  expect(received).toHaveLength(1);
  const broken = await soon(async () => {
    const shown = await connectionOf(row.id);
    return shown.status === 'broken' ? shown : undefined;
  });
  expect(Date.parse(broken.failing_since!)).toBe(clock.now);
  const tried = await attemptsOf(row.id, String(first));
  expect(tried.length).toBeGreaterThanOrEqual(5);
  expect(new Set(tried.map(({ error }) => error))).toEqual(new Set(['It answered with 503.']));
  expect(await attemptsOf(row.id, String(second))).toEqual([]);

  // A test that fails changes nothing, one that arrives lets everything go on at once, in order.
  expect((await owner.post(`/connections/${row.id}/test`)).status).toBe(200);
  await until(async () => (await connectionOf(row.id)).test?.state === 'failed');
  expect(await connectionOf(row.id)).toMatchObject({
    status: 'broken',
    test: { error: 'It answered with 503.' },
  });
  isDown = false;
  const before = received.length;
  expect((await owner.post(`/connections/${row.id}/test`)).status).toBe(200);
  await until(async () => (await connectionOf(row.id)).test?.state === 'arrived');
  await until(async () => (await hookOf(row.id)).sent >= second);
  const bodies = received.slice(before).map(({ body }) => JSON.parse(body));
  expect(bodies[0]).toEqual({ webhook: row.id, test: true, at: expect.any(String) });
  expect(bodies.slice(1).map(({ number }) => number)).toEqual([first, second]);
  expect(await connectionOf(row.id)).toMatchObject({
    status: 'on',
    waits_until: null,
    failing_since: null,
    error: '',
  });
});

test('a connection is paused, resumed and disconnected; what was waiting is sent, or gone', async () => {
  const { url, received } = await listening();
  const { row } = await add(url);
  await until(() => received.length === 1);
  expect((await owner.post(`/connections/${row.id}/pause`)).status).toBe(200);
  expect((await connectionOf(row.id)).status).toBe('paused');
  const missed = await change();
  expect((await owner.post(`/connections/${row.id}/resume`)).status).toBe(200);
  await until(() => received.some(({ body }) => JSON.parse(body).number === missed));
  expect((await connectionOf(row.id)).status).toBe('on');
  expect((await owner.delete(`/connections/${row.id}`)).status).toBe(200);
  const left = await inAccount((db) =>
    sql`select connection_id from deliveries union all select id from connections
        union all select webhook_id from webhook_progress union all select connection_id from connection_secrets`.execute(
      db,
    ),
  );
  expect(left.rows).toEqual([]);
  expect((await owner.post(`/connections/${row.id}/test`)).status).toBe(404);
});

test('one whose secret cannot be read is sent nothing unsigned, says so, and goes on with a new secret', async () => {
  const { url, received } = await listening();
  const { row, change: first } = await add(url);
  await until(() => received.length === 1);
  await here.asOwner(
    `update connection_secrets set sealed = sealed || 'x' where connection_id = '${row.id}'`,
  );
  const second = await change();
  const failure = await until(async () => (await failuresOf(row.id))[0]);
  expect(failure).toMatchObject({
    number: second,
    reason: 'Its secret can’t be read on this server anymore. Reconnect it to get a new one.',
  });
  expect(received).toHaveLength(1);
  const renewed = await owner.post(`/webhooks/${row.id}/secret`);
  const { secret } = renewed.data as { secret: string };
  await until(() => received.length === 2);
  const [told, later] = received.map(({ body }) => JSON.parse(body).number);
  expect([told, later]).toEqual([first, second]);
  const { headers, body } = received[1]!;
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['muster-signature']))!;
  expect(v1).toBe(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
});

test('what is tried in a scenario is told to nobody', async () => {
  const { url, received } = await listening();
  await add(url);
  const days = { from: '2026-11-16', to: '2026-11-20' };
  const made = (await owner.post('/scenarios', { name: 'A trial', ...days })).data as { row: { id: string } };
  const inside = await schedulerOf(app, 'owner@example.com', made.row.id);
  const tried = (await inside.post('/technicians', { name: 'Hal' })).data as { change: number };
  const next = await change();
  const numbers = () => received.map(({ body }) => JSON.parse(body).number);
  await until(() => numbers().includes(next));
  expect(numbers()).not.toContain(tried.change);
});
