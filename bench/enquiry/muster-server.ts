import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { buildApp } from '../../apps/server/src/app.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import { folderStorage } from '../../apps/server/src/platform/files/storage.ts';
import { startLive } from '../../apps/server/src/platform/live/hub.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { readSettings } from '../../apps/server/src/settings.ts';
import { testKeys } from '../../apps/server/test/test-keys.ts';

/** The whole product behind a proxy that names the clients; limits as in production. Its mails wait in the outbox. */
const log = createLog('info');
const settings = readSettings({ TRUST_PROXY: '1' });
const database = await connect({ ownerUrl: process.env['BENCH_DATABASE_URL']!, log, keys: testKeys });
const live = await startLive({ database, log });
const app = buildApp({
  settings,
  database,
  live,
  log,
  files: folderStorage(tmpdir()),
  now: Date.now,
  embedded: true,
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as AddressInfo).port });

process.once('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await app.close();
  await live.close();
  await database.close();
  process.exit(0);
}
