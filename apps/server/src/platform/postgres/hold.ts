import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { isDatabaseAway } from '../db/away.ts';
import { StartupError } from '../startup-error.ts';
import { findPostmaster, freePort, startPostmaster } from './postmaster.ts';
import type { Postmaster } from './postmaster.ts';
import type { RunAs } from './run-as.ts';

export interface Held {
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
export async function hold(place: Place, signal: AbortSignal): Promise<Held> {
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
          `Another Muster is running on the data folder ${place.dataDir}. ` +
            'Stop it first, or give this one a folder of its own with DATA_DIR.',
        );
      }
    }
    await sleep(PAUSE_MS);
  }
  throw new StartupError(
    `The built-in PostgreSQL on ${place.dataDir} did not come up within ${UP_WITHIN_MS / 1000} seconds. ` +
      `Look into its log, ${place.logFile}, and start Muster again.`,
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
