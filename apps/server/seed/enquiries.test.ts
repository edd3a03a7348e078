import { enquiryStates } from '@muster/domain/sales/enquiries/pipeline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '../test/app.ts';
import { testDatabase, type TestDatabase } from '../test/database.ts';
import { officeOf } from '../test/setups/enquiries.ts';
import { openDemo, openDemoOffice } from './demo.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

test('the demo has a dozen enquiries in every state, each with the history that leads there, and mails none of them', async () => {
  const now = Date.UTC(2030, 0, 9, 1);
  expect(await openDemo(db.database)).toBe(true);
  await openDemoOffice(db.database, new Date(now));
  expect(await openDemo(db.database)).toBe(false);
  const app = await testApp(db, { now: () => now });
  const office = await officeOf(app);
  const { rows } = (await office.get('enquiries')).json().data;
  expect(rows).toHaveLength(12);
  expect(new Set(rows.map(({ state }: { state: string }) => state))).toEqual(new Set(enquiryStates));
  expect(rows.some(({ overdue }: { overdue: boolean }) => overdue)).toBe(true);
  for (const { id, state, version } of rows) {
    const history = await office.history(id);
    const own = history.flatMap(({ entries }) => entries).filter(({ table }) => table === 'enquiries');
    expect(own).toHaveLength(version - 1);
    expect(own.find(({ after }) => after?.['state'])?.after?.['state'] ?? 'new').toBe(state);
    expect(history.map(({ at }) => at)).toEqual(
      history
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
  }
  const { account } = (await office.get(`enquiries/${rows.at(-1).id}`)).json().data;
  expect(account.name).toBe('Harbour City Plumbing');
  const { rows: letters } = await db.asOwner(`select payload->>'template' as template from outbox`);
  expect(letters).toEqual([{ template: 'welcome' }]);
  await app.close();
});
