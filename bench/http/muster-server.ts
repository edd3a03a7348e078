import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { buildApp } from '../../apps/server/src/app.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { folderStorage } from '../../apps/server/src/platform/files/storage.ts';
import { startLive } from '../../apps/server/src/platform/live/hub.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { readSettings } from '../../apps/server/src/settings.ts';
import { greeting } from '../../apps/server/test/app.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';

/** On loopback it counts a hundredfold, so that the limit is at work and never reached. */
const LIMIT_AN_HOUR = 10_000_000;

/** The real platform with one route that validates, limits and answers; settings and log as in production. */
const log = createLog('info');
const settings = readSettings({});
const database = await connect({ ownerUrl: process.env['BENCH_DATABASE_URL']!, log, keys: testKeys });
const live = await startLive({ database, log });
const app = buildApp(
  { settings, database, live, log, files: folderStorage(tmpdir()), now: Date.now, embedded: true },
  [greeting(LIMIT_AN_HOUR)],
);
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as AddressInfo).port });

process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await app.close();
  await live.close();
  await database.close();
  process.exit(0);
}
