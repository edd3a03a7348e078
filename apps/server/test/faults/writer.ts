import { randomUUID } from 'node:crypto';
import { connect } from '../../src/platform/db/connect.ts';
import { enqueue } from '../../src/platform/outbox.ts';
import { startCluster } from '../../src/platform/postgres/cluster.ts';
import { silentLog } from '../silent-log.ts';

/** Brings up the built-in database like the server does, writes as fast as it can, and says what was acknowledged. */
const [dataDir = ''] = process.argv.slice(2);
const WRITERS = 4;

const cluster = await startCluster({ dataDir, log: silentLog });
const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog });
process.stdout.write('ready\n');

async function write(): Promise<never> {
  for (;;) {
    const id = randomUUID();
    try {
      await database.db.transaction().execute((db) => enqueue(db, 'write', { id }));
      process.stdout.write(`${id}\n`);
    } catch {
      // The database is being killed under us: what was not acknowledged may be lost.
    }
  }
}
await Promise.all(Array.from({ length: WRITERS }, write));
