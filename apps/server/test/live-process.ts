import { createInterface } from 'node:readline';
import type { AccountId } from '@muster/domain/values/ids';
import { connect } from '../src/platform/db/connect.ts';
import { publish, startLive } from '../src/platform/live/live.ts';
import { silentLog } from './silent-log.ts';

/** Another process on the same database: prints the account's events, and publishes a topic for each line it is given. */
const [ownerUrl, account] = process.argv.slice(2) as [string, AccountId];
const database = await connect({ ownerUrl, log: silentLog });
const live = await startLive({ appUrl: database.appUrl, log: silentLog });
live.subscribe(account, (event) => process.stdout.write(`${JSON.stringify(event)}\n`));
process.stdout.write('listening\n');

for await (const topic of createInterface(process.stdin)) {
  await database.db.transaction().execute((db) => publish(db, { account, topic, id: String(process.pid) }));
}
await live.close();
await database.close();
