import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { isDatabaseAway } from '../db/connection-errors.ts';
import { StartupError } from '../startup-error.ts';
import { installBinaries } from './binaries.ts';
import { makeDataDir } from './data-dir.ts';
import { initialise, readPassword } from './init.ts';
import type { Postmaster } from './postmaster.ts';
import { findPostmaster, stopPostmaster, freePort, startPostmaster } from './postmaster.ts';
import type { RunAs } from './run-as.ts';
import { chooseRunAs } from './run-as.ts';

export interface Cluster {
  /** Address of the database `muster` as the role that owns it. */
  readonly ownerUrl: string;
  /** True if PostgreSQL was still running because an earlier Muster was killed. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

const OWNER = 'muster_owner';
const DATABASE = 'muster';
const REVIVE_PAUSE_MS = 250;

/**
 * Brings up our own PostgreSQL on this folder, or takes over the one that a killed Muster left running, and keeps it
 * up: if it dies, it is started again on the same port.
 */
export async function startCluster({ dataDir, log }: { dataDir: string; log: Logger }): Promise<Cluster> {
  try {
    const cluster = join(dataDir, 'cluster');
    const runAs = await chooseRunAs(cluster);
    makeDataDir(dataDir, runAs);
    return await open(realpathSync(dataDir), runAs, log);
  } catch (error) {
    throw folderFailure(error, dataDir);
  }
}

/** For a short command: uses a PostgreSQL that is running already and leaves it running, or starts one. */
export async function visitCluster(place: {
  dataDir: string;
  log: Logger;
}): Promise<Pick<Cluster, 'ownerUrl' | 'stop'>> {
  const { dataDir } = place;
  const cluster = existsSync(dataDir) ? join(realpathSync(dataDir), 'cluster') : undefined;
  const running = cluster === undefined ? undefined : await findPostmaster(cluster);
  if (cluster === undefined || !running?.ready) return startCluster(place);
  return { ownerUrl: ownerUrlOf(await readPassword(cluster), running.port), stop: async () => {} };
}

async function open(
  dataDir: string,
  runAs: Awaited<ReturnType<typeof chooseRunAs>>,
  log: Logger,
): Promise<Cluster> {
  const cluster = join(dataDir, 'cluster');
  const binaries = await installBinaries(dataDir);
  const password = await initialise(dataDir, cluster, binaries, runAs);
  const place = {
    dataDir,
    cluster,
    postgres: binaries.postgres,
    logFile: join(dataDir, 'postgres.log'),
    runAs,
    password,
  };
  const stopping = new AbortController();
  let held = await hold(place, stopping.signal);
  const { port } = held.postmaster;
  let reviving = Promise.resolve();
  watch();
  const stop = async () => {
    stopping.abort();
    await reviving;
    await held.admin.end().catch(() => {});
    await stopPostmaster(cluster, held.postmaster);
  };

  try {
    await prepareDatabase(held.admin, ownerPassword(password));
  } catch (error) {
    await stop();
    throw error;
  }
  for (const left of readdirSync(dataDir).filter((name) => name.includes('.tmp-'))) {
    rmSync(join(dataDir, left), { recursive: true, force: true });
  }
  return {
    ownerUrl: ownerUrlOf(password, port),
    adopted: held.adopted,
    stop,
  };

  /** The connection that holds the folder ends when PostgreSQL does: then both are brought back. */
  function watch(): void {
    held.admin.once('end', () => {
      if (!stopping.signal.aborted) reviving = revive();
    });
  }

  async function revive(): Promise<void> {
    log.warn('The built-in PostgreSQL stopped. Restarting it.');
    while (!stopping.signal.aborted) {
      const revived: Held | undefined = await hold({ ...place, port }, stopping.signal).catch(
        (error: unknown) => {
          log.error({ err: error }, 'The built-in PostgreSQL hasn’t restarted yet.');
          return undefined;
        },
      );
      if (revived) {
        held = revived;
        watch();
        log.info('The built-in PostgreSQL is running again.');
        return;
      }
      await sleep(REVIVE_PAUSE_MS);
    }
  }
}

function ownerUrlOf(superuserPassword: string, port: number): string {
  return `postgres://${OWNER}:${ownerPassword(superuserPassword)}@127.0.0.1:${port}/${DATABASE}`;
}

/** Derived from the superuser's password, so that only one secret has to be kept in a file. */
function ownerPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(OWNER).digest('base64url');
}

/** The owner may create the app role and nothing beyond its own database: it is no superuser. */
async function prepareDatabase(admin: Client, password: string): Promise<void> {
  const roles = await admin.query('select from pg_roles where rolname = $1', [OWNER]);
  if (roles.rowCount === 0) {
    await admin.query(
      `create role ${OWNER} login createrole nosuperuser nobypassrls password ${admin.escapeLiteral(password)}`,
    );
  }
  const databases = await admin.query('select from pg_database where datname = $1', [DATABASE]);
  if (databases.rowCount === 0) await admin.query(`create database ${DATABASE} owner ${OWNER}`);
}

