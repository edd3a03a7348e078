import { randomUUID } from 'node:crypto';
import type { ChangeKind } from '@muster/domain/basics/changes/kinds';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBusiness } from '../../../../test/setups/businesses.ts';
import { testDatabase, type TestDatabase } from '../../../../test/database.ts';
import { repetitions } from '../../../../test/long.ts';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import { fillSuburbs } from '../suburbs/service.ts';
import { addCustomers, customers } from './service.ts';
import { listCustomers } from './store.ts';

const RYDE = 4220;
const SIZE = repetitions({ usual: 1_000, long: 10_000 });

let here: TestDatabase;
let business: Awaited<ReturnType<typeof openBusiness>>;
beforeAll(async () => {
  here = await testDatabase();
  await fillSuburbs(here.database.db);
  business = await openBusiness(here.database.db);
});
afterAll(() => here.drop());

function command(kind: ChangeKind) {
  const author = { user: business.owner.id, apiKey: null, role: 'owner' as const };
  return { account: business.account, id: randomUUID(), kind, body: null, author, at: new Date() };
}

test('an import of many customers with contacts and sites is one change, and takes seconds', async () => {
  const list = Array.from({ length: SIZE }, (_, at) => ({
    name: `Customer ${at} ${['Smith', 'Nguyen', 'Jones'][at % 3]}`,
    phone: `0400 ${String(at).padStart(6, '0')}`,
    tags: at % 100 === 0 ? ['VIP'] : [],
    contacts: [{ name: `Contact ${at}` }],
    sites: [{ address: `${at} Main Street`, suburb_id: RYDE }],
  }));
  const began = performance.now();
  const { number } = await runCommand(here.database.db, command('customers imported'), async (write) => {
    await addCustomers(write, list);
    return null;
  });
  const seconds = (performance.now() - began) / 1000;
  const counts = await withAccount(here.database.db, business.account, (db) =>
    sql<{ entries: number; sites: number }>`
      select (select entries from changes where number = ${number}) as entries, (select count(*)::int from sites) as sites`.execute(
      db,
    ),
  );
  expect(counts.rows).toEqual([{ entries: 3 * SIZE, sites: SIZE }]);
  expect(seconds).toBeLessThan(30);
});

test('of many customers those with a tag and words are found', async () => {
  const { rows } = await withAccount(here.database.db, business.account, (db) =>
    listCustomers(db, customers, { search: 'nguyen ryde', tag: 'VIP', limit: 3 }),
  );
  expect(rows).toHaveLength(3);
  expect(rows.every(({ tags, name }) => tags.includes('VIP') && name.endsWith('Nguyen'))).toBe(true);
});
