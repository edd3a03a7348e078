import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { BookTotals } from '@muster/domain/money/bookkeeping/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { program } from '../test/programs.ts';
import { bareEnv } from '../test/bare-env.ts';
import { testDatabase } from '../test/database.ts';
import { schedulerWith } from '../test/setups/scheduler.ts';
import { signInAs } from '../test/sign-in.ts';
import { fillAccount } from './fill.ts';

const here = await testDatabase();
/** 10:00 on a Monday in Sydney. */
const monday = new Date('2026-11-15T23:00:00Z');
const app = await testApp(here, { now: () => monday.getTime() });
afterAll(async () => {
  await app.close();
  await here.drop();
});

test('a filled business has past and future weeks and a year of invoices, and its owner signs in, books and issues there', async () => {
  const size = { technicians: 3, visits: 4, weeksBefore: 1, weeksAhead: 1, invoices: 40 };
  const { email, password } = await fillAccount(here.database, size, monday);
  const owner = schedulerWith(app, (await signInAs(app, email, { password })).headers);
  const { data } = await owner.get('/board?from=2026-11-09&to=2026-11-23');
  const { technicians, sites, visits, jobs, assignments } = data as Record<string, { id: string }[]>;
  expect(technicians).toHaveLength(3);
  expect(assignments!.length).toBeGreaterThan(3 * 4 * 10);
  expect(sites).toHaveLength(jobs!.length);
  const booked = new Set(assignments!.map((row) => (row as unknown as { visit_id: string }).visit_id));
  const waiting = visits!.find(({ id }) => !booked.has(id))!;
  const { data: found } = await owner.get(`/visits/${waiting.id}/slots?from=2026-11-30`);
  const [slot] = (found as { slots: { technicians: string[]; starts_at: string }[] }).slots;
  const place = { technicians: slot!.technicians, starts_at: slot!.starts_at };
  expect((await owner.post(`/visits/${waiting.id}/schedule`, { version: 1, ...place })).status).toBe(200);
  const period = 'from=2025-11-17&to=2026-11-16';
  const { data: books } = await owner.get(`/bookkeeping/totals?${period}`);
  expect((books as { row: BookTotals }).row.invoices).toBe(40);
  const drafted = await owner.post('/invoices', {
    customer_id: (data as { customers: { id: string }[] }).customers[0]!.id,
    lines: [{ ...line, id: randomUUID() }],
  });
  const { id, version } = (drafted.data as { row: InvoiceRecord }).row;
  const issued = await owner.post(`/invoices/${id}/issue`, { version });
  expect((issued.data as { row: InvoiceRecord }).row.number).toBe('INV-1041');
});

const line = {
  item_id: null,
  visit_id: null,
  job_id: null,
  code: '',
  description: 'Tap',
  quantity: 1_000,
  unit: '',
  price: 110_00,
  includes_gst: true,
  discount: 0,
  gst: 'gst',
};

test.each([
  [{}, ['--technicians', '0'], 2, /npm run fill -- --technicians 200/],
  [{ HOST: '0.0.0.0' }, ['--technicians', '1'], 1, /^Only a trial server can be filled/],
])('with %j and %j it says what it takes', async (env, args, expected, words) => {
  const child = spawn(process.execPath, [program('fill'), ...args], {
    env: { ...bareEnv(), ...(expected === 1 && { DATABASE_URL: here.ownerUrl }), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  expect([code, said]).toEqual([expected, expect.stringMatching(words)]);
});
