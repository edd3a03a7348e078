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
 * same run. The two take many short turns, so that whatever else the machine is doing meets both; and because that only
 * ever makes a turn slower, the fastest tenth of a server's turns is what counts. How well the compiler does differs from
 * process to process, so there are several of each, and the middle one speaks for its kind.
 */
const PROCESSES = 5;
const ROUNDS = 25;
const SECONDS_A_TURN = 0.2;
/** Enough for the compiler to have seen what is hot. */
const WARM_UP_REQUESTS = 60_000;
const WARM_UP_TURNS = 20;
const CONNECTIONS = 64;
const TARGET = 0.8;

interface Contender {
  port: number;
  turns: Result[];
}

const body = JSON.stringify({ name: 'Harbour City Plumbing', age: 34 });

const folder = temporaryFolder();
const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
const servers: ChildProcess[] = [];
try {
  const sides = { bare: [] as Contender[], muster: [] as Contender[] };
  for (let process = 0; process < PROCESSES; process++) {
    sides.bare.push({ port: await serve('bare-server.ts'), turns: [] });
    sides.muster.push({ port: await serve('muster-server.ts'), turns: [] });
  }
  const all = sides.bare.flatMap((bare, at) => [bare, sides.muster[at]!]);
  // The client on the other core, where there are two.
  pin(process.pid, 1);
  for (const { port } of all) await warmUp(port);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { port, turns } of all) turns.push(await turn(port, SECONDS_A_TURN));
  }
  report(sides);
} finally {
  for (const server of servers) await stop(server);
  await cluster.stop();
  folder.remove();
}

async function serve(file: string): Promise<number> {
  const discarded = openSync('/dev/null', 'w');
  const server = fork(join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE_URL: cluster.ownerUrl },
    stdio: ['ignore', discarded, 'inherit', 'ipc'],
  });
  servers.push(server);
  const port = await new Promise<number>((resolve, reject) => {
    server.once('message', (message) => resolve((message as { port: number }).port));
    server.once('exit', (code) => reject(new Error(`${file} ended with code ${code}`)));
  });
  pin(server.pid!, 0);
  return port;
}

async function warmUp(port: number): Promise<void> {
  let requests = 0;
  for (let turns = 0; turns < WARM_UP_TURNS && requests < WARM_UP_REQUESTS; turns++) {
    requests += (await turn(port, 1)).perSecond;
  }
}

function turn(port: number, seconds: number): Promise<Result> {
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

function report(sides: { bare: Contender[]; muster: Contender[] }): void {
  const turns = [...sides.bare, ...sides.muster].flatMap(({ turns }) => turns);
  const failures = turns.reduce((sum, { failures }) => sum + failures, 0);
  if (failures > 0) throw new Error(`${failures} answers were not what they should be.`);
  const bare = perSecond(sides.bare);
  const muster = perSecond(sides.muster);
  const ratio = muster / bare;
  console.log(`bare node:http  ${bare.toFixed(0)} requests per second`);
  console.log(`Muster          ${muster.toFixed(0)} requests per second`);
  console.log(
    `client          at most ${(100 * Math.max(...turns.map(({ busy }) => busy))).toFixed(0)} % of a core`,
  );
  console.log(`ratio           ${ratio.toFixed(3)} (target: ${TARGET.toFixed(2)} or more)`);
  process.exitCode = ratio >= TARGET ? 0 : 1;
}

/** Of the middle process: what all but the fastest tenth of its turns stay below. */
function perSecond(contenders: Contender[]): number {
  const speeds = contenders.map(({ turns }) =>
    at(
      turns.map(({ perSecond }) => perSecond),
      0.9,
    ),
  );
  return at(speeds, 0.5);
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}
