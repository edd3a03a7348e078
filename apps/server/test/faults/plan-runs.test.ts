import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownPlanRun } from '@muster/domain/planning/plan-runs/schema';
import { afterAll, expect, test } from 'vitest';
import { prepareFolder } from '../database.ts';
import { DEMO_PASSWORD } from '../../seed/demo.ts';
import { HOUSE } from '../../src/platform/sign-in/person.ts';
import { keptCookies } from '../sign-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { freePort, type MusterProcess, ready, spawnMuster } from './muster-process.ts';
import { asClusterSuperuser, gone } from './processes.ts';

const API = '/services/scheduling/api/v1';

const folder = temporaryFolder();
prepareFolder(folder.path);
const started: MusterProcess[] = [];
afterAll(async () => {
  for (const muster of started) muster.child.kill('SIGTERM');
  await Promise.all(started.map(({ ended }) => ended));
  folder.remove();
});

async function start(): Promise<MusterProcess> {
  const env = { PORT: await freePort(), DATA_DIR: folder.path, LOG_LEVEL: 'warn' };
  const muster = spawnMuster(env);
  started.push(muster);
  return ready(muster);
}

async function callerOf(muster: MusterProcess) {
  const login = await fetch(`${muster.url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: DEMO_PASSWORD }),
  });
  const { headers } = keptCookies(login.headers.getSetCookie());
  return async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await fetch(`${muster.url}${API}${path}`, {
      method,
      headers: {
        ...headers,
        'idempotency-key': randomUUID(),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, ...((await answer.json()) as { message: string; data: unknown }) };
  };
}

test(
  'a server that is killed during a run leaves no half plan: the run is told as ended, and the next one works',
  { timeout: 600_000 },
  async () => {
    const first = await start();
    const call = await callerOf(first);
    const [from, to] = [7, 13].map((days) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    ) as [string, string];
    const body = { from, to, way: 'plan', seconds: 60 };
    // As the board does when it is opened.
    await call('GET', `/plan-runs?from=${from}&to=${to}`);
    const began = performance.now();
    const asked = await call('POST', '/plan-runs', body);
    expect(asked.status).toBe(200);
    const { id } = asked.data as ShownPlanRun;
    const running = await until(async () => {
      const { after } = (await call('GET', `/plan-runs/${id}`)).data as ShownPlanRun;
      return after ?? undefined;
    });
    process.stdout.write(`first progress after ${Math.round(performance.now() - began)} ms\n`);
    expect(running.placed).toBeGreaterThan(0);
    first.child.kill('SIGKILL');
    await gone(first.child);
    started.splice(started.indexOf(first), 1);
    const second = await start();
    const again = await callerOf(second);
    const ended = await until(async () => {
      const found = (await again('GET', `/plan-runs/${id}`)).data as ShownPlanRun;
      if (found.state === 'running') await sleep(200);
      return found.state === 'running' ? undefined : found;
    });
    expect(ended).toMatchObject({
      state: 'failed',
      proposal_id: null,
      problem: expect.stringMatching(/server restarted/),
    });
    await asClusterSuperuser(folder.path, async (client) => {
      const { rows } = await client.query(
        `select (select count(*)::int from proposals) as proposals, (select count(*)::int from changes where account_id <> $1) as changes`,
        // What the office of the demo did is in the log of Muster's own account.
        [HOUSE],
      );
      expect(rows).toEqual([{ proposals: 0, changes: 0 }]);
    });
    const next = await again('POST', '/plan-runs', { ...body, seconds: 2 });
    expect(next.status).toBe(200);
    const done = await until(async () => {
      const found = (await again('GET', `/plan-runs/${(next.data as ShownPlanRun).id}`)).data as ShownPlanRun;
      return found.state === 'finished' ? found : undefined;
    });
    expect(done.proposal_id).not.toBeNull();
  },
);
