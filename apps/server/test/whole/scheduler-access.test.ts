import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD_HASH, openDemo } from '../../seed/demo.ts';
import { insertUsers } from '../../src/modules/identity/accounts/store.ts';
import { withAccount } from '../../src/platform/db/account.ts';
import type { App } from '../../src/platform/deps.ts';
import { makeAccount } from '../setups/accounts.ts';
import { testApp } from '../app.ts';
import { testDatabase, type TestDatabase } from '../database.ts';
import { openStream } from '../services/live-stream.ts';
import { expectationOf, type Caller, callers } from './scheduler-expectations.ts';
import { bodyFor, type Operation, operationsOf } from './scheduler-operations.ts';
import { schedulerOf } from '../setups/scheduler.ts';
import { DEMO } from '../setups/work.ts';
import { signInAs } from '../sign-in.ts';

let here: TestDatabase;
let app: App;
let operations: Operation[];
/** What a body may name that has to be there. */
let given: { technicians: string[] };
const credentials = new Map<Caller, Record<string, string>>();

beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here);
  await app.listen({ port: 0, host: '127.0.0.1' });
  operations = operationsOf((await app.inject({ url: '/services/openapi.json' })).json());
  for (const role of ['owner', 'dispatcher', 'bookkeeper', 'technician', 'staff'] as const)
    credentials.set(role, (await signInAs(app, `${role}@example.com`)).headers);
  await withAccount(here.database.db, DEMO, async (db) => {
    const people = (['drafts', 'all'] as const).map((money) => ({
      id: randomUUID(),
      email: `${money}@example.com`,
      first_name: 'Kim',
      last_name: money,
      password_hash: DEMO_PASSWORD_HASH,
      role: 'dispatcher' as const,
      money,
    }));
    await insertUsers(db, DEMO, people);
  });
  credentials.set('dispatcher with drafts', (await signInAs(app, 'drafts@example.com')).headers);
  credentials.set('dispatcher with all money', (await signInAs(app, 'all@example.com')).headers);
  credentials.set('stranger', {});
  const owner = await schedulerOf(app, 'owner@example.com');
  const { data: made } = await owner.post('/technicians', { name: 'Kai' });
  given = { technicians: [(made as { row: { id: string } }).row.id] };
  for (const [caller, rights, money] of [
    ['key', 'dispatcher', undefined],
    ['read-only key', 'read only', undefined],
    ['money key', 'dispatcher', 'all'],
    ['read-only money key', 'read only', 'all'],
  ] as const) {
    const { data } = await owner.post('/api-keys', { name: caller, rights, ...(money && { money }) });
    credentials.set(caller, { authorization: `Bearer ${(data as { key: string }).key}` });
  }
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

/** An id that no row of anybody has; the numbers of changes are as far away. Every table that is imported has a second row. */
const unknown = { id: () => randomUUID(), number: () => '999999999', row: () => '2' };

function addressOf({ path }: Operation, given: Record<string, () => string> = {}): string {
  const ids: Record<string, () => string> = { ...unknown, ...given };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (ids[name] ?? unknown.id)());
}

async function statusOf(operation: Operation, caller: Caller): Promise<number> {
  const { method, isStream } = operation;
  const headers = credentials.get(caller)!;
  if (isStream && isLetIn(operation, caller)) {
    const stream = await openStream(app, headers, { path: operation.path });
    stream.response.destroy();
    return stream.response.statusCode!;
  }
  const answer = await app.inject({
    method,
    url: addressOf(operation),
    query: operation.query,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    ...bodyFor(operation, given),
  });
  return answer.statusCode;
}

function isLetIn({ method, path }: Operation, caller: Caller): boolean {
  return expectationOf(method, path)?.includes(caller) ?? false;
}

test('every call of the scheduler says here who may make it', () => {
  const silent = operations.filter(({ method, path }) => !expectationOf(method, path));
  const names = silent.map(({ method, path }) => `${method} ${path}`);
  expect(names, 'Add who may call these to test/scheduler-expectations.ts.').toEqual([]);
  expect(operations.length).toBeGreaterThan(15);
});

test.each(callers)('%s: let in to what is expected, and refused everything else', async (caller) => {
  const cells: [string, string][] = [];
  for (const operation of operations) {
    const status = await statusOf(operation, caller);
    const answer = status === 401 || status === 403 ? String(status) : 'let in';
    const expected = isLetIn(operation, caller) ? 'let in' : caller === 'stranger' ? '401' : '403';
    cells.push([
      `${operation.method} ${operation.path}: ${answer}`,
      `${operation.method} ${operation.path}: ${expected}`,
    ]);
    expect([operation, status < 500]).toEqual([operation, true]);
  }
  expect(cells.map(([found]) => found)).toEqual(cells.map(([, expected]) => expected));
});

