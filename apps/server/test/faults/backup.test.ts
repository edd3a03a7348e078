import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { Contents } from '../../src/platform/backup/archive.ts';
import { makeBackup } from '../../src/platform/backup/make.ts';
import { restoreBackup } from '../../src/platform/backup/restore.ts';
import { grants } from '../../src/platform/db/catalogue.gen.ts';
import { connect, connectOwner } from '../../src/platform/db/connect.ts';
import { readGrants } from '../../src/platform/db/roles.ts';
import { copyDatabase, prepareFolder } from '../database.ts';
import { program } from '../programs.ts';
import { testFiles } from '../setups/files.ts';
import { metadata } from '../setups/filing.ts';
import { keptCookies } from '../sign-in.ts';
import { silentLog } from '../silent-log.ts';
import { until } from '../until.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { freePort, type MusterProcess, ready, spawnMuster } from './muster-process.ts';
import { testKeys } from '../test-keys.ts';

// Three servers are started and six databases filled.
vi.setConfig({ testTimeout: 600_000 });

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});
const { path: folder, remove } = temporaryFolder();
afterAll(remove);

async function run(script: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  const { said, ended } = spawnMuster(env, [process.execPath, program(script), ...args]);
  return { code: await ended, said: said() };
}

async function startOn(DATA_DIR: string): Promise<MusterProcess> {
  const started = await ready(spawnMuster({ PORT: await freePort(), DATA_DIR }));
  cleanUp.push(() => end(started));
  return started;
}

