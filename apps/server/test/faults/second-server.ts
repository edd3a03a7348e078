import { buildApp, buildTasks, whenReadOnly } from '../../src/app.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { startLive } from '../../src/platform/live/hub.ts';
import { startQueue } from '../../src/platform/tasks/queue.ts';
import { readSettings } from '../../src/settings.ts';
import { testFiles } from '../setups/files.ts';
import { silentLog } from '../silent-log.ts';
import { testKeys } from '../test-keys.ts';

/**
 * One more process of the product on a test's own database, at a moment of the test's own, with these settings. It says where it
 * listens. With settings it takes tasks as well.
 */
const [ownerUrl = '', at, env] = process.argv.slice(2);

const database = await connect({ ownerUrl, log: silentLog, keys: testKeys });
const deps = {
  settings: readSettings(env === undefined ? {} : (JSON.parse(env) as Record<string, string>)),
  database,
  live: await startLive({ database, log: silentLog }),
  log: silentLog,
  files: testFiles(),
  now: () => Number(at),
  embedded: true,
};
const app = buildApp(deps);
if (env !== undefined) {
  const tasks = buildTasks(deps);
  await startQueue({ database, log: silentLog, tasks, whenReadOnly });
}
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`);
