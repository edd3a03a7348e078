import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { prepareFolder } from '../database.ts';
import { receiptOf, smsc } from '../services/smsc.ts';
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
  const json = { ...headers, 'content-type': 'application/json' };
  return {
    get: async <T>(path: string) =>
      ((await (await fetch(`${url}/services${path}`, { headers })).json()) as { data: T }).data,
    post: async <T>(path: string, body: object) => {
      const sent = { ...json, 'idempotency-key': randomUUID() };
      const done = await fetch(`${url}/services${path}`, {
        method: 'POST',
        headers: sent,
        body: JSON.stringify(body),
      });
      return ((await done.json()) as { data: T }).data;
    },
  };
}

test('a server that is killed between a text and its answer never sends it again, calls it unknown, and believes a late receipt', async () => {
  let isSilent = true;
  const service = await smsc({ answer: (_, count) => (isSilent ? 'silence' : { id: String(count) }) });
  cleanUp.push(() => service.close());
  const first = await start();
  const owner = await ownerOf(first);
  const address = `smpp://127.0.0.1:${service.port}`;
  await owner.post('/scheduling/api/v1/connections', {
    kind: 'smpp',
    address,
    login: 'x',
    password: 'secret',
  });
  const texts = '/messages/api/v1/texts';
  const sent = await owner.post<{ row: { id: string } }>(`${texts}/test`, {
    to: '0412 345 678',
    body: 'First.',
  });
  await until(() => service.submitted.length === 1);
  first.child.kill('SIGKILL');
  await first.ended;

  isSilent = false;
  const second = await start();
  cleanUp.push(async () => {
    second.child.kill('SIGTERM');
    await second.ended;
  });
  const again = await ownerOf(second);
  const status = async (id: string) =>
    (await again.get<{ row: { state: string; why: string } }>(`${texts}/${id}`)).row;
  // Whoever died had the line for half a minute.
  const unknown = await until(async () => {
    const found = await status(sent.row.id);
    return found.state === 'waiting' ? undefined : found;
  });
  expect(unknown).toMatchObject({ state: 'unknown', why: expect.stringContaining('may have left') });
  const other = await again.post<{ row: { id: string } }>(`${texts}/test`, {
    to: '0412 345 679',
    body: 'Second.',
  });
  await until(async () => (await status(other.row.id)).state === 'sent');
  expect(service.submitted.map(({ text }) => text)).toEqual(['First.', 'Second.']);
  await service.deliver(receiptOf('4711', '+61412345678', { text: 'First.' }));
  await until(async () => (await status(sent.row.id)).state === 'delivered');
}, 300_000);
