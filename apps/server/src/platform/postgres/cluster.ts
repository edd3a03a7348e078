import { createHmac } from 'node:crypto';
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { installBinaries } from './binaries.ts';
import { makeDataDir } from './data-dir.ts';
import { folderFailure } from './failure.ts';
import { initialise, readPassword } from './init.ts';
import { hold } from './hold.ts';
import type { Held } from './hold.ts';
import { findPostmaster, stopPostmaster } from './postmaster.ts';
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
    log.warn('The built-in PostgreSQL went away; bringing it back.');
    while (!stopping.signal.aborted) {
      const revived: Held | undefined = await hold({ ...place, port }, stopping.signal).catch(
        (error: unknown) => {
          log.error({ err: error }, 'The built-in PostgreSQL did not come back yet.');
          return undefined;
        },
      );
      if (revived) {
        held = revived;
        watch();
        log.info('The built-in PostgreSQL is back.');
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
