import { itemFields } from '@muster/domain/money/items/fields';
import { blanksOf } from '@muster/domain/values/fields';
import type { LocalDate } from '@muster/domain/values/local-time';
import { Client } from 'pg';
import { fillBusiness, DEMO_SIGN_IN, openDemo } from '../../apps/server/seed/demo.ts';
import { items } from '../../apps/server/src/modules/money/items/service.ts';
import { fillSuburbs, findWithin } from '../../apps/server/src/modules/work/suburbs/service.ts';
import { layDown } from '../../apps/server/src/platform/changes/unlogged.ts';
import { withAccount } from '../../apps/server/src/platform/db/account.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { accountToOpen } from '../../apps/server/src/platform/sign-in/person.ts';
import { testApp } from '../../apps/server/test/app.ts';
import { signInAs } from '../../apps/server/test/sign-in.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { inTurns, readAnswer } from '../in-turns.ts';
import { lists } from './queries.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';

/**
 * Pages of the lists that people look at, at the API over HTTP and as the same question asked by hand, in turns: the slowest twentieth
 * of each, and how much the API adds. Once with a tenth of the rows, to see what ten times as many cost.
 */
const ROUNDS = 60;
const account = accountToOpen('0193e5a0-0000-7000-8000-000000000001');
const now = new Date('2026-11-16T00:00:00Z');
const firstDay: LocalDate = '2026-10-01';

const sizes = [
  { name: 'a tenth', technicians: 50, customers: 10_000, days: 60, prices: 2_000 },
  { name: 'all', technicians: 500, customers: 100_000, days: 60, prices: 20_000 },
];

for (const size of sizes) await measure(size);

async function measure({ name, prices, ...size }: (typeof sizes)[number]): Promise<void> {
  const folder = temporaryFolder();
  const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
  const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog, keys: testKeys });
  const app = await testApp({ database }, { env: { HOST: '127.0.0.1' }, now: () => now.getTime() });
  const hand = new Client({ connectionString: database.appUrl });
  try {
    await fillSuburbs(database.db);
    await openDemo(database);
    const suburbs = await findWithin(database.db, { latitude: -33.86, longitude: 151.08, degrees: 0.3 });
    await withAccount(database.db, account, async (db) => {
      await db.updateTable('accounts').set({ licences: size.technicians }).execute();
      await fillBusiness(db, { ...size, series: 1, seed: 1, firstDay, unscheduled: 500, suburbs }, { now });
      await layDown(db, items, priceList(prices));
    });
    // As the database does by itself a minute after so much was written; the role that serves may not.
    const owner = new Client({ connectionString: cluster.ownerUrl });
    await owner.connect();
    await owner.query('analyze');
    await owner.end();
    await hand.connect();
    const counts = await counted(hand);
    console.log(`\n${name}: ${counts}`);
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const { headers } = await signInAs(app, DEMO_SIGN_IN);
    const base = `${address}/services/scheduling/api/v1`;
    for (const { follow, ...list } of lists) {
      const path = follow ? await pageOn(base, list.path, headers) : list.path;
      await inTurns({ ...list, path, base, headers, hand, account, rounds: ROUNDS });
    }
  } finally {
    await hand.end().catch(() => undefined);
    await app.close();
    await database.close();
    await cluster.stop();
    folder.remove();
  }
}

/** A price list as wholesalers have it: a few hundred things, each in many sizes. */
function priceList(count: number): object[] {
  const things = ['Copper elbow', 'Copper tee', 'Brass valve', 'Flexible hose', 'Drain grate', 'Pipe clip'];
  const created_at = now.toISOString();
  return Array.from({ length: count }, (_, at) =>
    Object.assign(blanksOf(itemFields), {
      name: `${things[at % things.length]} ${15 + (at % 40)} mm, model ${at}`,
      code: `P-${String(at).padStart(5, '0')}`,
      price: 500 + at,
      created_at,
    }),
  );
}

async function counted(hand: Client): Promise<string> {
  await hand.query(
    `select set_config('muster.account', $1, false), set_config('muster.scenario', $1, false)`,
    [account],
  );
  const { rows } = await hand.query<{ line: string }>(
    `select (select count(*) from customers) || ' customers, ' || (select count(*) from sites) || ' sites, ' ||
            (select count(*) from jobs) || ' jobs, ' || (select count(*) from assignments) || ' assignments, ' || (select count(*) from items) || ' items' as line`,
  );
  return rows[0]!.line;
}

/** A page somewhere in the middle: a few hundred pages on. */
async function pageOn(base: string, path: string, headers: Record<string, string>): Promise<string> {
  let next = path;
  for (let page = 0; page < 100; page += 1) {
    const { data } = await readAnswer(`${base}${next}`, headers);
    if (!data.next) break;
    next = `${path}&cursor=${encodeURIComponent(data.next)}`;
  }
  return next;
}
