import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Cluster } from '../../src/platform/postgres/cluster.ts';
import { startCluster, folderFailure } from '../../src/platform/postgres/cluster.ts';
import { dataDir } from '../../src/platform/postgres/data-dir.ts';
import { StartupError } from '../../src/platform/startup-error.ts';
import { silentLog } from '../silent-log.ts';
import { asSuperuser } from '../superuser.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { postmasterPid } from './processes.ts';

const asRoot = process.getuid?.() === 0;
const folder = temporaryFolder();
const running: Cluster[] = [];
afterEach(async () => {
  for (const cluster of running.splice(0)) await cluster.stop();
});
afterAll(() => folder.remove());

async function start(path = folder.path): Promise<Cluster> {
  const cluster = await startCluster({ dataDir: path, log: silentLog });
  running.push(cluster);
  return cluster;
}
async function refusal(path: string): Promise<string> {
  const error: unknown = await start(path).then(
    () => 'it started',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
}
const answers = (cluster: Cluster) =>
  asSuperuser(cluster, folder.path, async (client) => (await client.query('select 1 as one')).rows);

describe('the built-in database', () => {
  test('keeps its promises about durability, doors and secrets', async () => {
    const cluster = await start();
    const { rows } = await asSuperuser(cluster, folder.path, (client) =>
      client.query(
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commits,
                current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets,
                current_setting('data_checksums') as checksums,
                (select count(*)::int from pg_hba_file_rules where auth_method <> 'scram-sha-256') as open_doors,
                (select rolsuper or rolbypassrls from pg_roles where rolname = 'muster_owner') as owner_is_mighty`,
      ),
    );
    expect(rows).toEqual([
      {
        fsync: 'on',
        commits: 'on',
        listens: '127.0.0.1',
        sockets: '',
        checksums: 'on',
        open_doors: 0,
        owner_is_mighty: false,
      },
    ]);
    expect(statSync(join(folder.path, 'cluster')).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder.path, 'cluster/muster-password')).mode & 0o777).toBe(0o600);
  });

  test('refuses a second Muster on its folder, and goes on serving the first', async () => {
    const first = await start();
    const pid = postmasterPid(folder.path);
    expect(await refusal(folder.path)).toMatch(
      /^Another Muster is already using .+\. Stop it first, or set DATA_DIR to another folder\.$/,
    );
    expect(postmasterPid(folder.path)).toBe(pid);
    expect(await answers(first)).toEqual([{ one: 1 }]);
  });

  test('lets one of two that start at the same moment have it', async () => {
    const outcomes = await Promise.allSettled([start(), start()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await answers(running[0]!)).toEqual([{ one: 1 }]);
  });

  test('takes no stranger for itself whose process id stands in an old pid file', async () => {
    await (await start()).stop();
    running.pop();
    const stranger = spawn('sleep', ['600'], { ...ownerOf(join(folder.path, 'cluster')), stdio: 'ignore' });
    const pidFile = [
      stranger.pid,
      join(folder.path, 'cluster'),
      1,
      5432,
      '',
      '127.0.0.1',
      '1 1',
      'ready',
      '',
    ];
    writeFileSync(join(folder.path, 'cluster/postmaster.pid'), pidFile.join('\n'));
    try {
      const cluster = await start();
      expect(cluster.adopted).toBe(false);
      expect(await answers(cluster)).toEqual([{ one: 1 }]);
      expect(stranger.exitCode).toBe(null);
    } finally {
      stranger.kill();
    }
  });

  test('comes back by itself, on the same port, when it is killed', async () => {
    const cluster = await start();
    const pid = postmasterPid(folder.path);
    process.kill(pid, 'SIGKILL');
    const revived = async (): Promise<unknown> =>
      existsSync(join(folder.path, 'cluster/postmaster.pid')) && postmasterPid(folder.path) !== pid
        ? answers(cluster).catch(revived)
        : new Promise((resolve) => setTimeout(resolve, 20)).then(revived);
    expect(await revived()).toEqual([{ one: 1 }]);
  });
});

function ownerOf(path: string): { uid?: number; gid?: number } {
  const { uid, gid } = statSync(path);
  return asRoot ? { uid, gid } : {};
}

describe('a start is refused with cause and cure', () => {
  test('when the folder cannot be made', async () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    expect(await refusal(join(file, 'data'))).toMatch(
      /a file is in the way\. Move that file, or set DATA_DIR to another folder\.$/,
    );
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  test('when another PostgreSQL made the folder', async () => {
    const old = join(folder.path, 'old');
    mkdirSync(join(old, 'cluster'), { recursive: true });
    writeFileSync(join(old, 'cluster/PG_VERSION'), '17\n');
    expect(await refusal(old)).toMatch(
      /created by PostgreSQL 17, but this Muster comes with PostgreSQL 18\. Start/,
    );
    expect(readFileSync(join(old, 'cluster/PG_VERSION'), 'utf8')).toBe('17\n');
  });

  test('when the disk is full', () => {
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
    expect(folderFailure(full, '/data').message).toBe(
      'The disk that holds /data is full. Free some space there, or set DATA_DIR to another folder.',
    );
  });

  test.skipIf(asRoot)('when the folder is not ours to write', async () => {
    const closed = join(folder.path, 'closed');
    mkdirSync(closed, { mode: 0o500 });
    expect(await refusal(join(closed, 'data'))).toMatch(
      /This user can’t use the data folder .+\. Make the user/,
    );
  });

  test.runIf(asRoot)('when root chose a folder that the user PostgreSQL runs as cannot enter', async () => {
    const closed = join(folder.path, 'root-only');
    mkdirSync(closed);
    chmodSync(closed, 0o700);
    expect(await refusal(join(closed, 'data'))).toMatch(
      /can’t open .+root-only\. Set DATA_DIR to a folder that/,
    );
  });
});

describe('the default folder', () => {
  test('is the one that was configured', () => {
    expect(dataDir({ configured: '/srv/muster', repoDir: folder.path })).toBe('/srv/muster');
  });

  test('is beside the code where that can be reached', () => {
    expect(dataDir({ configured: undefined, repoDir: folder.path })).toBe(join(folder.path, '.data'));
  });

  test.runIf(asRoot)('is under /var/lib for a checkout that only root may enter, one for each', () => {
    const closed = join(folder.path, 'checkouts');
    mkdirSync(closed, { mode: 0o700 });
    const [one, two] = ['a/muster', 'b/muster'].map((name) =>
      dataDir({ configured: undefined, repoDir: join(closed, name) }),
    );
    expect(one).toMatch(/^\/var\/lib\/muster\/muster-[0-9a-f]{8}$/);
    expect(two).not.toBe(one);
  });
});