interface Held {
  postmaster: Postmaster;
  adopted: boolean;
  /** The superuser's connection. Its session lock keeps every other Muster off this folder, and ends with this process. */
  admin: Client;
}

interface Place {
  dataDir: string;
  cluster: string;
  postgres: string;
  logFile: string;
  runAs: RunAs;
  password: string;
  /** The port to start on; without it, any free one. */
  port?: number;
}

/** "muster" as a number: any, but always the same. */
const FOLDER_LOCK = 0x6d757374;
const PAUSE_MS = 50;
/** Crash recovery replays at most max_wal_size, which takes seconds even on a slow disk. */
const UP_WITHIN_MS = 120_000;
/** A killed Muster's lock goes when PostgreSQL notices the closed socket, which takes a moment under load. */
const UNLOCKED_WITHIN_MS = 2_000;

/** Finds PostgreSQL running on the folder or starts it, and takes the folder's lock. */
async function hold(place: Place, signal: AbortSignal): Promise<Held> {
  const deadline = Date.now() + UP_WITHIN_MS;
  let lockedSince: number | undefined;
  while (Date.now() < deadline && !signal.aborted) {
    const found = await findPostmaster(place.cluster);
    const started = found ? undefined : await start(place);
    const postmaster = started ?? (found?.ready ? found : undefined);
    const admin = postmaster && (await connectAdmin(place, postmaster));
    if (admin) {
      if (await lock(admin)) return { postmaster, adopted: started === undefined, admin };
      await admin.end();
      lockedSince ??= Date.now();
      if (Date.now() - lockedSince > UNLOCKED_WITHIN_MS) {
        throw new StartupError(
          `Another Muster is already using the data folder ${place.dataDir}. ` +
            'Stop it first, or set DATA_DIR to another folder.',
        );
      }
    }
    await sleep(PAUSE_MS);
  }
  throw new StartupError(
    `The built-in PostgreSQL on ${place.dataDir} didn’t start within ${UP_WITHIN_MS / 1000} seconds. ` +
      `Check its log, ${place.logFile}, then start Muster again.`,
  );
}

async function start(place: Place): Promise<Postmaster | undefined> {
  const outcome = await startPostmaster({ ...place, port: place.port ?? (await freePort()) });
  return outcome === 'try again' ? undefined : outcome;
}

/** Undefined while PostgreSQL is starting or stopping. */
async function connectAdmin(place: Place, { port }: Postmaster): Promise<Client | undefined> {
  const admin = new Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: place.password,
    database: 'postgres',
    application_name: 'muster-folder-lock',
    connectionTimeoutMillis: 5_000,
  });
  // The 'end' event that follows is handled elsewhere; but an 'error' event without a listener would end the process.
  admin.on('error', () => {});
  try {
    await admin.connect();
    return admin;
  } catch (error) {
    await admin.end().catch(() => {});
    if (isDatabaseAway(error)) return undefined;
    throw error;
  }
}

async function lock(admin: Client): Promise<boolean> {
  try {
    const { rows } = await admin.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      FOLDER_LOCK,
    ]);
    return rows[0]?.locked === true;
  } catch (error) {
    if (isDatabaseAway(error)) return false;
    throw error;
  }
}

/** ENOENT too: it is how Node reports that a folder could not be made on a read-only disk. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT']);
const ELSEWHERE = 'or set DATA_DIR to another folder';

/** Turns an error of the file system or of PostgreSQL into two sentences: what is wrong, and what to do. */
export function folderFailure(error: unknown, dataDir: string): StartupError {
  if (error instanceof StartupError) return error;
  return new StartupError(sentences(error as NodeJS.ErrnoException, dataDir), { cause: error });
}

function sentences({ code, syscall, message }: NodeJS.ErrnoException, dataDir: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left|Disk quota/.test(message)) {
    return `The disk that holds ${dataDir} is full. Free some space there, ${ELSEWHERE}.`;
  }
  if (syscall?.startsWith('spawn')) {
    return `Programs can’t run in ${dataDir} (${code}). Set DATA_DIR to a folder on a disk that allows it.`;
  }
  if (code !== undefined && UNWRITABLE.has(code)) {
    return `This user can’t use the data folder ${dataDir}. Make the user that runs Muster its owner, ${ELSEWHERE}.`;
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `The data folder ${dataDir} can’t be created because a file is in the way. Move that file, ${ELSEWHERE}.`;
  }
  const last = message.trim().split('\n').at(-1)?.replace(/\.$/, '');
  return `The data folder ${dataDir} can’t be opened (${last}). Fix that, or set DATABASE_URL to another PostgreSQL.`;
}
