import { randomUUID } from 'node:crypto';
import { copyFileSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { prepareFolder } from '../database.ts';
import { long } from '../long.ts';
import { program } from '../programs.ts';
import { keptCookies } from '../sign-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { freePort, type MusterProcess, ready, spawnMuster } from './muster-process.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});
const { path: folder, remove } = temporaryFolder();
afterAll(remove);

const KEY_FILE = 'muster-master-key';

async function run(script: 'backup' | 'restore' | 'keys', DATA_DIR: string, ...args: string[]) {
  const { said, ended } = spawnMuster({ DATA_DIR }, [process.execPath, program(script), ...args]);
  return { code: await ended, said: said() };
}

async function startOn(DATA_DIR: string) {
  const env = { PORT: await freePort(), DATA_DIR, WEBHOOK_NETWORKS: '127.0.0.1' };
  const started = await ready(spawnMuster(env));
  cleanUp.push(() => end(started));
  const answer = await fetch(`${started.url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'muster-demo' }),
  });
  expect(answer.status).toBe(200);
  const { headers } = keptCookies(answer.headers.getSetCookie());
  const webhooks = `${started.url}/services/scheduling/api/v1/webhooks`;
  return {
    started,
    async add(): Promise<string> {
      const added = await fetch(webhooks, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ url: 'http://127.0.0.1:9/hook' }),
      });
      return ((await added.json()) as { data: { secret: string } }).data.secret;
    },
    async lost(): Promise<boolean[]> {
      const { data } = (await (await fetch(webhooks, { headers })).json()) as {
        data: { rows: { needs_reconnect: boolean }[] };
      };
      return data.rows.map((row) => row.needs_reconnect);
    },
  };
}

async function end({ child, ended }: MusterProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

test('the master key is changed while a server runs', { timeout: 300_000 }, async () => {
  const here = join(folder, 'here');
  prepareFolder(here);
  const server = await startOn(here);
  const secret = await server.add();
  const first = readFileSync(join(here, KEY_FILE), 'latin1');
  expect((await run('keys', here)).said).toMatch(/^[0-9a-f]{16} {2}1 secret, the newest\n$/);

  expect(await run('keys', here, 'rotate')).toMatchObject({
    code: 0,
    said: expect.stringContaining('1 secret now encrypted with the key '),
  });
  expect(readFileSync(join(here, KEY_FILE), 'latin1').split('\n').slice(1)).toEqual([first.trim(), '']);
  expect(await server.lost()).toEqual([false]);
  await server.add();
  expect((await run('keys', here)).said).toMatch(
    /^[0-9a-f]{16} {2}2 secrets, the newest\n[0-9a-f]{16} {2}0 secrets\n$/,
  );
  await end(server.started);
  const log = readFileSync(join(here, 'muster.log'), 'utf8');
  for (const key of readFileSync(join(here, KEY_FILE), 'latin1').split('\n').filter(Boolean))
    expect(log).not.toContain(key);
  expect(log).not.toContain(secret);
});

test(
  'it is missing after a move, and is all that a restored backup needs',
  { ...long, timeout: 600_000 },
  async () => {
    const [here, there, backup] = ['old', 'new', 'backup'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const server = await startOn(here);
    await server.add();
    await server.add();
    expect(await run('backup', here, backup)).toMatchObject({ code: 0 });
    await end(server.started);

    // Without the file it starts all the same, and says which connections have to be connected again.
    expect(await run('restore', there, backup)).toMatchObject({
      code: 0,
      said: expect.stringContaining('muster-master-key'),
    });
    const moved = await startOn(there);
    expect(await moved.lost()).toEqual([true, true]);
    await end(moved.started);
    expect(readFileSync(join(there, 'muster.log'), 'utf8')).toContain('Put the missing keys back');
    expect(await run('keys', there)).toMatchObject({
      code: 1,
      said: expect.stringContaining('2 secrets, which is missing here'),
    });

    renameSync(join(there, KEY_FILE), join(there, 'aside'));
    copyFileSync(join(here, KEY_FILE), join(there, KEY_FILE));
    const whole = await startOn(there);
    expect(await whole.lost()).toEqual([false, false]);
  },
);
