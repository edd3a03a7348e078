import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { makeAccount } from '../../../../test/setups/accounts.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { openStream } from '../../../../test/services/live-stream.ts';
import { schedulerByKey, schedulerOf } from '../../../../test/setups/scheduler.ts';
import { signInAs } from '../../../../test/sign-in.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import type { App } from '../../../platform/deps.ts';
import { createLog } from '../../../platform/log.ts';

const days = { from: '2026-11-17', to: '2026-11-17' };

let db: TestDatabase;
let apps: App[];
const written: string[] = [];

beforeAll(async () => {
  db = await testDatabase();
  await openDemo(db.database);
  const log = createLog('debug', { write: (line: string) => void written.push(line) });
  apps = [
    await testApp(db, { env: { HOST: '127.0.0.1' }, log }),
    await testApp(db, { env: { HOST: '127.0.0.1' }, log }),
  ];
  for (const app of apps) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await db.drop();
});

function tab(held_visit: string | null = null, open_visit: string | null = null) {
  return { tab: 'firsttab', days, open_visit, held_visit };
}

/** Somebody with a browser: a session, a stream of it, and calls. */
async function arrive(app: App, email: string) {
  const { cookie, headers } = await signInAs(app, email);
  const stream = await openStream(app, cookie);
  const people = () =>
    stream.messages().findLast(({ event }) => event === 'presence')?.data.people as
      | { name: string; held_visit: string | null }[]
      | undefined;
  const say = async (body: object) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/services/scheduling/api/v1/presence',
      headers,
      payload: body,
    });
    return { status: answer.statusCode, ...answer.json<{ message: string; data: { holder: unknown } }>() };
  };
  return { stream, people, say, headers };
}

test('colleagues see each other on every process, and who holds what; the second is told who was first', async () => {
  const owner = await arrive(apps[0]!, 'owner@example.com');
  const dispatcher = await arrive(apps[1]!, 'dispatcher@example.com');
  await expect.poll(owner.people).toEqual([]);
  const [visit, open] = [randomUUID(), randomUUID()];
  expect(await owner.say(tab(visit, open))).toMatchObject({ status: 200, data: { holder: null } });
  await expect
    .poll(dispatcher.people)
    .toEqual([
      { user_id: expect.any(String), name: expect.any(String), days, open_visit: open, held_visit: visit },
    ]);
  const { name } = dispatcher.people()![0]!;
  expect(await dispatcher.say(tab(visit))).toMatchObject({
    status: 200,
    data: { holder: { user_id: expect.any(String), name } },
  });
  await owner.say(tab());
  expect(await dispatcher.say(tab(visit))).toMatchObject({ data: { holder: null } });
  await expect.poll(() => owner.people()?.map((one) => one.held_visit)).toContain(visit);
  for (const message of owner.stream.messages().filter(({ event }) => event === 'presence'))
    expect(message.data).toEqual({ people: expect.any(Array) });
  await dispatcher.say({ ...tab(), days: null });
  await expect.poll(() => owner.people()?.map((one) => one.name)).toEqual([name]);
  await apps[0]!.inject({
    method: 'POST',
    url: '/services/authentication/api/logout',
    headers: owner.headers,
  });
  await expect.poll(dispatcher.people).toEqual([]);
  dispatcher.stream.response.destroy();
});

test('technicians, programs and strangers are not present and hear of nobody; another account hears nothing', async () => {
  const technician = await schedulerOf(apps[0]!, 'technician@example.com');
  expect((await technician.post('/presence', tab())).status).toBe(403);
  const owner = await arrive(apps[0]!, 'owner@example.com');
  const scheduler = await schedulerOf(apps[0]!, 'owner@example.com');
  const { data } = await scheduler.post('/api-keys', { name: 'Robot', rights: 'dispatcher' });
  const { key } = data as { key: string };
  expect((await schedulerByKey(apps[0]!, key).post('/presence', tab())).status).toBe(403);
  const robot = await openStream(apps[0]!, { authorization: `Bearer ${key}` });
  const own = await openStream(apps[0]!, (await signInAs(apps[0]!, 'technician@example.com')).cookie, {
    path: '/services/scheduling/api/v1/my/live',
  });
  const others = await strangersStream();
  for (const { started } of [robot, own, others]) await started();
  await owner.say(tab(randomUUID()));
  await expect.poll(() => owner.people()?.length).toBe(1);
  const events = (stream: { messages: () => { event?: string | undefined }[] }) =>
    stream.messages().map(({ event }) => event);
  expect(events(robot)).not.toContain('presence');
  expect(events(own)).not.toContain('presence');
  await expect
    .poll(() => others.messages().filter(({ event }) => event === 'presence'))
    .toEqual([{ event: 'presence', data: { people: [] } }]);
  for (const { response } of [robot, own, others, owner.stream]) response.destroy();
});

/** The stream of the owner of another account, with a password of the demo's. */
async function strangersStream() {
  const account = await makeAccount(db.database.db, 'Others');
  await db.asOwner(`select set_config('muster.account', '${DEMO}', false)`);
  const { rows } = await db.asOwner<{ password_hash: string }>(
    `select password_hash from users where email = 'owner@example.com'`,
  );
  await db.asOwner(`select set_config('muster.account', '${account}', false)`);
  await db.asOwner(
    `update users set password_hash = '${rows[0]!.password_hash}' where account_id = '${account}'`,
  );
  return openStream(apps[1]!, (await signInAs(apps[1]!, `${account}@example.com`)).cookie);
}

test('what does not fit the schema is refused, and so is whoever never stops', async () => {
  const { say, stream } = await arrive(apps[0]!, 'owner@example.com');
  for (const body of [
    {},
    { ...tab(), tab: '' },
    { ...tab(), days: { from: 'today', to: 'now' } },
    tab('smith'),
  ])
    expect((await say(body)).status).toBe(400);
  const answers = [];
  for (let count = 0; count < 245; count += 1) answers.push((await say(tab())).status);
  expect(answers.indexOf(429)).toBe(240);
  stream.response.destroy();
});

test('nothing of it is numbered, stored or logged', async () => {
  const visit = randomUUID();
  const counted = async () =>
    (
      await db.asOwner<{ total: string }>(
        `select (select count(*) from live_events) + (select count(*) from changes) as total`,
      )
    ).rows[0]!.total;
  const { say, people, stream } = await arrive(apps[1]!, 'dispatcher@example.com');
  const before = await counted();
  await say(tab(visit, visit));
  await expect.poll(() => people()?.some((one) => one.held_visit === visit)).toBe(true);
  expect(await counted()).toBe(before);
  expect(written.some((line) => line.includes('/presence'))).toBe(true);
  expect(written.filter((line) => line.includes(visit))).toEqual([]);
  stream.response.destroy();
});
