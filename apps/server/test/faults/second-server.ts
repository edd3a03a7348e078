import { buildApp } from '../../src/app.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { startLive } from '../../src/platform/live/hub.ts';
import { readSettings } from '../../src/settings.ts';
import { testFiles } from '../setups/files.ts';
import { silentLog } from '../silent-log.ts';
import { testKeys } from '../test-keys.ts';

/** One more process of the product on a test's own database, at a moment of the test's own. It says where it listens. */
const [ownerUrl = '', at] = process.argv.slice(2);

const database = await connect({ ownerUrl, log: silentLog, keys: testKeys });
const app = buildApp({
  settings: readSettings({}),
  database,
  live: await startLive({ database, log: silentLog }),
  log: silentLog,
  files: testFiles(),
  now: () => Number(at),
  embedded: true,
});
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