async function end({ child, ended }: MusterProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

async function signIn(url: string) {
  const answer = await fetch(`${url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'muster-demo' }),
  });
  expect(answer.status).toBe(200);
  const { headers } = keptCookies(answer.headers.getSetCookie());
  const call = (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) => fetch(`${url}/services/${path}`, { ...init, headers: { ...headers, ...init.headers } });
  return {
    call,
    customers: async () =>
      ((await (await call('scheduling/api/v1/customers')).json()) as { data: { rows: { id: string }[] } })
        .data.rows,
  };
}

function contentsOf(backup: string): Contents {
  return JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as Contents;
}

function rowsOf({ tables }: Contents): Record<string, number> {
  return Object.fromEntries(tables.map(({ name, rows }) => [name, rows]));
}

test('a backup of a running server brings customers, files and sign-ins back, in another place, and in a database of others', async () => {
  const [here, there, backup] = [join(folder, 'here'), join(folder, 'there'), join(folder, 'backup')];
  prepareFolder(here);
  const first = await startOn(here);
  const owner = await signIn(first.url);
  const customers = await owner.customers();
  expect(customers.length).toBeGreaterThan(5);
  const [id, content] = [
    randomUUID(),
    Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(5_000_000), Buffer.from('\n%%EOF\n')]),
  ];
  const tus = { 'tus-resumable': '1.0.0' };
  const told = metadata({ id, subject: 'customer', subject_id: customers[0]!.id, name: 'plan.pdf' });
  const begun = await owner.call('filesystem/api/v1/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(content.length), 'upload-metadata': told },
  });
  expect(begun.status).toBe(201);
  const sent = await owner.call(`filesystem/api/v1/uploads/${id}`, {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: content,
  });
  expect(sent.status).toBe(204);

  expect(await run('backup', { DATA_DIR: here }, backup)).toMatchObject({ code: 0 });
  const made = contentsOf(backup);
  expect(rowsOf(made)['public.customers']).toBeGreaterThanOrEqual(customers.length);
  expect(made.pieces).toBeGreaterThanOrEqual(2);

  expect(await run('restore', { DATA_DIR: here }, backup, '--overwrite')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Another Muster is already using'),
  });
  await end(first);
  expect(await run('restore', { DATA_DIR: there }, backup)).toMatchObject({ code: 0 });
  const second = await startOn(there);
  const again = await signIn(second.url);
  expect((await again.customers()).map((customer) => customer.id)).toEqual(customers.map((one) => one.id));
  const read = await until(async () => {
    const file = await again.call(`filesystem/api/v1/files/${id}/content`);
    return file.status === 200 ? new Uint8Array(await file.arrayBuffer()) : undefined;
  });
  expect(digest(read)).toBe(digest(content));
  // A command that writes under row-level security.
  const added = await again.call('scheduling/api/v1/customers', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ name: 'After the fire' }),
  });
  expect(added.status).toBe(200);
  await end(second);

  // The same into a database of others, and from there.
  const { ownerUrl, remove: drop } = await copyDatabase({ empty: true });
  cleanUp.push(drop);
  const place = { ownerUrl, storage: testFiles(), log: silentLog, keys: testKeys, keyDir: folder };
  const from = { ...place, folder: backup };
  await restoreBackup({ ...from, overwrite: false });
  await expect(restoreBackup({ ...from, overwrite: false })).rejects.toThrow('isn’t empty');
  await restoreBackup({ ...from, overwrite: true });
  const copy = join(folder, 'copy');
  expect(await makeBackup({ ...place, folder: copy })).toMatchObject({ lost: 0, pieces: made.pieces });
  expect(rowsOf(contentsOf(copy))).toEqual(rowsOf(made));
  expect(contentsOf(copy).sequences).toEqual(made.sequences);
  await cannotSignIn(ownerUrl, 'muster_backup');

  // Months of the log that no migration makes come back with what is in them, and guarded.
  await inAccount(
    ownerUrl,
    `select add_log_months('2024-10-01', '2024-10-01');
     insert into change_answers (account_id, number, month, answer) values (current_account(), 1, '2024-10-01', '{}')`,
  );
  const aged = { ...place, folder: join(folder, 'aged') };
  await makeBackup(aged);
  await restoreBackup({ ...aged, overwrite: true });
  expect(
    await inAccount(
      ownerUrl,
      `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isGuarded",
              (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polname = 'account') as policies,
              (select count(*)::int from change_answers a where a.tableoid = c.oid) as rows
         from pg_class c where c.relname like 'change_%_2024_10' order by 1`,
    ),
  ).toEqual([
    { name: 'change_answers_2024_10', isGuarded: true, policies: 1, rows: 1 },
    { name: 'change_entries_2024_10', isGuarded: true, policies: 1, rows: 0 },
  ]);

  // A damaged one is found before anything is touched.
  appendFileSync(join(copy, 'tables/public.customers.gz'), 'x');
  const damaged = restoreBackup({ ...place, folder: copy, overwrite: true });
  await expect(damaged).rejects.toThrow('public.customers.gz doesn’t have its checksum');
  writeFileSync(join(copy, 'SHA256SUMS'), '');
  await expect(restoreBackup({ ...place, folder: copy, overwrite: true })).rejects.toThrow('is missing');
});

test('a database that lost the rights of the role that serves, as one does that is copied to another server, gets them again at the next start', async () => {
  const { ownerUrl, remove: drop } = await copyDatabase();
  cleanUp.push(drop);
  const owner = await connectOwner(ownerUrl);
  await owner.query('drop owned by muster_app').catch(async () => {
    // An owner who did not make the role takes each right away by itself.
    await owner.query(`revoke all on all tables in schema public from muster_app;
                       revoke all on all functions in schema public from muster_app;
                       revoke all on all sequences in schema public from muster_app;
                       revoke usage on schema public from muster_app`);
  });
  expect(await readGrants(owner, 'muster_app')).not.toEqual(grants);
  const database = await connect({ ownerUrl, log: silentLog, keys: testKeys });
  await database.close();
  expect(await readGrants(owner, 'muster_app')).toEqual(grants);
  await owner.end();
});

/** Any will do: the log names it, and nothing checks that it is there. */
const LOGGED = randomUUID();

/** Does something as the owner, seeing what belongs to that account. */
async function inAccount(ownerUrl: string, statement: string): Promise<unknown[]> {
  const owner = await connectOwner(ownerUrl);
  try {
    await owner.query(`select set_config('muster.account', '${LOGGED}', false)`);
    return (await owner.query(statement)).rows;
  } finally {
    await owner.end();
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

async function cannotSignIn(ownerUrl: string, role: string): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query('select rolcanlogin, rolbypassrls from pg_roles where rolname = $1', [
    role,
  ]);
  await owner.end();
  expect(rows).toEqual([{ rolcanlogin: false, rolbypassrls: false }]);
}
