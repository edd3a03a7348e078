import type { Campaign, CampaignFigure } from '@muster/domain/calls/campaigns/schema';
import type { Call } from '@muster/domain/calls/calls/schema';
import { DAY_MS } from '@muster/domain/values/minutes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, connectExchange, type Exchange, exchangeOf } from '../../../../test/setups/calls.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { openWork, type Work } from '../../../../test/setups/work.ts';
import { deleteOldCalls } from '../calls/service.ts';

let work: Work;
let exchange: Exchange;
beforeAll(async () => {
  work = await openWork();
  exchange = exchangeOf(work.app, work.clock, await connectExchange(work));
});
afterAll(() => work.close());

const figures = async (by = work.owner) =>
  ((await by.get(`${calls}/campaigns/figures`)).data as { rows: CampaignFigure[] }).rows;
const add = async (name: string, number: string) => {
  const answer = await work.owner.post(`${calls}/campaigns`, { name, number });
  return { status: answer.status, row: (answer.data as { row: Campaign } | null)?.row };
};

test('a number with a name counts its calls, also from before; the first job within 30 days is what came of them', async () => {
  const site = await work.addSite();
  await exchange.tell('ringing', 'early', { from: '0412 345 678', to: '1300 123 456' });
  await exchange.tell('missed', 'early');
  const { row: flyer } = await add('Flyer Ryde', '1300 123 456');
  expect(flyer).toMatchObject({ number: '+611300123456' });
  expect((await add('Again', '+61 1300 123 456')).status).toBe(409);
  expect((await add('Odd', '123')).status).toBe(422);
  await exchange.tell('ringing', 'late', { from: '0412 345 678', to: '+611300123456' });
  await exchange.tell('ringing', 'stranger', { from: '0433 000 000', to: '1300123456' });
  // The business itself is nobody's customer.
  await exchange.tell('ringing', 'own', { from: '1300 123 456', to: '02 9999 9999' });
  work.clock.now += DAY_MS;
  await work.addJob({}, site);
  await work.addJob({}, site);
  const [month, ...others] = await figures();
  expect(others).toEqual([]);
  expect(month).toMatchObject({
    name: 'Flyer Ryde',
    month: '2026-11-01',
    calls: 3,
    callers: 2,
    jobs: 1,
    invoiced: 0,
  });
  const dispatcher = await schedulerOf(work.app, 'dispatcher@example.com');
  expect((await figures(dispatcher))[0]!.invoiced).toBeNull();
  const { data } = await work.owner.get(`${calls}/calls?campaign=${flyer!.id}`);
  expect((data as { rows: Call[] }).rows.map(({ campaign }) => campaign)).toEqual([
    'Flyer Ryde',
    'Flyer Ryde',
    'Flyer Ryde',
  ]);
});

test('calls are deleted when the owner wants it, with what they told and how they were dealt with', async () => {
  const rows = async () => ((await work.owner.get(`${calls}/calls`)).data as { rows: Call[] }).rows.length;
  const before = await rows();
  expect(before).toBeGreaterThan(0);
  await deleteOldCalls(work.here.database.db, new Date(work.clock.now + 300 * DAY_MS));
  expect(await rows()).toBe(before);
  await work.owner.patch(`${calls}/call-settings`, { version: 0, keep_days: 30 });
  await deleteOldCalls(work.here.database.db, new Date(work.clock.now + 40 * DAY_MS));
  expect(await rows()).toBe(0);
  const { rows: left } = await work.inside((db) => sql`select call_key from call_events`.execute(db));
  expect(left).toEqual([]);
});
