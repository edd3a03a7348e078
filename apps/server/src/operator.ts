import { join } from 'node:path';
import { connect, type Database } from './platform/db/connect.ts';
import { createLog } from './platform/log.ts';
import { startCluster, visitCluster } from './platform/postgres/cluster.ts';
import { dataDir } from './platform/postgres/data-dir.ts';
import { openKeyring } from './platform/secrets/keyring.ts';
import { StartupError } from './platform/startup-error.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

const repoDir = join(import.meta.dirname, '../../..');

/** The outcome, and a message for the operator. */
interface CommandResult {
  done: boolean;
  said: string;
}

/** `ownerUrl`: for what only the owner of the tables may do. */
export type Command = (database: Database, settings: Settings, ownerUrl: string) => Promise<CommandResult>;

/** The database as its owner signs in, and the folder beside which everything else lies. */
interface Place {
  ownerUrl: string;
  keyDir: string;
  settings: Settings;
}

/** Runs an operator's command with the settings of the server, which may be running. Without a command it prints the usage. */
export async function obey(command: Command | undefined, usage: string): Promise<void> {
  await obeyAt(
    command &&
      (async ({ ownerUrl, keyDir, settings }) => {
        const keys = openKeyring(settings.MASTER_KEY, keyDir);
        const database = await connect({ ownerUrl, log: createLog('silent'), keys, keyDir });
        try {
          return await command(database, settings, ownerUrl);
        } finally {
          await database.close();
        }
      }),
    usage,
  );
}

/** The same for a command that takes the database as it is, without bringing it up to date; `alone`: no server may be running. */
export async function obeyAt(
  command: ((place: Place) => Promise<CommandResult>) | undefined,
  usage: string,
  { alone = false } = {},
): Promise<void> {
  if (!command) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  try {
    const { done, said } = await atPlace(readSettings(process.env), command, alone);
    (done ? process.stdout : process.stderr).write(`${said}\n`);
    process.exitCode = done ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartupError || error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function atPlace(
  settings: Settings,
  command: (place: Place) => Promise<CommandResult>,
  alone: boolean,
): Promise<CommandResult> {
  const keyDir = dataDir({ configured: settings.DATA_DIR, repoDir });
  const open = alone ? startCluster : visitCluster;
  const cluster = settings.DATABASE_URL
    ? { ownerUrl: settings.DATABASE_URL, stop: async () => {} }
    : await open({ dataDir: keyDir, log: createLog('silent') });
  try {
    return await command({ ownerUrl: cluster.ownerUrl, keyDir, settings });
  } finally {
    await cluster.stop();
  }
}
