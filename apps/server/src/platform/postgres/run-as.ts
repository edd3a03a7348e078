import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { StartupError } from '../startup-error.ts';

/** The user that PostgreSQL runs as, as `spawn` takes it; empty for our own user. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/**
 * PostgreSQL refuses to run as root. Started by root, it runs as the owner of the cluster (somebody may have started
 * Muster without root before), or as `nobody`.
 */
export async function chooseRunAs(cluster: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return {};
  // There is none before the first start; what else is wrong with the folder is told by whoever makes it.
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  try {
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  } catch (error) {
    throw new StartupError(
      'PostgreSQL can’t run as root, and this machine has no user "nobody" to run it as. ' +
        'Start Muster as a normal user, or set DATABASE_URL.',
      { cause: error },
    );
  }
}

async function idOf(which: '-u' | '-g'): Promise<number> {
  const { stdout } = await promisify(execFile)('id', [which, 'nobody']);
  return Number.parseInt(stdout, 10);
}
