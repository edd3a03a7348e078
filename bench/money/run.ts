import { Client } from 'pg';
import { fillAccount } from '../../apps/server/seed/fill.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { refreshStatistics } from '../../apps/server/src/platform/db/statistics.ts';
import { startCluster } from '../../apps/server/src/platform/postgres/cluster.ts';
import { testApp } from '../../apps/server/test/app.ts';
import { signInAs } from '../../apps/server/test/sign-in.ts';
import { silentLog } from '../../apps/server/test/silent-log.ts';
import { temporaryFolder } from '../../apps/server/test/temporary-folder.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';
import { inTurns } from '../in-turns.ts';
import { questions } from './questions.ts';

/**
 * What is asked about money in a business that issues tens of thousands of invoices a year, at the API over HTTP and as a plain query,
 * in turns. Once with a tenth of them, to see what ten times as many cost.
 */
const ROUNDS = 45;
const NOW = new Date('2026-11-16T00:00:00Z');
const sizes = [10_000, 100_000];

for (const invoices of sizes) await measure(invoices);

async function measure(invoices: number): Promise<void> {
  const folder = temporaryFolder();
  const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
  const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog, keys: testKeys });
  const app = await testApp({ database }, { env: { HOST: '127.0.0.1' }, now: () => NOW.getTime() });
  const hand = new Client({ connectionString: database.appUrl });
  try {
    const size = { technicians: 40, visits: 8, weeksBefore: 0, weeksAhead: 1, invoices };
    const { account, email, password } = await fillAccount(database, size, NOW);
    // As the database does by itself a minute after so much was written.
    await refreshStatistics(cluster.ownerUrl);
    await hand.connect();
    await hand.query(`select set_config('muster.account', $1, false)`, [account]);
    const { rows } = await hand.query<{ id: string }>(
      'select bill_to_id as id from invoices group by 1 order by count(*) desc, 1 limit 1',
    );
    console.log(`\n${invoices} invoices of a year`);
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    const { headers } = await signInAs(app, email, { password });
    const base = `${address}/services/scheduling/api/v1`;
    for (const question of questions({ customer: rows[0]!.id, series: 1_000 + invoices / 2 }))
      await inTurns({ ...question, base, headers, hand, account, rounds: ROUNDS });
  } finally {
    await hand.end().catch(() => undefined);
    await app.close();
    await database.close();
    await cluster.stop();
    folder.remove();
  }
}
