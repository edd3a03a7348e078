import { accountToOpen } from '../src/platform/sign-in/person.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { testDatabase, type TestDatabase } from '../test/database.ts';
import { schedulerOf } from '../test/setups/scheduler.ts';
import { fillSuburbs } from '../src/modules/work/suburbs/service.ts';
import { withAccount } from '../src/platform/db/account.ts';
import type { App } from '../src/platform/deps.ts';
import { type VisitFacts, visitState } from '@muster/domain/work/visits/rules';
import type { BookTotals, GstSummary } from '@muster/domain/money/bookkeeping/schema';
import type {
  CreditLeft,
  InvoiceRecord,
  InvoiceSummary,
  InvoiceTotals,
} from '@muster/domain/money/invoices/schema';
import { isAbn } from '@muster/domain/values/abn';
import type { Customer } from '@muster/domain/work/customers/schema';
import { sql } from 'kysely';
import { openWriter } from '../src/platform/changes/writer.ts';
import { followAssignments } from '../src/modules/work/visit-states/service.ts';
import { openDemo, openDemoWork } from './demo.ts';

const author = { user: null, apiKey: null, role: 'owner' } as const;
const account = accountToOpen('0193e5a0-0000-7000-8000-000000000001');

let here: TestDatabase;
let app: App;
/** 10:00 on a Monday in Sydney, and as many days later. */
const monday = Date.parse('2026-11-15T23:00:00Z');
const later = (days: number) => new Date(monday + days * 86_400_000);
let now = later(0);

