import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnv } from '../test/bare-env.ts';
import { copyDatabase, prepareFolder } from '../test/database.ts';
import { repetitions } from '../test/long.ts';
import { program } from '../test/programs.ts';
import { silentLog } from '../test/silent-log.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { startCluster, visitCluster } from './platform/postgres/cluster.ts';

const folder = temporaryFolder();
prepareFolder(folder.path);
/** Where the keys are beside a database elsewhere. */
const keys = temporaryFolder();
let place: Awaited<ReturnType<typeof copyDatabase>>;
beforeAll(async () => {
  place = await copyDatabase();
});
afterAll(async () => {
  await place.remove();
  folder.remove();
  keys.remove();
});

async function staff(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [program('staff'), ...args], {
    env: { ...bareEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  child.stderr.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  return { code, said };
}

test('on the database of DATABASE_URL somebody is invited with a link that they can be given', async () => {
  const env = { DATABASE_URL: place.ownerUrl, BASE_URL: 'https://app.example', DATA_DIR: keys.path };
  const added = await staff(env, 'add', 'New@Muster.com');
  expect(added.code).toBe(0);
  expect(added.said).toMatch(
    /^Invitation sent to new@muster\.com\. The link is:\nhttps:\/\/app\.example\/activate\?invitation=[\w-]{43}\n$/,
  );
  expect(await staff(env, 'list')).toEqual({ code: 0, said: 'new@muster.com  invited\n' });
  expect(await staff(env, 'disable', 'new@muster.com')).toEqual({
    code: 0,
    said: 'new@muster.com can no longer sign in.\n',
  });
  expect((await staff(env, 'disable', 'new@muster.com')).code).toBe(1);
});

const unknown = [
  ['remove', 'new@muster.com'],
  ['add'],
  [],
  ['list', 'new@muster.com'],
  ['add', 'a@b.com', 'c@d.com'],
];
test.each(unknown.slice(0, repetitions({ usual: 1, long: unknown.length })))(
  'with %j it says how it is used',
  async (...args) => {
    const { code, said } = await staff({}, ...args);
    expect(code).toBe(2);
    expect(said).toContain('npm run staff -- add EMAIL');
  },
);

test('a database that cannot be reached is told in words', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/muster', DATA_DIR: keys.path };
  const { code, said } = await staff(env, 'list');
  expect(code).toBe(1);
  expect(said).toMatch(/^The database at 127\.0\.0\.1:1 can’t be reached/);
});

test('the built-in database is used while it runs, and left running; otherwise it runs for a moment', async () => {
  const options = { dataDir: folder.path, log: silentLog };
  const held = await startCluster(options);
  const visit = await visitCluster(options);
  expect(visit.ownerUrl).toBe(held.ownerUrl);
  await visit.stop();
  expect((await staff({ DATA_DIR: folder.path }, 'add', 'new@muster.com')).code).toBe(0);
  await held.stop();
  expect(await staff({ DATA_DIR: folder.path }, 'list')).toEqual({
    code: 0,
    said: 'new@muster.com  invited\n',
  });
});
