import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Logger } from 'pino';

import { seedDemo } from '../seed/demo.ts';
import { buildApp, buildTasks } from './app.ts';
import { listen } from './listen.ts';
import { isLoopback } from './platform/client-network.ts';
import { connect } from './platform/db/connect.ts';
import type { Deps } from './platform/deps.ts';
import { startLive } from './platform/live.ts';
import { createLog, logFile } from './platform/log.ts';
import { hasInbox } from './platform/mailer.ts';
import { startCluster } from './platform/postgres/cluster.ts';
import { dataDir } from './platform/postgres/data-dir.ts';
import { startQueue } from './platform/queue.ts';
import type { Settings } from './settings.ts';

const repoDir = join(import.meta.dirname, '../../..');
const webDir = join(repoDir, 'apps/web/dist');

export interface Muster {
  address: string;
  /** Of the built-in PostgreSQL; undefined when DATABASE_URL names another. */
  dataDir: string | undefined;
  /** Whether the demo business is there to sign in to. */
  demo: boolean;
  /** Whether mails are kept in the inbox page instead of leaving. */
  inbox: boolean;
  stop(): Promise<void>;
}

/** Brings up all parts in order. Whatever is up when one fails, or when we stop, goes down in the reverse order. */
export async function start(settings: Settings): Promise<Muster> {
  const up: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const down of up.splice(0).reverse()) await down();
  };
  try {
    return { ...(await startParts(settings, (down) => up.push(down))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type OnStop = (down: () => Promise<unknown>) => void;

async function startParts(settings: Settings, onStop: OnStop): Promise<Omit<Muster, 'stop'>> {
  const { HOST, PORT, BASE_URL, BRAND_NAME } = settings;
  const own = settings.DATABASE_URL ? undefined : dataDir({ configured: settings.DATA_DIR, repoDir });
  // Beside the built-in database the log is a file, so that the terminal stays readable.
  const log = createLog(settings.LOG_LEVEL, own === undefined ? undefined : logFile(join(own, 'muster.log')));
  const ownerUrl = settings.DATABASE_URL ?? (await startOwnDatabase(own!, log, onStop));
  const database = await connect({ ownerUrl, log });
  onStop(() => database.close());
  const live = await startLive({ appUrl: database.appUrl, log });
  onStop(() => live.close());
  const deps: Deps = {
    settings,
    database,
    live,
    log,
    now: () => new Date(),
    embedded: own !== undefined,
    ...(existsSync(webDir) ? { webDir } : {}),
  };
  const address = BASE_URL ?? `http://${isLoopback(HOST) ? 'localhost' : HOST}:${PORT}`;
  const demo = own !== undefined && isLoopback(HOST);
  if (demo) await seedDemo(database, { brand: BRAND_NAME, address });
  const queue = await startQueue({ database, log, tasks: buildTasks(deps) });
  onStop(() => queue.stop());
  const app = buildApp(deps);
  onStop(() => app.close());
  await listen(app, settings);
  return { address, dataDir: own, demo, inbox: hasInbox(deps) };
}

async function startOwnDatabase(dataDir: string, log: Logger, onStop: OnStop): Promise<string> {
  const cluster = await startCluster({ dataDir, log });
  onStop(() => cluster.stop());
  return cluster.ownerUrl;
}