/** A row of every table that calls name by an id, in an account of strangers: all of them under one id, which each call tries once. */
async function rowsOfOthers(): Promise<{ id: string; tables: string[] }> {
  const account = await makeAccount(here.database.db, 'Others');
  const id = randomUUID();
  await here.asOwner(
    `select set_config('muster.account', '${account}', false), set_config('muster.scenario', '${account}', false)`,
  );
  await here.asOwner(othersRows(account, id));
  const { rows } = await here.asOwner<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname in ('id', 'account_id')
      where c.relkind = 'r' and n.nspname = 'public' group by 1 having count(*) = 2 order by 1`,
  );
  const tables = [];
  for (const { name } of rows) {
    const found = await here.asOwner(`select from ${name} where id::text = '${id}'`);
    if (found.rowCount) tables.push(name);
  }
  return { id, tables };
}

function othersRows(account: string, id: string): string {
  const own = `'${account}', '${id}'`;
  return `
    with skill as (insert into skills (account_id, id, name) values (${own}, 'Secret skill')),
      technician as (insert into technicians (account_id, id, name) values (${own}, 'Secret Sue')),
      ticket as (insert into tickets (account_id, id, technician_id, skill_id, kind)
                 values (${own}, '${id}', '${id}', 'Secret')),
      absence as (insert into absences (account_id, id, scenario_id, technician_id, kind, starts_at, ends_at, whole_days)
                  values (${own}, '${account}', '${id}', 'leave', now(), now() + interval '1 day', true)),
      customer as (insert into customers (account_id, id, name) values (${own}, 'Secret Pty Ltd')),
      contact as (insert into contacts (account_id, id, customer_id, name) values (${own}, '${id}', 'Secret')),
      site as (insert into sites (account_id, id, customer_id, latitude, longitude, zone)
               values (${own}, '${id}', -33, 151, 'Australia/Sydney')),
      item as (insert into items (account_id, id, name, code) values (${own}, 'Secret elbow', 'SECRET')),
      price as (insert into customer_prices (account_id, id, customer_id, item_id, price)
                values (${own}, '${id}', '${id}', 100)),
      invoice as (insert into invoices (account_id, id, kind, customer_id, bill_to_id, title, terms_days)
                  values (${own}, 'invoice', '${id}', '${id}', 'Secret work', 14)),
      payment as (insert into payments (account_id, id, customer_id, method, amount, received_on)
                  values (${own}, '${id}', 'cash', 100, '2026-11-16')),
      type as (insert into job_types (account_id, id, name, duration) values (${own}, 'Secret type', 60)),
      job as (insert into jobs (account_id, id, number, customer_id, site_id) values (${own}, 1001, '${id}', '${id}')),
      visit as (insert into visits (account_id, id, job_id, number, duration) values (${own}, '${id}', 1, 60)),
      assignment as (insert into assignments (account_id, id, scenario_id, visit_id, technician_id, starts_at, ends_at, is_lead)
                     values (${own}, '${account}', '${id}', '${id}', now(), now() + interval '1 hour', true)),
      key as (insert into api_keys (account_id, id, name, rights, created_by)
              select ${own}, 'Secret key', 'dispatcher', id from users where account_id = '${account}'),
      webhook as (insert into webhooks (account_id, id, url, created_by)
                  select ${own}, 'https://secret.example', id from users where account_id = '${account}'),
      connection as (insert into connections (account_id, id, kind) values (${own}, 'webhook')),
      run as (insert into plan_runs (account_id, id, asked_at, from_date, to_date, way, seconds, state)
              values (${own}, now(), '2026-11-16', '2026-11-16', 'plan', 1, 'finished')),
      proposal as (insert into proposals (account_id, id, run_id, made_at, from_date, to_date, base, before, after)
                   values (${own}, '${id}', now(), '2026-11-16', '2026-11-16', 0, '{}', '{}')),
      import as (insert into imports (account_id, id, kind, state, total, done, started_at)
                 values (${own}, 'customers', 'draft', 0, 0, now())),
      waiting as (insert into waiting_imports (account_id, id, role, csv, is_draft, at)
                  values (${own}, 'owner', 'Name' || chr(10) || 'Secret', true, now())),
      feed as (insert into calendar_feeds (account_id, id, created_by)
               select ${own}, id from users where account_id = '${account}')
    select 1`;
}

test("another account's ids answer exactly like unknown ones, on every call with an id", async () => {
  const others = await rowsOfOthers();
  expect(others.tables.length).toBeGreaterThan(20);
  const headers = credentials.get('owner')!;
  const withId = operations.filter(
    (operation) => /\{(?!number)/.test(operation.path) && isLetIn(operation, 'owner'),
  );
  expect(withId.length).toBeGreaterThan(8);
  for (const operation of withId) {
    const call = async (id: string) => {
      const answer = await app.inject({
        method: operation.method,
        url: addressOf(operation, { id: () => id }),
        query: operation.query,
        headers: { ...headers, 'idempotency-key': randomUUID() },
        ...bodyFor(operation, given),
      });
      return [operation.method, operation.path, answer.statusCode, answer.body];
    };
    const toUnknown = await call(randomUUID());
    expect(toUnknown.slice(0, 3)).toEqual([operation.method, operation.path, 404]);
    expect(await call(others.id)).toEqual(toUnknown);
  }
});

test("what is listed, exported or found holds nothing of another account's", async () => {
  const headers = credentials.get('owner')!;
  for (const operation of operations) {
    if (operation.method !== 'GET' || operation.isStream || operation.path.includes('{')) continue;
    if (!isLetIn(operation, 'owner')) continue;
    const { statusCode, body } = await app.inject({
      url: operation.path,
      headers,
      query: { ...operation.query, ...(operation.query['q'] && { q: 'secret' }) },
    });
    expect([operation.path, statusCode]).toEqual([operation.path, 200]);
    expect(body).not.toContain('Secret');
  }
});
