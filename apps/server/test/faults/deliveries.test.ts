import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { prepareFolder } from '../database.ts';
import { receiver } from '../services/receiver.ts';
import { keptCookies } from '../sign-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { freePort, type MusterProcess, ready, spawnMuster } from './muster-process.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});
const { path: folder, remove } = temporaryFolder();
prepareFolder(folder);
afterAll(remove);

async function start(): Promise<MusterProcess> {
  const env = { PORT: await freePort(), DATA_DIR: folder, WEBHOOK_NETWORKS: '127.0.0.1' };
  return ready(spawnMuster(env));
}

async function ownerOf({ url }: MusterProcess) {
  const answer = await fetch(`${url}/services/authentication/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'muster-demo' }),
  });
  const { headers } = keptCookies(answer.headers.getSetCookie());
  const api = `${url}/services/scheduling/api/v1`;
  return {
    get: async <T>(path: string) =>
      ((await (await fetch(`${api}${path}`, { headers })).json()) as { data: T }).data,
    post: async <T>(path: string, body: object) => {
      const sent = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      const done = await fetch(`${api}${path}`, {
        method: 'POST',
        headers: sent,
        body: JSON.stringify(body),
      });
      return ((await done.json()) as { data: T }).data;
    },
  };
}

test('a server that is killed between a delivery and its receipt delivers it again, in order, and says that it may have arrived twice', async () => {
  let answers = false;
  const service = await receiver(() => (answers ? 200 : undefined));
  cleanUp.push(() => service.close());
  const { url, received } = service;
  const first = await start();
  const added = await (
    await ownerOf(first)
  ).post<{ row: { id: string }; change: number }>('/webhooks', { url });
  await until(() => received.length === 1);
  first.child.kill('SIGKILL');
  await first.ended;

  answers = true;
  const second = await start();
  cleanUp.push(async () => {
    second.child.kill('SIGTERM');
    await second.ended;
  });
  const owner = await ownerOf(second);
  const next = await owner.post<{ change: number }>('/technicians', { name: 'Kai' });
  await until(async () => {
    // Whoever died had it for half a minute; then whatever comes goes on with it.
    await owner.post(`/webhooks/${added.row.id}/send-again`, {});
    await sleep(2_000);
    return received.length >= 3;
  });
  expect(received.slice(0, 3).map(({ body }) => JSON.parse(body).number)).toEqual([
    added.change,
    added.change,
    next.change,
  ]);
  const { rows } = await until(async () => {
    const found = await owner.get<{ rows: { delivered_at: string | null }[] }>(
      `/webhooks/${added.row.id}/failures`,
    );
    return found.rows[0]?.delivered_at ? found : undefined;
  });
  expect(rows).toEqual([
    expect.objectContaining({
      number: added.change,
      tries: 2,
      reason: 'We stopped before it answered, so it may have arrived.',
    }),
  ]);
}, 300_000);
