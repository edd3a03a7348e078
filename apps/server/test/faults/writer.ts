import type { AddressInfo } from 'node:net';
import { buildApp } from '../../src/app.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { startLive } from '../../src/platform/live.ts';
import { startCluster } from '../../src/platform/postgres/cluster.ts';
import { readSettings } from '../../src/settings.ts';
import { ordering } from '../app.ts';
import { silentLog } from '../silent-log.ts';

/** The whole server on the built-in database, with one route that writes; says where it listens. */
const [dataDir = ''] = process.argv.slice(2);

const cluster = await startCluster({ dataDir, log: silentLog });
const database = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog });
const live = await startLive({ appUrl: database.appUrl, log: silentLog });
const app = buildApp(
  { settings: readSettings({}), database, live, log: silentLog, now: Date.now, embedded: true },
  [ordering],
);
await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${(app.server.address() as AddressInfo).port}\n`);
