import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, closeSync, fstatSync, ftruncateSync } from 'node:fs';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { environment, own } from './init.ts';
import type { RunAs } from './run-as.ts';

export interface Postmaster {
  pid: number;
  port: number;
}

const POLL_MS = 20;
const KEEP_LOG_BYTES = 1_000_000;
/** No process has this pid, because the kernel's limit is far lower. */
const NOBODYS_PID = 2_147_483_646;
/** A fast shutdown writes a checkpoint first; a disk that needs longer than this is not going to finish. */
const FAST_SHUTDOWN_MS = 60_000;

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '64MB',
  max_wal_size: '256MB',
  // Today's disks read at random nearly as fast as in order. The default would make the planner avoid indexes.
  random_page_cost: '1.1',
  jit: 'off',
  // A business that has just been imported is counted soon, for the planner to know it.
  autovacuum_naptime: '10s',
  // Every password here is made of 32 random bytes, which nobody can guess, so slow hashing would only delay connections.
  scram_iterations: '1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

/** The PostgreSQL that runs on this folder. The pid file alone does not prove it: it survives a crash, and pids are reused. */
export async function findPostmaster(
  cluster: string,
): Promise<(Postmaster & { ready: boolean }) | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const lines = await readFile(file, 'utf8').then(
    (text) => text.split('\n').map((line) => line.trim()),
    () => [],
  );
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!(pid > 0)) return undefined;
  if (await runsOn(cluster, pid)) return { pid, port, ready: port > 0 && lines[7] === 'ready' };
  if (isAlive(pid)) {
    // Another program has this pid, and PostgreSQL would refuse to start. Only the pid is changed: the file also names the
    // shared memory by which PostgreSQL checks that no process of the old server is still running.
    const changed = join(cluster, 'postmaster.pid.tmp');
    const owner = await stat(cluster);
    await writeFile(changed, [String(NOBODYS_PID), ...lines.slice(1)].join('\n'), { mode: 0o600 });
    await chown(changed, owner.uid, owner.gid);
    await rename(changed, file);
  }
  return undefined;
}

/** Starts PostgreSQL so that neither our death nor a Ctrl-C in our terminal ends it; resolves when it answers. */
export async function startPostmaster(options: {
  postgres: string;
  cluster: string;
  logFile: string;
  runAs: RunAs;
  port: number;
}): Promise<Postmaster | 'try again'> {
  const { cluster, logFile, runAs, port } = options;
  const log = openSync(logFile, 'a', 0o600);
  own(logFile, runAs);
  if (fstatSync(log).size > KEEP_LOG_BYTES) ftruncateSync(log);
  const from = fstatSync(log).size;
  const child = spawn(
    options.postgres,
    [
      '-D',
      cluster,
      ...Object.entries({ ...settings, port }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...runAs, cwd: cluster, env: environment, detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  const { promise: ended, resolve } = Promise.withResolvers<Error | 'exit'>();
  child.once('error', resolve).once('exit', () => resolve('exit'));
  child.unref();
  for (;;) {
    const end = await Promise.race([ended, sleep(POLL_MS)]);
    if (end instanceof Error) throw end;
    if (end === 'exit') return explainExit((await readFile(logFile)).toString('utf8', from), logFile);
    const found = await findPostmaster(cluster);
    if (found?.ready && found.pid === child.pid) return { pid: found.pid, port };
  }
}

function explainExit(said: string, logFile: string): 'try again' {
  // Somebody else has the port or the folder, or processes of the old server still have the memory and are about to end.
  if (/could not bind|lock file ".*" already exists|pre-existing shared memory/.test(said))
    return 'try again';
  const last = /(?:FATAL|PANIC|ERROR):\s*(.+)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1) ?? '';
  throw new Error(`PostgreSQL couldn’t start: ${last}. See its log: ${logFile}`);
}

export async function stopPostmaster(cluster: string, { pid }: Postmaster): Promise<void> {
  const deadline = Date.now() + FAST_SHUTDOWN_MS;
  if (await runsOn(cluster, pid)) process.kill(pid, 'SIGINT');
  while (await runsOn(cluster, pid)) {
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await sleep(POLL_MS);
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reads the command line, which is open to everybody; the working folder of a process is sometimes closed even to root. */
async function runsOn(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    // A process that has ended meanwhile has no command line.
    const [program, option, folder] = await readFile(`/proc/${pid}/cmdline`, 'utf8').then(
      (line) => line.split('\0'),
      () => [],
    );
    return program !== undefined && basename(program) === 'postgres' && option === '-D' && folder === cluster;
  }
  const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({
    stdout: '',
  }));
  return stdout.includes(`/postgres -D ${cluster} `);
}
