import { createInterface } from 'node:readline';
import { connect } from '../../src/platform/db/connect.ts';
import { transaction } from '../../src/platform/db/transaction.ts';
import { announce, type Channel } from '../../src/platform/live/event-log.ts';
import { startLive } from '../../src/platform/live/hub.ts';
import { silentLog } from '../silent-log.ts';
import { testKeys } from '../test-keys.ts';

/** Another process on the same database: prints the events of a channel, and announces a topic for each line it is given. */
const [ownerUrl, channel] = process.argv.slice(2) as [string, Channel];
const database = await connect({ ownerUrl, log: silentLog, keys: testKeys });
const live = await startLive({ database, log: silentLog });
const say = (line: string) => process.stdout.write(`${line}\n`);
await live.follow(channel, undefined, {
  onStart: () => say('listening'),
  onEvent: ({ number, topic }) => say(`${number} ${topic}`),
  onReadAgain: () => say('read again'),
});

for await (const topic of createInterface(process.stdin))
  await transaction(database.db, (db) => announce(db, channel, { topic }));
await live.close();
await database.close();
