import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../../test/database.ts';
import { silentLog } from '../../../test/silent-log.ts';
import { temporaryFolder } from '../../../test/temporary-folder.ts';
import { StartupError } from '../startup-error.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

let place: Awaited<ReturnType<typeof copyDatabase>>;
let folder: ReturnType<typeof temporaryFolder>;
let owner: Client;

beforeEach(async () => {
  place = await copyDatabase({ empty: true });
  folder = temporaryFolder();
  owner = new Client({ connectionString: place.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await place.remove();
  folder.remove();
});

function write(files: Record<string, string>): void {
  rmSync(folder.path, { recursive: true });
  mkdirSync(folder.path);
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder.path, name), sql);
}
const run = () => migrate(owner, { folder: folder.path, appRole: 'muster_app', log: silentLog });
const applied = async () =>
  (await owner.query<{ name: string }>('select name from schema_migrations order by 1')).rows.map(
    ({ name }) => name,
  );

const first = { '0001_a.sql': 'create table a (id int); grant select on a to :"app";' };
const second = { '0002_b.sql': 'insert into a values (1); insert into a values (2);' };

test('files are applied once, in order, and new ones later', async () => {
  write(first);
  await run();
  write({ ...first, ...second, 'README.md': 'not a migration' });
  await run();
  await run();
  expect(await applied()).toEqual(['0001_a.sql', '0002_b.sql']);
  expect((await owner.query('select id from a order by 1')).rows).toEqual([{ id: 1 }, { id: 2 }]);
  const granted = await owner.query(`select has_table_privilege('muster_app', 'a', 'select') as granted`);
  expect(granted.rows).toEqual([{ granted: true }]);
});

test('a file that was merged late is applied late, and stops nobody', async () => {
  write({ ...first, '0003_c.sql': 'insert into a values (3);' });
  await run();
  write({ ...first, ...second, '0003_c.sql': 'insert into a values (3);' });
  await run();
  expect(await applied()).toEqual(['0001_a.sql', '0002_b.sql', '0003_c.sql']);
  expect((await owner.query('select id from a order by 1')).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('every migration of ours but the two that were applied so has a number of its own', () => {
  const numbers = readdirSync(join(import.meta.dirname, '../../../migrations')).map((name) =>
    name.slice(0, 4),
  );
  const twice = numbers.filter((number, index) => numbers.indexOf(number) !== index);
  expect(twice).toEqual(['0006']);
});

test('a file that fails leaves nothing behind, and is applied when it was mended', async () => {
  write({ ...first, '0002_b.sql': 'insert into a values (1); select 1 / 0;' });
  await expect(run()).rejects.toThrow('division by zero');
  expect((await owner.query('select from a')).rowCount).toBe(0);
  write({ ...first, ...second });
  await run();
  expect(await applied()).toEqual(['0001_a.sql', '0002_b.sql']);
});

test('a changed file is refused', async () => {
  write(first);
  await run();
  write({ '0001_a.sql': 'create table a (id bigint);' });
  await expect(run()).rejects.toThrow(StartupError);
  await expect(run()).rejects.toThrow(/0001_a.sql was changed after it was applied.*\. Restore the file/);
});

test('a database newer than the code is refused', async () => {
  write({ ...first, ...second });
  await run();
  write(first);
  await expect(run()).rejects.toThrow(StartupError);
  await expect(run()).rejects.toThrow(/newer than this Muster.*0002_b.sql/);
});

test('a role that did not set the database up is refused', async () => {
  write(first);
  await run();
  const other = `other_${randomBytes(4).toString('hex')}`;
  await owner.query(
    `create role ${other}; grant ${other} to current_user; grant create on schema public to ${other}`,
  );
  await owner.query(`alter table schema_migrations owner to ${other}`);
  await expect(run()).rejects.toThrow(
    new RegExp(`^The role ${other} set up this database.+\\. Sign in as ${other} `),
  );
  await owner.query(`reassign owned by ${other} to current_user; drop owned by ${other}; drop role ${other}`);
});

test('several processes may start at once on an empty database', async () => {
  const databases = await Promise.all(
    [1, 2, 3, 4].map(() => connect({ ownerUrl: place.ownerUrl, log: silentLog })),
  );
  const counts = await Promise.all(databases.map(({ pool }) => pool.query('select from plans')));
  expect(counts.map(({ rowCount }) => rowCount)).toEqual([3, 3, 3, 3]);
  await Promise.all(databases.map((database) => database.close()));
});