beforeAll(async () => {
  here = await testDatabase();
  await fillSuburbs(here.database.db);
  await openDemo(here.database);
  await openDemoWork(here.database, now);
  app = await testApp(here, { now: () => now.getTime() });
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

interface Board {
  technicians: { id: string; name: string; is_active: boolean }[];
  assignments: {
    id: string;
    technician_id: string;
    starts_at: string;
    visit_id: string;
    progress: 'none' | 'on site';
  }[];
  visits: (VisitFacts & { id: string; state: string })[];
}

async function board(from: string, to: string): Promise<Board> {
  const owner = await schedulerOf(app, 'owner@example.com');
  const { data } = await owner.get(`/board?from=${from}&to=${to}`);
  // The database tells rows in any order.
  for (const rows of Object.values<unknown>(data))
    if (Array.isArray(rows)) rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return data;
}

test('the demo is on the largest plan and has work before, on and after today, and work that waits', async () => {
  const { technicians, assignments, visits } = await board('2026-11-09', '2026-11-23');
  expect(technicians).toHaveLength(12);
  expect(assignments.length).toBeGreaterThan(400);
  const states = visits.map((visit) =>
    visitState(
      visit,
      assignments.filter(({ visit_id }) => visit_id === visit.id),
    ),
  );
  for (const state of ['completed', 'on site', 'dispatched', 'planned'] as const)
    expect(states).toContain(state);
  expect(states.filter((state) => state === 'unscheduled').length).toBeGreaterThanOrEqual(15);
});

test('a technician of the demo has a full day', async () => {
  const technician = await schedulerOf(app, 'technician@example.com');
  const { data } = await technician.get('/my/visits');
  const today = (data as { rows: { starts_at: string }[] }).rows.filter(({ starts_at }) =>
    starts_at.startsWith('2026-11-16'),
  );
  expect(today.length).toBeGreaterThanOrEqual(3);
});

async function invoiceTotals(): Promise<InvoiceTotals> {
  const owner = await schedulerOf(app, 'owner@example.com');
  return ((await owner.get('/invoices/summary')).data as { row: InvoiceTotals }).row;
}

test('the demo has a year of invoices that add up: paid, overdue and credited', async () => {
  const owner = await schedulerOf(app, 'owner@example.com');
  const { paid, unpaid, overdue } = await invoiceTotals();
  expect(paid.count + unpaid.count).toBe(300);
  expect(overdue.count).toBeGreaterThanOrEqual(5);
  const totals = await owner.get('/bookkeeping/totals?from=2025-11-16&to=2026-11-16');
  expect((totals.data as { row: BookTotals }).row).toMatchObject({ invoices: 300, imported: 0 });
  expect((totals.data as { row: BookTotals }).row.credit_notes).toBeGreaterThanOrEqual(5);
  const cash = await owner.get('/bookkeeping/gst?from=2026-07-01&to=2026-09-30&basis=cash');
  expect((cash.data as GstSummary).gst).toBeGreaterThan(100_000);
  const { rows } = (await owner.get('/customers?search=Acacia')).data as { rows: Customer[] };
  expect(rows.map(({ abn }) => abn !== null && isAbn(abn))).toContain(true);
});

test('what the demo has credited is credited of the lines of its invoices, so that nothing is credited twice', async () => {
  const owner = await schedulerOf(app, 'owner@example.com');
  const { rows } = (await owner.get('/invoices?kind=credit%20note&limit=1')).data as {
    rows: InvoiceSummary[];
  };
  const [note] = rows as [InvoiceSummary];
  const { row: invoice } = (await owner.get(`/invoices/${note.credits_id}`)).data as { row: InvoiceRecord };
  const { lines } = (await owner.get(`/invoices/${note.credits_id}/credit`)).data as { lines: CreditLeft[] };
  expect(lines.reduce((sum, { amounts }) => sum + amounts.total, 0)).toBe(invoice.total - note.total);
});

test('the states that are stored are those that follow from the rows', async () => {
  const owner = await schedulerOf(app, 'owner@example.com');
  const counts = async () => {
    const { rows } = await withAccount(here.database.db, account, (db) =>
      sql<object>`select state, count(*)::int as count from visits group by 1
                  union all select 'job ' || state, count(*)::int from jobs group by 1 order by 1`.execute(
        db,
      ),
    );
    return rows;
  };
  const laidDown = await counts();
  const { rows } = await withAccount(here.database.db, account, (db) =>
    sql<{ id: string; version: number }>`select id, version from visits`.execute(db),
  );
  expect(rows.length).toBeGreaterThan(400);
  await withAccount(here.database.db, account, (db) =>
    followAssignments(
      openWriter(db, { author, at: now, restores: true, undoes: null, scenario: null }),
      rows.map(({ id }) => id),
    ),
  );
  expect(await counts()).toEqual(laidDown);
  expect((await owner.get('/changes')).data).toMatchObject({ rows: [] });
});

test('it moves up to a later day as long as nobody changed anything, and a second start of that day changes nothing', async () => {
  const { paid } = await invoiceTotals();
  now = later(30);
  await openDemoWork(here.database, now);
  expect((await invoiceTotals()).paid).toEqual(paid);
  const moved = await board('2026-12-09', '2026-12-23');
  expect(moved.assignments.length).toBeGreaterThan(400);
  await openDemoWork(here.database, now);
  expect(await board('2026-12-09', '2026-12-23')).toEqual(moved);
});

test('once somebody has changed something, days are added and nothing is touched', async () => {
  const owner = await schedulerOf(app, 'owner@example.com');
  const before = await board('2026-12-09', '2026-12-23');
  const { id } = before.technicians[1]!;
  const { data } = await owner.get(`/technicians/${id}`);
  const { version } = (data as { row: { version: number } }).row;
  expect((await owner.patch(`/technicians/${id}`, { version, note: 'Mine' })).status).toBe(200);
  now = later(35);
  await openDemoWork(here.database, now);
  const after = await board('2026-12-09', '2026-12-23');
  const kept = new Set(before.assignments.map((assignment) => JSON.stringify(assignment)));
  expect(after.assignments.filter((assignment) => kept.has(JSON.stringify(assignment)))).toHaveLength(
    kept.size,
  );
  const added = await board('2026-12-24', '2026-12-28');
  expect(added.assignments.length).toBeGreaterThan(60);
  expect((await owner.get(`/technicians/${id}`)).data).toMatchObject({ row: { note: 'Mine' } });
});

test('finished work of the demo becomes a draft that has its call-out and its hours by the price list', async () => {
  const owner = await schedulerOf(app, 'owner@example.com');
  const { data } = await owner.get('/ready-to-invoice?limit=1');
  const [visit] = (data as { rows: { id: string }[] }).rows;
  const drafted = await owner.post('/invoices/from-work', { visits: [visit!.id] });
  const { lines } = (drafted.data as { row: InvoiceRecord }).row;
  expect(lines.map(({ code, price }) => [code, price])).toEqual([
    ['CALL', 99_00],
    ['LAB', 125_00],
  ]);
});
