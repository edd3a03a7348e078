import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterAll, afterEach, expect, test, vi } from 'vitest';

import { prepareFolder } from '../database.ts';
import { long, repetitions } from '../long.ts';
import { until } from '../until.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { freePort, ready, spawnMuster } from './muster-process.ts';
import type { MusterProcess } from './muster-process.ts';
import { asClusterSuperuser, postgresPids, postmasterPid, signalAll } from './processes.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

// All tests share one folder: each starts on the database that the last one left, as in real use. The journeys start from nothing.
const { path: DATA_DIR, remove } = temporaryFolder();
prepareFolder(DATA_DIR);
afterAll(remove);

function muster(env: Record<string, string>, command?: [string, ...string[]]): MusterProcess {
  const started = spawnMuster(env, command);
  cleanUp.push(async () => {
    started.child.kill('SIGTERM');
    await started.ended;
  });
  return started;
}

/** A process that has ended but was not yet cleared away has no command line. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, 'utf8') !== '';
}

async function signIn(url: string, password: string): Promise<number> {
  const answer = await fetch(`${url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password }),
  });
  return ((await answer.json()) as { code: number }).code;
}

async function mailsOf(url: string): Promise<unknown[]> {
  const answer = await fetch(`${url}/services/inbox/api/mails`);
  return ((await answer.json()) as { data: unknown[] }).data;
}

test('it says where to look and how to sign in, serves, and takes its database with it when its terminal closes', async () => {
  const { child, url, said, ended } = await ready(muster({ PORT: await freePort(), DATA_DIR }));
  expect(said()).toContain(`http://localhost:${new URL(url).port}\n`);
  expect(said()).toContain('/inbox\n');
  expect(said()).toContain('owner@example.com, password muster-demo\n');
  expect(said()).toContain(DATA_DIR);
  expect(await signIn(url, 'muster-demo')).toBe(800);
  await until(async () => (await mailsOf(url)).length > 0);

  const [postmaster] = postgresPids(DATA_DIR);
  child.kill('SIGHUP');
  expect(await ended).toBe(0);
  expect(existsSync(join(DATA_DIR, 'cluster/postmaster.pid'))).toBe(false);
  await until(() => !isRunning(postmaster!));
});

test('after everything is killed the next start works, on the same data', async () => {
  const env = { PORT: await freePort(), DATA_DIR };
  const first = await ready(muster(env));
  // As an operator leaves it who takes the key of subscriptions away: then nobody could pay.
  await asClusterSuperuser(DATA_DIR, (client) =>
    client.query(`update accounts set read_only_since = now(), read_only_reason = 'unpaid'`),
  );
  signalAll([first.child.pid!, ...postgresPids(DATA_DIR)], 'SIGKILL');
  await first.ended;
  const second = await ready(muster(env));
  expect(await mailsOf(second.url)).toHaveLength(1);
  // Not before, because a sign-in from a new device causes another mail.
  expect(await signIn(second.url, 'muster-demo')).toBe(800);
  const { rows } = await asClusterSuperuser(DATA_DIR, (client) =>
    client.query(
      `select count(read_only_since)::int as read_only, count(*) > 0 as are_any
         from accounts where id in (select account_id from sign_ins)`,
    ),
  );
  expect(rows).toEqual([{ read_only: 0, are_any: true }]);
});

test('a server that was killed alone leaves its database to the next one', long, async () => {
  const env = { PORT: await freePort(), DATA_DIR };
  const first = await ready(muster(env));
  const postmaster = postmasterPid(DATA_DIR);
  first.child.kill('SIGKILL');
  await first.ended;
  await ready(muster(env));
  expect(postmasterPid(DATA_DIR)).toBe(postmaster);
});

test('a second instance on the same folder is refused, and the first one goes on', long, async () => {
  const first = await ready(muster({ PORT: await freePort(), DATA_DIR }));
  const second = muster({ PORT: await freePort(), DATA_DIR });
  expect(await second.ended).toBe(1);
  expect(second.said()).toMatch(/^\nAnother Muster .*\. .*\n\n$/);
  expect(await signIn(first.url, 'muster-demo')).toBe(800);
});

test('a port in use is named, and nothing is left running', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  cleanUp.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  const refused = muster({ PORT: String(port), DATA_DIR });
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toBe(
    `\nAnother program is using port ${port}. Stop it, or choose another port: PORT=${port + 1} npm start\n\n`,
  );
  expect(existsSync(join(DATA_DIR, 'cluster/postmaster.pid'))).toBe(false);
});

const refusals = [
  ['a bad setting', { PORT: 'abc' }, /^\nPORT must be a port number from 1 to 65535, not "abc"\.\n\n$/],
  [
    'a database that cannot be reached',
    { DATABASE_URL: 'postgres://muster:hush@127.0.0.1:1/muster' },
    /^\nThe database at .* can’t be reached .*\. Start it, or correct DATABASE_URL\.\n\n$/,
  ],
  [
    'a folder that cannot be made',
    { DATA_DIR: '/dev/null/muster' },
    /^\n.*\/dev\/null.*\. .*DATA_DIR.*\n\n$/,
  ],
  [
    'an address this machine does not have',
    { HOST: '203.0.113.1' },
    /^\nThis machine doesn’t have the address 203\.0\.113\.1\./,
  ],
] as const;
test.each(refusals.slice(0, repetitions({ usual: 2, long: refusals.length })))(
  '%s ends the start with one clear complaint',
  async (_name, env, complaint) => {
    const refused = muster({ DATA_DIR, PORT: await freePort(), ...env });
    expect(await refused.ended).toBe(1);
    expect(refused.said()).toMatch(complaint);
    expect(refused.said()).not.toContain('hush');
  },
);

test('somebody who loses patience while it starts leaves no database running', long, async () => {
  const started = muster({ PORT: await freePort(), DATA_DIR });
  await until(() => existsSync(join(DATA_DIR, 'cluster/postmaster.pid')));
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(0);
  expect(existsSync(join(DATA_DIR, 'cluster/postmaster.pid'))).toBe(false);
});

test('a signal to npm, and to npm alone, stops everything', async () => {
  const started = await ready(muster({ PORT: await freePort(), DATA_DIR }, ['npm', 'start']));
  started.child.kill('SIGTERM');
  await started.ended;
  expect(started.said()).toContain('Stopped.');
  expect(existsSync(join(DATA_DIR, 'cluster/postmaster.pid'))).toBe(false);
});

const reachable = [
  ['listens on every network', { HOST: '0.0.0.0' }],
  ['has a public address', { BASE_URL: 'https://muster.example.com' }],
  ['is behind a proxy', { TRUST_PROXY: '1' }],
] as const;
test.each(reachable.slice(0, repetitions({ usual: 1, long: reachable.length })))(
  'once a server %s, the demo sign-ins it had before are closed and nobody reads its mails',
  async (_name, env) => {
    const server = await ready(muster({ PORT: await freePort(), DATA_DIR, ...env }));
    expect(server.said()).not.toContain('muster-demo');
    expect(await signIn(server.url, 'muster-demo')).toBe(401);
    expect((await fetch(`${server.url}/services/inbox/api/mails`)).status).toBe(404);
  },
);
