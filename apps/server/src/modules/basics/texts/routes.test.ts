import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import type { App } from '../../../platform/deps.ts';

const clock = { now: Date.parse('2026-11-15T22:00:00Z') };
const texts = '/services/messages/api/v1/texts';

let here: TestDatabase;
let app: App;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here, { env: { HOST: '127.0.0.1' }, now: () => clock.now });
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
