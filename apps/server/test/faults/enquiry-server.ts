import { buildApp } from '../../src/app.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { startLive } from '../../src/platform/live/hub.ts';
import { startCluster } from '../../src/platform/postgres/cluster.ts';
import { readSettings } from '../../src/settings.ts';
import { testFiles } from '../setups/files.ts';
import { silentLog } from '../silent-log.ts';
import { testKeys } from '../test-keys.ts';

/** The whole server on the built-in database, behind a proxy that names the clients; its mails wait in the outbox. */
const [dataDir = '', port = ''] = process.argv.slice(2);

const cluster = await startCluster({ dataDir, log: silentLog });
const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog, keys: testKeys });
const live = await startLive({ database, log: silentLog });
const settings = readSettings({ TRUST_PROXY: '1' });
const app = buildApp({
  settings,
  database,
  live,
  log: silentLog,
  files: testFiles(),
  now: Date.now,
  embedded: true,
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('listening\n');
