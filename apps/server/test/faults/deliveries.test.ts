import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { prepareFolder } from '../database.ts';
import { mailServer } from '../services/mail-server.ts';
import { receiver } from '../services/receiver.ts';
import { keptCookies } from '../sign-in.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { freePort, type MusterProcess, ready, spawnMuster } from './muster-process.ts';
import { asClusterSuperuser } from './processes.ts';

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});
const { path: folder, remove } = temporaryFolder();
prepareFolder(folder);
afterAll(remove);

async function start(SMTP_URL: string): Promise<MusterProcess> {
  const env = { PORT: await freePort(), DATA_DIR: folder, WEBHOOK_NETWORKS: '127.0.0.1', SMTP_URL };
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

/** Gives the tasks of a dead process to others now; the queue itself does so after five minutes. */
async function passFiveMinutes(died: Date): Promise<void> {
  await asClusterSuperuser(folder, (client) =>
    client.query(
      `update pgboss.job set state = 'retry', start_after = now() where state = 'active' and started_on < $1`,
      [died],
    ),
  );
}

test('a server that is killed between a delivery or an invoice’s email and its receipt sends both again, and says what may have arrived twice', async () => {
  let answers = false;
  const service = await receiver(() => (answers ? 200 : undefined));
  cleanUp.push(() => service.close());
  const { url, received } = service;
  const mails = await mailServer();
  cleanUp.push(() => mails.close());
  const first = await start(mails.url);
  const before = await ownerOf(first);
  const unpaid = await before.get<{ rows: { id: string }[] }>('/invoices?view=unpaid');
  const letters = `/invoices/${unpaid.rows[0]!.id}/letters`;
  const accept = mails.hold();
  await before.post(letters, { ways: ['email'] });
  await until(() => mails.isHolding());
  const added = await before.post<{ row: { id: string }; change: number }>('/webhooks', { url });
  await until(() => received.length === 1);
  first.child.kill('SIGKILL');
  await first.ended;
  const died = new Date();
  accept();

  answers = true;
  const second = await start(mails.url);
  await passFiveMinutes(died);
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

  const stateOf = async () =>
    (await owner.get<{ rows: { state: { name: string } }[] }>(letters)).rows[0]?.state.name;
  await until(async () => (await stateOf()) !== 'waiting');
  expect(await stateOf()).toBe('sent');
  // A second copy is recognisable as one; owners are told of the webhook by a mail without a paper.
  const invoices = mails.received.filter(({ attachments }) => attachments[0]?.mimeType === 'application/pdf');
  expect(invoices).toHaveLength(2);
  expect(new Set(invoices.map(({ messageId }) => messageId)).size).toBe(1);
}, 300_000);
