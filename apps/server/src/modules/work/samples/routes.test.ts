import type { SampleCount, SetUp } from '@muster/domain/work/samples/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { repetitions } from '../../../../test/long.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import type { App } from '../../../platform/deps.ts';
import { fillSuburbs } from '../suburbs/service.ts';

type Scheduler = Awaited<ReturnType<typeof schedulerOf>>;
interface Row {
  id: string;
  version: number;
  name: string;
  is_active: boolean;
  customer_id: string;
}

let here: TestDatabase;
let app: App;
let business: Awaited<ReturnType<typeof openBusiness>>;
let owner: Scheduler;
beforeAll(async () => {
  here = await testDatabase();
  await fillSuburbs(here.database.db);
  business = await openBusiness(here.database.db);
  app = await testApp(here);
  owner = await schedulerOf(app, business.owner.email);
  await owner.put('/plan', { plan: 'crew' });
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

async function rowsOf(path: string): Promise<Row[]> {
  return ((await owner.get(path)).data as { rows: Row[] }).rows;
}

async function setUp(): Promise<SetUp> {
  return ((await owner.get('/set-up')).data as { row: SetUp }).row;
}

async function run(path: string): Promise<{ row: SampleCount; change: number }> {
  const answer = await owner.post(path);
  expect(answer).toMatchObject({ code: 800 });
  return answer.data;
}

test.each(['NSW', 'WA'].slice(0, repetitions({ usual: 1, long: 2 })))(
  'samples in %s are one change, with work today or later, and go again without a trace',
  async (region) => {
    const { version } = ((await owner.get('/settings')).data as { row: Row }).row;
    await owner.patch('/settings', { version, region });
    const before = await setUp();
    const names = (await rowsOf('/skills')).length;
    const { row, change } = await run('/samples');
    expect(row).toMatchObject({ technicians: 4, customers: 16, kept: [] });
    expect(await setUp()).toMatchObject({
      technicians: before.technicians + 4,
      customers: before.customers + 16,
      jobs: before.jobs + row.jobs,
      samples: 20 + row.jobs,
    });
    const { data } = await owner.get(`/changes/${change}`);
    expect(data).toMatchObject({ kind: 'sample data added' });
    expect(await owner.post('/samples')).toMatchObject({
      status: 409,
      message: 'You already have the sample data.',
    });
    expect((await run('/samples/remove')).row).toEqual({ ...row, kept: [] });
    expect(await setUp()).toEqual(before);
    expect((await rowsOf('/skills')).length).toBe(names);
  },
);

test('a real job keeps its customer, and whoever signs in keeps the technician; both are named and are no samples any more', async () => {
  await run('/samples');
  const [customer] = await rowsOf('/customers?limit=1');
  const [site] = await rowsOf(`/sites?customer=${customer!.id}`);
  const job = await owner.post('/jobs', {
    customer_id: customer!.id,
    site_id: site!.id,
    description: 'A real tap',
    visits: [{ duration: 60 }],
  });
  expect(job.code).toBe(800);
  const technician = (await rowsOf('/technicians')).find(({ is_active }) => is_active)!;
  await owner.put(`/team/${business.technician.id}/technician`, { technician_id: technician.id });
  const { row, change } = await run('/samples/remove');
  expect(row.kept).toEqual([
    { table: 'customers', id: customer!.id, label: customer!.name },
    { table: 'technicians', id: technician.id, label: technician.name },
  ]);
  expect(await setUp()).toMatchObject({ samples: 0, jobs: 1 });
  await owner.post(`/changes/${change}/undo`);
  expect((await setUp()).samples).toBe(20 + row.jobs);
});

test('a job at which somebody has noted something is no sample any more, nor are its customer and whoever was there', async () => {
  await run('/samples/remove');
  await run('/samples');
  const [job] = (await rowsOf('/jobs?state=done&limit=1')) as unknown as { id: string; number: number }[];
  const { data } = await owner.get(`/jobs/${job!.id}`);
  const { row } = data as { row: { customer: { name: string }; visits: { id: string }[] } };
  const note = { kind: 'note', content: { text: 'Tried it out' } };
  expect((await owner.post(`/visits/${row.visits[0]!.id}/records`, note)).code).toBe(800);
  const { kept } = (await run('/samples/remove')).row;
  expect(kept.map(({ table, label }) => `${table} ${label}`)).toEqual(
    expect.arrayContaining([`jobs J-${job!.number}`, `customers ${row.customer.name}`]),
  );
  expect(await setUp()).toMatchObject({ samples: 0 });
});

test('samples take free licences alone, and only the owner adds them', async () => {
  await run('/samples/remove');
  const active = (await rowsOf('/technicians')).filter(({ is_active }) => is_active);
  for (let at = active.length; at < 5; at += 1)
    await owner.post('/technicians', { name: `Own ${at}`, is_active: true });
  expect(await setUp()).toMatchObject({ free_licences: 0 });
  expect(await owner.post('/samples')).toMatchObject({
    status: 409,
    message: expect.stringContaining('need a free licence'),
  });
  const dispatcher = await schedulerOf(app, business.dispatcher.email);
  expect((await dispatcher.post('/samples')).status).toBe(403);
  expect((await dispatcher.get('/set-up')).status).toBe(200);
});
