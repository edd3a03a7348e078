import { fork, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { GREET } from '../../apps/server/test/app.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { load } from './load.ts';
import type { Result } from './load.ts';

/**
 * Requests per second of a trivial enveloped POST on the whole platform, as a share of what bare node:http does in the
 * same run. How well the compiler does differs from process to process, so there are several of each, in turns, and the middle
 * one speaks for its kind. Each is alone and under load without a break: the engine takes code and memory away from a process
 * that idles, and what it is like afterwards is another question. Whatever else the machine is doing only ever makes a
 * server slower, so the fastest tenth of its slices is what counts.
 */
const PROCESSES = 9;
/** Enough for the compiler to have seen what is hot. */
const WARM_UP_SECONDS = 4;
const SLICES = 20;
const SECONDS_A_SLICE = 0.2;
const CONNECTIONS = 64;
const TARGET = 0.8;

const body = JSON.stringify({ name: 'Harbour City Plumbing', age: 34 });

const folder = temporaryFolder();
const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
try {
  const bare: Result[][] = [];
  const muster: Result[][] = [];
  // The client on the other core, where there are two.
  pin(process.pid, 1);
  for (let process = 0; process < PROCESSES; process++) {
    bare.push(await measure('bare-server.ts'));
    muster.push(await measure('muster-server.ts'));
  }
  report(bare, muster);
} finally {
  await cluster.stop();
  folder.remove();
}

async function measure(file: string): Promise<Result[]> {
  const { server, port } = await serve(file);
  try {
    await loadFor(port, WARM_UP_SECONDS);
    const slices: Result[] = [];
    for (let slice = 0; slice < SLICES; slice++) slices.push(await loadFor(port, SECONDS_A_SLICE));
    return slices;
  } finally {
    await stop(server);
  }
}

async function serve(file: string): Promise<{ server: ChildProcess; port: number }> {
  const discarded = openSync('/dev/null', 'w');
  const server = fork(join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE_URL: cluster.ownerUrl },
    stdio: ['ignore', discarded, 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('message', (message) => resolve((message as { port: number }).port));
    server.once('exit', (code) => reject(new Error(`${file} ended with code ${code}`)));
  });
  pin(server.pid!, 0);
  return { server, port };
}

function loadFor(port: number, seconds: number): Promise<Result> {
  return load({ port, path: GREET, body, connections: CONNECTIONS, seconds });
}

/** Where the machine has no such command, the system decides. */
function pin(pid: number, core: number): void {
  spawnSync('taskset', ['-apc', String(core), String(pid)]);
}

function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return Promise.resolve();
  server.kill('SIGTERM');
  return new Promise((resolve) => server.once('exit', () => resolve()));
}

function report(bare: Result[][], muster: Result[][]): void {
  const slices = [...bare, ...muster].flat();
  const failures = slices.reduce((sum, { failures }) => sum + failures, 0);
  if (failures > 0) throw new Error(`${failures} answers were not what they should be.`);
  const [slower, faster] = [perSecond(muster), perSecond(bare)];
  const ratio = slower / faster;
  console.log(`bare node:http  ${faster.toFixed(0)} requests per second`);
  console.log(`Muster          ${slower.toFixed(0)} requests per second`);
  console.log(
    `client          at most ${(100 * Math.max(...slices.map(({ busy }) => busy))).toFixed(0)} % of a core`,
  );
  console.log(`ratio           ${ratio.toFixed(3)} (target: ${TARGET.toFixed(2)} or more)`);
  process.exitCode = ratio >= TARGET ? 0 : 1;
}

/** Of the middle process: what all but the fastest tenth of its slices stay below. */
function perSecond(processes: Result[][]): number {
  const speeds = processes.map((slices) =>
    at(
      slices.map(({ perSecond }) => perSecond),
      0.9,
    ),
  );
  return at(speeds, 0.5);
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}
