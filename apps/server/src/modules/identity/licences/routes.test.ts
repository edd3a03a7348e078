import { randomUUID } from 'node:crypto';
import { quotaRefusal } from '@muster/domain/identity/plans/quotas';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import { imported } from '../../../../test/setups/long-tasks.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { App } from '../../../platform/deps.ts';

let here: TestDatabase;
let app: App;
let business: Awaited<ReturnType<typeof openBusiness>>;
let owner: Awaited<ReturnType<typeof schedulerOf>>;
let dispatcher: Awaited<ReturnType<typeof schedulerOf>>;
beforeAll(async () => {
  here = await testDatabase();
  business = await openBusiness(here.database.db);
  app = await testApp(here);
  owner = await schedulerOf(app, business.owner.email);
  dispatcher = await schedulerOf(app, business.dispatcher.email);
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

async function addTechnician(name: string, is_active: boolean): Promise<string> {
  const { data } = await owner.post('/technicians', { name, is_active });
  return (data as { row: { id: string } }).row.id;
}

test('a plan is changed at once, and fewer licences than are in use are refused with who holds them', async () => {
  const [ana, bo] = [await addTechnician('Ana', true), await addTechnician('Bo', true)];
  await addTechnician('Cy', false);
  expect((await owner.get('/licences')).data).toMatchObject({
    row: {
      plan: { code: 'crew' },
      licences: 5,
      used_by: [
        { id: ana, name: 'Ana' },
        { id: bo, name: 'Bo' },
      ],
    },
  });
  const refused = await owner.put('/plan', { plan: 'solo' });
  expect(refused).toMatchObject({
    status: 409,
    message: 'You have 2 active technicians and Solo includes 1. Deactivate one of them first.',
    data: {
      used_by: [
        { table: 'technicians', id: ana, label: 'Ana' },
        { table: 'technicians', id: bo, label: 'Bo' },
      ],
    },
  });
  const grown = await owner.put('/plan', { plan: 'fleet' });
  expect(grown.data).toMatchObject({ row: { plan_code: 'fleet', licences: 25 } });
  await owner.patch(`/technicians/${ana}`, { version: 1, is_active: false });
  expect((await owner.put('/plan', { plan: 'solo' })).data).toMatchObject({ row: { licences: 1 } });
  expect((await owner.put('/plan', { plan: 'free' })).status).toBe(422);
  await owner.put('/plan', { plan: 'crew' });
});

test('a change of plan cannot be undone, is no business of dispatchers, and leaves the settings at their version', async () => {
  const before = (await owner.get('/settings')).data as { row: { version: number } };
  const changed = await owner.put('/plan', { plan: 'fleet' });
  const { change } = changed.data as { change: number };
  expect((await owner.post(`/changes/${change}/undo`)).status).toBe(422);
  expect((await dispatcher.get(`/changes/${change}`)).status).toBe(404);
  expect((await owner.get(`/changes/${change}`)).data).toMatchObject({
    kind: 'licences changed',
    entries: [
      { table: 'subscriptions', before: { plan_code: 'crew' }, after: { plan_code: 'fleet', licences: 25 } },
    ],
  });
  for (const [method, path] of [
    ['get', '/licences'],
    ['put', '/plan'],
  ] as const)
    expect((await dispatcher[method](path, { plan: 'solo' })).status).toBe(403);
  const after = (await owner.get('/settings')).data as { row: { version: number } };
  expect(after.row.version).toBe(before.row.version);
});

test('who activates and who takes licences away wait for each other: never more active than licences', async () => {
  for (let round = 0; round < 5; round += 1) {
    await owner.put('/plan', { plan: 'crew' });
    const { data } = await owner.get('/licences');
    for (const { id } of (data as { row: { used_by: { id: string }[] } }).row.used_by)
      await owner.post(`/technicians/${id}/archive`);
    const people = await Promise.all(
      [1, 2, 3].map((at) => addTechnician(`R${round} ${at} ${randomUUID()}`, false)),
    );
    const answers = await Promise.all([
      owner.patch(`/technicians/${people[0]}`, { version: 1, is_active: true }),
      owner.patch(`/technicians/${people[1]}`, { version: 1, is_active: true }),
      owner.put('/plan', { plan: 'solo' }),
      owner.patch(`/technicians/${people[2]}`, { version: 1, is_active: true }),
    ]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { row } = (await owner.get('/licences')).data as { row: { licences: number; used_by: object[] } };
    expect(row.used_by.length).toBeLessThanOrEqual(row.licences);
  }
});

test('a plan has room for so many rows, which no way goes beyond, and says how much of it is used', async () => {
  const used = async () => {
    const { data } = await dispatcher.get('/quotas');
    const rows = (data as { rows: { kind: string; used: number; most: number }[] }).rows;
    return rows.find(({ kind }) => kind === 'technicians');
  };
  const { used: before, most } = (await used())!;
  await withAccount(here.database.db, business.account, (db) =>
    sql`insert into technicians (account_id, name) select current_account(), 'Many' from generate_series(1, ${most - before - 2})`.execute(
      db,
    ),
  );
  // As the database does by itself within a minute.
  await here.asOwner('analyze technicians');
  const added = await owner.post('/technicians', { name: 'Last but one' });
  expect(added.status).toBe(200);
  const undone = await owner.post(`/changes/${(added.data as { change: number }).change}/undo`);
  await addTechnician('Last but one again', false);
  await addTechnician('Last', false);
  expect(await used()).toEqual({ kind: 'technicians', used: most, most });
  const refusal = {
    status: 422,
    message: quotaRefusal('technicians', most),
  };
  expect(await owner.post('/technicians', { name: 'Too many' })).toMatchObject(refusal);
  expect(await owner.post(`/changes/${(undone.data as { change: number }).change}/undo`)).toMatchObject(
    refusal,
  );
  expect(await imported(here, owner, { kind: 'technicians', csv: 'Name\nToo many' })).toMatchObject({
    state: 'failed',
    problem: refusal.message,
  });
});
