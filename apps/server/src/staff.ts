import { join } from 'node:path';
import { addStaff, nameStaff, type Outcome, removeStaff } from './modules/staff/service.ts';
import { connect, type Database } from './platform/db/connect.ts';
import { createLog } from './platform/log.ts';
import { visitCluster } from './platform/postgres/cluster.ts';
import { dataDir } from './platform/postgres/data-dir.ts';
import { publicAddress } from './platform/public-address.ts';
import { StartupError } from './platform/startup-error.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

/** `npm run staff -- add EMAIL`: who works in the back office. On the same settings as the server, which may be running. */
const USAGE = `
  npm run staff -- add EMAIL       invite somebody, send the link again, or let them in again
  npm run staff -- disable EMAIL   keep somebody out
  npm run staff -- list            who works here
`;

const repoDir = join(import.meta.dirname, '../../..');

type Command = (database: Database, settings: Settings) => Promise<Outcome>;

const [verb, email, ...rest] = process.argv.slice(2);
const command = rest.length > 0 ? undefined : commandOf(verb, email);

if (!command) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  try {
    const { done, said } = await onDatabase(readSettings(process.env), command);
    (done ? process.stdout : process.stderr).write(`${said}\n`);
    process.exitCode = done ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

function commandOf(verb: string | undefined, email: string | undefined): Command | undefined {
  if (verb === 'list' && email === undefined)
    return async (database) => ({ done: true, said: (await nameStaff(database, new Date())).join('\n') });
  if (email === undefined) return undefined;
  if (verb === 'disable') return (database) => removeStaff(database, email, new Date());
  if (verb === 'add') {
    return async (database, settings) => {
      const { done, said, token } = await addStaff(database, email, new Date());
      const link = token && `${publicAddress(settings)}/activate?invitation=${token}`;
      return { done, said: link ? `${said}\n${link}` : said };
    };
  }
  return undefined;
}

async function onDatabase(settings: Settings, command: Command): Promise<Outcome> {
  const log = createLog('silent');
  const keyDir = dataDir({ configured: settings.DATA_DIR, repoDir });
  const cluster = settings.DATABASE_URL
    ? { ownerUrl: settings.DATABASE_URL, stop: async () => {} }
    : await visitCluster({ dataDir: keyDir, log });
  try {
    const database = await connect({ ownerUrl: cluster.ownerUrl, log, keyDir });
    try {
      return await command(database, settings);
    } finally {
      await database.close();
    }
  } finally {
    await cluster.stop();
  }
}
