import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  closeDemo,
  openDemo,
  openDemoOffice,
  openDemoWork,
  DEMO_PASSWORD,
  DEMO_SIGN_IN,
} from '../seed/demo.ts';
import { buildApp, buildTasks, schedules, whenReadOnly } from './app.ts';
import { endUnbilled } from './modules/identity/billing/service.ts';
import { fillSuburbs } from './modules/work/suburbs/service.ts';
import type { Logger } from 'pino';
import { connect, type Database } from './platform/db/connect.ts';
import type { Deps, App } from './platform/deps.ts';
import { openStorage } from './platform/files/storage.ts';
import { isPrivate } from './platform/http/edge/client-network.ts';
import { startLive } from './platform/live/hub.ts';
import { createLog, logFile } from './platform/log.ts';
import { startCluster } from './platform/postgres/cluster.ts';
import { dataDir } from './platform/postgres/data-dir.ts';
import { openKeyring } from './platform/secrets/keyring.ts';
import { findMissingKeys } from './platform/secrets/secrets.ts';
import { publicAddress } from './platform/site/public-address.ts';
import { StartupError } from './platform/startup-error.ts';
import { hasInbox } from './platform/tasks/mailer.ts';
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
  const { DATABASE_URL, DATA_DIR, LOG_LEVEL, MASTER_KEY, SMTP_URL } = settings;
  await tryListening(settings);
  const keyDir = dataDir({ configured: DATA_DIR, repoDir });
  const own = DATABASE_URL ? undefined : keyDir;
  // With the built-in database the log goes to a file, so that the terminal stays readable.
  const log = createLog(LOG_LEVEL, own === undefined ? undefined : logFile(join(own, 'muster.log')));
  const ownerUrl =
    DATABASE_URL ?? (await begin(startCluster({ dataDir: own!, log }), (it) => it.stop())).ownerUrl;
  const keys = openKeyring(MASTER_KEY, keyDir);
  const database = await begin(connect({ ownerUrl, log, keys, keyDir }), (it) => it.close());
  await warnOfMissingKeys(database, log);
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
  await endUnbilled(deps);
  await begin(startQueue({ database, log, tasks: buildTasks(deps), schedules, whenReadOnly }), (it) =>
    it.stop(),
  );
  const app = buildApp(deps);
  await begin(listen(app, settings), () => app.close());
  const address = publicAddress(settings);
  return { address, dataDir: own, demo, mails: hasInbox(deps) ? 'inbox' : SMTP_URL ? 'sent' : 'kept back' };
}

/** The rest works without them, and whoever owns such a connection is told to connect it again. */
async function warnOfMissingKeys(database: Database, log: Logger): Promise<void> {
  const { secrets, ids } = await findMissingKeys(database);
  if (secrets > 0)
    log.warn(
      { count: secrets, missing: ids, keys: database.keys.all.map(({ id }) => id) },
      'Secrets of connections can’t be read with the master keys that are here. Put the missing keys back (MASTER_KEY, or muster-master-key in the data folder), or have the connections reconnected.',
    );
}

/** Starts to listen, or throws an error that says why it cannot and what to do. */
async function listen(app: App, { HOST, PORT }: Settings): Promise<void> {
  await explainRefusal(app.listen({ host: HOST, port: PORT }), HOST, PORT);
}

/** Checks early whether the port is free, before other parts are started that would have to be stopped again. */
async function tryListening({ HOST, PORT }: Settings): Promise<void> {
  const probe = createServer();
  await explainRefusal(once(probe.listen(PORT, HOST), 'listening'), HOST, PORT);
  await promisify(probe.close.bind(probe))();
}

async function explainRefusal(listening: Promise<unknown>, host: string, port: number): Promise<void> {
  try {
    await listening;
  } catch (error) {
    throw refusal((error as NodeJS.ErrnoException).code, host, port) ?? error;
  }
}

function refusal(code: string | undefined, host: string, port: number): StartupError | undefined {
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Another program is using port ${port}. Stop it, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (code === 'EACCES') {
    return new StartupError(
      `Port ${port} is reserved for the system. Choose one above 1023: PORT=3000 npm start`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupError(
      `This machine doesn’t have the address ${host}. Correct HOST: 127.0.0.1 for this machine only, 0.0.0.0 for all networks.`,
    );
  }
  return undefined;
}

/** The lines that the terminal shows once the server runs. */
export function welcome({ address, dataDir, demo, mails }: Omit<Muster, 'stop'>): string {
  const lines = [
    ['Muster is ready', address],
    ...(demo ? [['Sign in as', `${DEMO_SIGN_IN}, password ${DEMO_PASSWORD}`]] : []),
    ...(mails === 'inbox' ? [['Emails', `${address}/inbox`]] : []),
    ...(mails === 'kept back' ? [['Emails', 'are held back: set SMTP_URL to send them']] : []),
    ['Data', dataDir ?? 'in the database of DATABASE_URL'],
    ...(dataDir ? [['Log', `${dataDir}/muster.log`]] : []),
    ['Stop with', 'Ctrl-C'],
  ];
  return `\n${lines.map(([what, where]) => `  ${what!.padEnd(17)}${where}`).join('\n')}\n\n`;
}
