import { join } from 'node:path';
import { connect, type Database } from './platform/db/connect.ts';
import { createLog } from './platform/log/log.ts';
import { visitCluster } from './platform/postgres/cluster.ts';
import { dataDir } from './platform/postgres/data-dir.ts';
import { StartupError } from './platform/startup-error.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

const repoDir = join(import.meta.dirname, '../../..');

/** The outcome, and a message for the operator. */
interface CommandResult {
  done: boolean;
  said: string;
}

export type Command = (database: Database, settings: Settings) => Promise<CommandResult>;

/** Runs an operator's command with the settings of the server, which may be running. Without a command it prints the usage. */
export async function obey(command: Command | undefined, usage: string): Promise<void> {
  if (!command) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
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

async function onDatabase(settings: Settings, command: Command): Promise<CommandResult> {
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
