import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StartupError } from '../startup-error.ts';
import type { RunAs } from './run-as.ts';

const SHARED = '/var/lib/muster';
const ANYBODY_ENTERS = 0o001;

/** Where the built-in PostgreSQL lives: DATA_DIR, or a folder that the user it runs as can reach. */
export function dataDir({
  configured,
  repoDir,
}: {
  configured: string | undefined;
  repoDir: string;
}): string {
  if (configured) return resolve(configured);
  const beside = join(resolve(repoDir), '.data');
  if (process.getuid?.() !== 0 || !firstClosed(dirname(beside))) return beside;
  const hash = createHash('sha256').update(resolve(repoDir)).digest('hex').slice(0, 8);
  return join(SHARED, `${basename(resolve(repoDir))}-${hash}`);
}

/** Makes the folder, and refuses one that the user PostgreSQL runs as could not enter. */
export function makeDataDir(dataDir: string, runAs: RunAs): void {
  if (runAs.uid === undefined) {
    makeFolder(dataDir, 0o700);
    return;
  }
  const closed = firstClosed(dataDir, runAs.uid);
  if (closed) {
    throw new StartupError(
      `PostgreSQL can’t run as root, and the user it runs as can’t open ${closed}. ` +
        `Set DATA_DIR to a folder that every user can reach, for example ${SHARED}.`,
    );
  }
  // A strict umask would close it to the user that PostgreSQL runs as.
  const umask = process.umask(0o022);
  try {
    makeFolder(dataDir, 0o755);
  } finally {
    process.umask(umask);
  }
}

/** Makes one folder at a time, because Node's recursive option never returns in a place such as /proc. */
function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another Muster may have made it at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** The first existing folder on the way to (and including) this one that others may not enter. */
function firstClosed(folder: string, uid?: number): string | undefined {
  const above = dirname(folder);
  const closed = above === folder ? undefined : firstClosed(above, uid);
  if (closed) return closed;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory() || found.mode & ANYBODY_ENTERS || found.uid === uid) return undefined;
  return folder;
}
