import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { closeDemo, openDemo, openDemoOffice, openDemoWork } from '../seed/demo.ts';
import { buildApp, buildTasks } from './app.ts';
import { listen, tryListening } from './listen.ts';
import { fillSuburbs } from './modules/suburbs/service.ts';
import { isPrivate } from './platform/http/client-network.ts';
import { connect } from './platform/db/connect.ts';
import type { Deps } from './platform/deps.ts';
import { openStorage } from './platform/files/open.ts';
import { startLive } from './platform/live/hub.ts';
import { createLog } from './platform/log/log.ts';
import { logFile } from './platform/log/log-file.ts';
import { hasInbox } from './platform/tasks/mailer.ts';
import { startCluster } from './platform/postgres/cluster.ts';
import { dataDir } from './platform/postgres/data-dir.ts';
import { publicAddress } from './platform/site/public-address.ts';
import { startQueue } from './platform/tasks/queue.ts';
import type { Settings } from './settings.ts';

const repoDir = join(import.meta.dirname, '../../..');
const webDir = join(repoDir, 'apps/web/dist');

export interface Muster {
  address: string;
  /** Of the built-in PostgreSQL; undefined when DATABASE_URL names another. */
  dataDir: string | undefined;
  /** Whether the demo business is there to sign in to. */
  demo: boolean;
  /** Whether mails go into the inbox page, to a mail server, or nowhere. */
  mails: 'inbox' | 'sent' | 'kept back';
  stop(): Promise<void>;
}

/** Waits for a part to start, and remembers how to stop it. */
type Begin = <T>(part: Promise<T>, down: (part: T) => Promise<unknown>) => Promise<T>;

/**
 * Starts all parts in order. If one fails, if `patience` is aborted, or when the server stops, those that run are stopped
 * in reverse order.
 */
export async function start(settings: Settings, patience: AbortSignal): Promise<Muster> {
  const up: (() => Promise<unknown>)[] = [];
  const begin: Begin = async (part, down) => {
    const started = await part;
    up.push(() => down(started));
    patience.throwIfAborted();
    return started;
  };
  const stop = async () => {
    const ends = [];
    // A part that fails to stop must not keep the others from stopping, above all the database.
    for (const down of up.splice(0).reverse()) ends.push(...(await Promise.allSettled([down()])));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  };
  try {
    return { ...(await startParts(settings, begin)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(settings: Settings, begin: Begin): Promise<Omit<Muster, 'stop'>> {
  const { DATABASE_URL, DATA_DIR, LOG_LEVEL, SMTP_URL } = settings;
  await tryListening(settings);
  const keyDir = dataDir({ configured: DATA_DIR, repoDir });
  const own = DATABASE_URL ? undefined : keyDir;
  // With the built-in database the log goes to a file, so that the terminal stays readable.
  const log = createLog(LOG_LEVEL, own === undefined ? undefined : logFile(join(own, 'muster.log')));
  const ownerUrl =
    DATABASE_URL ?? (await begin(startCluster({ dataDir: own!, log }), (it) => it.stop())).ownerUrl;
  const database = await begin(connect({ ownerUrl, log, keyDir }), (it) => it.close());
  const live = await begin(startLive({ database, log }), (it) => it.close());
  const deps: Deps = {
    settings,
    database,
    live,
    log,
    files: openStorage(settings, keyDir),
    now: Date.now,
    embedded: own !== undefined,
    ...(existsSync(webDir) ? { webDir } : {}),
  };
  await fillSuburbs(database.db);
  const demo = own !== undefined && isPrivate(settings);
  const now = new Date(deps.now());
  if (!demo) await closeDemo(database, now);
  else {
    if (await openDemo(database)) await openDemoOffice(database, now);
    await openDemoWork(database, now);
  }
  await begin(startQueue({ database, log, tasks: buildTasks(deps) }), (it) => it.stop());
  const app = buildApp(deps);
  await begin(listen(app, settings), () => app.close());
  const address = publicAddress(settings);
  return { address, dataDir: own, demo, mails: hasInbox(deps) ? 'inbox' : SMTP_URL ? 'sent' : 'kept back' };
}
