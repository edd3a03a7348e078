import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { dumpDatabase } from '../../../../test/dump.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { DEMO } from '../../../../test/setups/work.ts';
import type { App, Deps } from '../../../platform/deps.ts';
import { channelOf } from '../../../platform/live/event-log.ts';
import { readSettings } from '../../../settings.ts';
import { TEXT_KEPT } from './service.ts';
import { textTasks } from './tasks.ts';

const clock = { now: Date.parse('2026-11-15T22:00:00Z') };
const texts = '/services/messages/api/v1/texts';

let here: TestDatabase;
let app: App;
let deps: Deps;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here, { env: { HOST: '127.0.0.1' }, now: () => clock.now });
  deps = {
    database: here.database,
    settings: readSettings({ HOST: '127.0.0.1' }),
    embedded: true,
    now: () => clock.now,
  } as Deps;
  owner = await schedulerOf(app, 'owner@example.com');
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

interface Settings {
  row: { version: number; sender: string; part_price: number; monthly_ceiling: number; quiet_from: string };
  month: object;
  are: string;
}

async function settings(): Promise<Settings> {
  const { status, data } = await owner.get(`${texts}/settings`);
  expect(status).toBe(200);
  return data;
}

test('nobody but an owner reads or sets what texts cost, or sends one', async () => {
  const id = '0193e5a0-0000-7001-8000-000100000001';
  const answers = new Set<string>();
  for (const role of ['dispatcher', 'bookkeeper', 'technician']) {
    const other = await schedulerOf(app, `${role}@example.com`);
    for (const { status } of [
      await other.get(`${texts}/settings`),
      await other.patch(`${texts}/settings`, { version: 0, monthly_ceiling: 9_999 }),
      await other.post(`${texts}/test`, { to: '0412 345 678', body: 'x' }),
      await other.get(`${texts}/${id}`),
    ])
      answers.add(`${role} ${status}`);
  }
  expect([...answers]).toEqual(['dispatcher 403', 'bookkeeper 403', 'technician 403']);
  expect((await app.inject({ url: `${texts}/settings` })).statusCode).toBe(401);
});

test('the owner sets who texts come from, what they may cost and when none is sent, and takes it back', async () => {
  expect(await settings()).toMatchObject({
    row: {
      version: 0,
      sender: '',
      part_price: 800,
      monthly_ceiling: 50,
      quiet_from: '20:00',
      quiet_to: '08:00',
    },
    month: { month: '2026-11-01', texts: 0, parts: 0, spent: 0 },
    are: 'in the inbox',
  });
  const first = { version: 0, sender: 'BlueGum', part_price: 515 };
  const saved = await owner.patch(`${texts}/settings`, first);
  expect(saved.data).toMatchObject({ row: { version: 1, sender: 'BlueGum', monthly_ceiling: 50 } });
  expect((await owner.patch(`${texts}/settings`, { version: 0, monthly_ceiling: 9 })).status).toBe(409);
  const next = await owner.patch(`${texts}/settings`, { version: 1, monthly_ceiling: 9 });
  expect(next.status).toBe(200);
  const { change } = next.data as { change: number };
  expect((await owner.post(`/changes/${change}/undo`, {})).status).toBe(200);
  expect((await settings()).row).toMatchObject({ sender: 'BlueGum', part_price: 515, monthly_ceiling: 50 });
});

test('a sender that no network takes is refused', async () => {
  const { version } = (await settings()).row;
  const refused = await owner.patch(`${texts}/settings`, { version, sender: 'Blue Gum Electrical' });
  expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('3 to 11 letters')]);
});

test('a test goes to the number that was typed, and says what became of it', async () => {
  const sent = await owner.post(`${texts}/test`, { to: '0412 345 678', body: 'A test.' });
  expect(sent.data).toMatchObject({ row: { state: 'waiting', why: '' } });
  const { id } = (sent.data as { row: { id: string } }).row;
  expect((await owner.get(`${texts}/${id}`)).data).toMatchObject({ row: { id, state: 'waiting' } });
  const refused = await owner.post(`${texts}/test`, { to: '(02) 9374 4000', body: 'A test.' });
  expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('isn’t a mobile number')]);
});

test('texts of a sender of letters carry a link that ends them, and a look at it changes nothing', async () => {
  const { version } = (await settings()).row;
  await owner.patch(`${texts}/settings`, { version, sender: 'BlueGum' });
  const to = '0412 909 808';
  const { data } = await owner.post(`${texts}/test`, { to, body: 'A test.' });
  const { id } = (data as { row: { id: string } }).row;
  await textTasks(deps)[TEXT_KEPT]!({ channel: channelOf(DEMO), account: channelOf(DEMO), text: id }, id);
  const inbox = await app.inject({ url: '/services/inbox/api/texts', remoteAddress: '127.0.0.1' });
  const { body } = inbox
    .json<{ data: { id: string; body: string }[] }>()
    .data.find((text) => text.id === id)!;
  const [, token] = /^A test\.\nStop texts: http:\/\/localhost:3000\/o\/([\w-]{22})$/.exec(body) ?? [];
  expect(token).toBeDefined();
  expect(await dumpDatabase(here)).not.toContain(token!);

  const look = () => app.inject({ url: `/o/${token}` });
  expect((await look()).body).toContain('ending in 808');
  expect((await look()).body).toContain('Stop texts?');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const press = (verb: string, by = token) =>
    app.inject({ method: 'POST', url: `/o/${by}/${verb}`, headers: form, payload: '' });
  const stopped = await press('stop');
  expect([stopped.statusCode, stopped.headers.location]).toEqual([303, `/o/${token}`]);
  expect((await look()).body).toContain('Texts are off');
  const refused = await owner.post(`${texts}/test`, { to, body: 'Another.' });
  expect([refused.status, refused.message]).toEqual([422, expect.stringContaining('replied STOP')]);
  await press('start');
  expect((await owner.post(`${texts}/test`, { to, body: 'Another.' })).status).toBe(200);
  expect((await press('stop', 'x'.repeat(22))).statusCode).toBe(404);
  expect((await app.inject({ url: `/o/${'x'.repeat(22)}` })).body).toContain('Page not found');
});
