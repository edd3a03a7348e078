import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDemo } from '../../../../seed/demo.ts';
import { testApp } from '../../../../test/app.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { schedulerOf } from '../../../../test/setups/scheduler.ts';
import type { App } from '../../../platform/deps.ts';
import { holidaysOf } from './service.ts';

let here: TestDatabase;
let app: App;
beforeAll(async () => {
  here = await testDatabase();
  await openDemo(here.database);
  app = await testApp(here);
});
afterAll(async () => {
  await app.close();
  await here.drop();
});

test('a state has the holidays of its own, a day that falls on a weekend the one instead, and both ends count', () => {
  expect(holidaysOf('VIC', '2026-10-01', '2026-12-25')).toEqual([
    { date: '2026-11-03', name: 'Melbourne Cup' },
    { date: '2026-12-25', name: 'Christmas Day' },
  ]);
  expect(holidaysOf('NSW', '2026-12-28', '2027-01-26')).toEqual([
    { date: '2026-12-28', name: 'Boxing Day (substitute day)' },
    { date: '2027-01-01', name: "New Year's Day" },
    { date: '2027-01-26', name: 'Australia Day' },
  ]);
});

test('an evening that is free is a working day, and without a state there are those of the country', () => {
  const dates = holidaysOf('QLD', '2026-12-20', '2026-12-26').map(({ date }) => date);
  expect(dates).toEqual(['2026-12-25', '2026-12-26']);
  expect(holidaysOf(null, '2026-10-01', '2026-12-25')).toEqual([
    { date: '2026-12-25', name: 'Christmas Day' },
  ]);
});

test('the API tells those of the business, some years at most, and nothing to technicians', async () => {
  await here.asOwner(`alter table accounts no force row level security`);
  await here.asOwner(`update accounts set region = 'ACT'`);
  await here.asOwner(`alter table accounts force row level security`);
  const dispatcher = await schedulerOf(app, 'dispatcher@example.com');
  const { data } = await dispatcher.get('/holidays?from=2026-06-01&to=2026-06-30');
  expect(data).toMatchObject({
    rows: [
      { date: '2026-06-01', name: 'Reconciliation Day' },
      { date: '2026-06-08', name: "King's Birthday" },
    ],
  });
  expect((await dispatcher.get('/holidays?from=2026-01-01&to=2031-01-01')).status).toBe(400);
  const technician = await schedulerOf(app, 'technician@example.com');
  expect((await technician.get('/holidays?from=2026-06-01&to=2026-06-30')).status).toBe(403);
});
