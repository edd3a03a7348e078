import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownPlanRun } from '@muster/domain/planning/plan-runs/schema';
import type { LocalDate } from '@muster/domain/values/local-time';
import { fillBusiness, DEMO_SIGN_IN, openDemo } from '../../apps/server/seed/demo.ts';
import { fillSuburbs, findWithin } from '../../apps/server/src/modules/work/suburbs/service.ts';
import { withAccount } from '../../apps/server/src/platform/db/account.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { accountToOpen } from '../../apps/server/src/platform/sign-in/person.ts';
import { testApp } from '../../apps/server/test/app.ts';
import { signInAs } from '../../apps/server/test/sign-in.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';

/**
 * A day that nobody has planned, through the whole server: from asking until the first proposal can be read, and until one within 1 % of
 * what 30 s find; beside it what reading the board takes others, while nothing runs and during the run.
 */
const SECONDS = 30;
const account = accountToOpen('0193e5a0-0000-7000-8000-000000000001');
const now = Date.parse('2026-11-15T22:00:00Z');
const DAY: LocalDate = '2026-11-17';

const sizes = [
  { technicians: 12, visits: 60 },
  { technicians: 20, visits: 150 },
  { technicians: 100, visits: 700 },
];

for (const size of sizes) await measure(size);

async function measure({ technicians, visits }: (typeof sizes)[number]): Promise<void> {
  const folder = temporaryFolder();
  const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
  const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog, keys: testKeys });
  const app = await testApp({ database }, { env: { HOST: '127.0.0.1' }, now: () => now });
  try {
    await fillSuburbs(database.db);
    await openDemo(database);
    const suburbs = await findWithin(database.db, { latitude: -33.86, longitude: 151.08, degrees: 0.22 });
    const size = { series: 1, seed: 1, technicians, customers: visits, firstDay: DAY, days: 0, suburbs };
    await withAccount(database.db, account, async (db) => {
      await db.updateTable('accounts').set({ licences: technicians }).execute();
      await fillBusiness(db, { ...size, unscheduled: visits }, { now: new Date(now) });
    });
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const { headers } = await signInAs(app, DEMO_SIGN_IN);
    const call = caller(`${address}/services/scheduling/api/v1`, headers);
    // As the board does when it is opened.
    await call('GET', `/plan-runs?from=${DAY}&to=${DAY}`);
    const idle = await readings(call, 200);
    const run = await plan(call);
    console.log(
      [
        `\n${technicians} technicians × ${visits} visits: ${run.placed} placed, ${run.driving} min of driving`,
        `the first proposal can be read after      ${Math.round(run.first)} ms`,
        `one within 1 % of what ${SECONDS} s find after     ${Math.round(run.good)} ms`,
        `reading the board, p50 / p99: idle         ${p(idle, 0.5)} / ${p(idle, 0.99)} ms`,
        `                              during a run ${p(run.readings, 0.5)} / ${p(run.readings, 0.99)} ms (${run.readings.length} reads)`,
      ].join('\n'),
    );
  } finally {
    await app.close();
    await database.close();
    await cluster.stop();
    folder.remove();
  }
}

type Call = <T>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>;

function caller(base: string, headers: Record<string, string>): Call {
  return async <T>(method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...headers,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return JSON.parse(text).data as T;
  };
}

async function plan(call: Call) {
  const began = performance.now();
  const { id } = await call<ShownPlanRun>('POST', '/plan-runs', {
    from: DAY,
    to: DAY,
    way: 'plan',
    seconds: SECONDS,
  });
  const seen: { at: number; cost: number }[] = [];
  const times: number[] = [];
  for (;;) {
    const run = await call<ShownPlanRun>('GET', `/plan-runs/${id}`);
    if (run.after) seen.push({ at: performance.now() - began, cost: costOf(run) });
    if (run.state === 'failed') throw new Error(run.problem ?? 'failed');
    if (run.state === 'finished') {
      const last = seen.at(-1)!.cost;
      const good = seen.find(({ cost }) => cost <= last * 1.01)!.at;
      return { first: seen[0]!.at, good, readings: times, ...run.after! };
    }
    times.push(...(await readings(call, 1)));
    await sleep(20);
  }
}

function costOf({ after }: ShownPlanRun): number {
  return Object.values(after!.costs).reduce((sum, cost) => sum + cost, 0);
}

async function readings(call: Call, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const began = performance.now();
    await call('GET', `/board?from=${DAY}&to=${DAY}`);
    times.push(performance.now() - began);
  }
  return times;
}

function p(times: readonly number[], share: number): string {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]!.toFixed(1);
}
