import { fork, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { load, type Result } from './load.ts';
import { MANY, measureOffice, type Timing } from './office.ts';
import { enquiry } from './requests.ts';

/**
 * Stored enquiries per second (enquiry, history, two mails in the outbox, idempotency key and limits, in one durable commit)
 * as a share of what bare node:http stores in the same run with one prepared insert into the same table, and the slowest
 * hundredth of both. For comparison also what it stores into a table without indexes, in which nobody could find anything. They
 * take turns, so that whatever else the machine is doing meets all of them. Then how long the office waits for its table.
 */
const ROUNDS = 15;
const SECONDS_A_TURN = 1;
const WARM_UP_SECONDS = 4;
const CONNECTIONS = 64;
const LEAST_RATIO = 0.6;
const MOST_P99 = 2;
const OFFICE_MS = 50;

const folder = temporaryFolder();
const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
const servers: ChildProcess[] = [];
try {
  const muster = { port: await serve('muster-server.ts', {}), turns: [] as Result[] };
  const bare = { port: await serve('bare-server.ts', { BENCH_INDEXES: 'true' }), turns: [] as Result[] };
  const heap = { port: await serve('bare-server.ts', {}), turns: [] as Result[] };
  pin(process.pid, 1);
  for (const { port } of [heap, bare, muster]) await turn(port, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { port, turns } of [heap, bare, muster]) turns.push(await turn(port, SECONDS_A_TURN));
  }
  report(heap.turns, bare.turns, muster.turns);
  reportOffice(await measureOffice(muster.port, cluster.ownerUrl));
} finally {
  for (const server of servers) await stop(server);
  await cluster.stop();
  folder.remove();
}

async function serve(file: string, env: Record<string, string>): Promise<number> {
  const discarded = openSync('/dev/null', 'w');
  const server = fork(join(import.meta.dirname, file), {
    env: { ...process.env, NODE_ENV: 'production', BENCH_DATABASE_URL: cluster.ownerUrl, ...env },
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

function turn(port: number, seconds: number): Promise<Result> {
  return load({ port, connections: CONNECTIONS, seconds, next: () => enquiry(port) });
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

function report(...sides: [heap: Result[], bare: Result[], muster: Result[]]): void {
  const failures = sides.flat().reduce((sum, turn) => sum + turn.failures, 0);
  if (failures > 0) throw new Error(`${failures} answers were not what they should be.`);
  const [heap, bare, muster] = sides.map((turns) => ({
    perSecond: at(
      turns.map(({ perSecond }) => perSecond),
      0.5,
    ),
    p99: at(
      turns.flatMap(({ milliseconds }) => milliseconds),
      0.99,
    ),
  })) as [Side, Side, Side];
  const ratio = muster.perSecond / bare.perSecond;
  const slower = muster.p99 / bare.p99;
  console.log(`bare insert           ${rateAndDelay(bare)}`);
  console.log(`Muster                ${rateAndDelay(muster)}`);
  console.log(`ratio                 ${ratio.toFixed(2)} (target: ${LEAST_RATIO} or more)`);
  console.log(`p99                   ${slower.toFixed(2)} times (target: ${MOST_P99} or less)`);
  console.log(
    `without any index     ${rateAndDelay(heap)}, ratio ${(muster.perSecond / heap.perSecond).toFixed(2)}`,
  );
  if (ratio < LEAST_RATIO || slower > MOST_P99) process.exitCode = 1;
}

interface Side {
  perSecond: number;
  p99: number;
}

function rateAndDelay({ perSecond, p99 }: Side): string {
  return `${perSecond.toFixed(0)} a second, p99 ${p99.toFixed(1)} ms`;
}

function reportOffice(timings: Timing[]): void {
  console.log(
    `\noffice table with ${MANY.toLocaleString('en-AU')} enquiries (target: p95 under ${OFFICE_MS} ms)`,
  );
  for (const { question, p50, p95 } of timings)
    console.log(
      `${question.padEnd(24)}p50 ${p50.toFixed(1).padStart(6)} ms   p95 ${p95.toFixed(1).padStart(6)} ms`,
    );
  if (timings.some(({ p95 }) => p95 >= OFFICE_MS)) process.exitCode = 1;
}

function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]!;
}
