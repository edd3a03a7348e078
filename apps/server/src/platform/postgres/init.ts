import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../startup-error.ts';
import { moveIntoPlace } from './binaries.ts';
import type { Binaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** In the cluster's folder, so that one rename puts both the cluster and its password into place. */
const PASSWORD_FILE = 'muster-password';

/** PostgreSQL needs nothing of our environment, and a stray PG… variable could mislead it. */
export const environment = { PATH: process.env['PATH'], LC_ALL: 'C' };

/** Makes the cluster if there is none, and returns the superuser's password. */
export async function initialise(
  dataDir: string,
  cluster: string,
  binaries: Binaries,
  runAs: RunAs,
): Promise<string> {
  if (!existsSync(cluster)) await create(dataDir, cluster, binaries, runAs);
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (major !== binaries.major) {
    throw new StartupError(
      `The data folder ${dataDir} was created by PostgreSQL ${major}, but this Muster comes with PostgreSQL ${binaries.major}. ` +
        'Start the Muster that created it, or set DATA_DIR to another folder.',
    );
  }
  return readPassword(cluster);
}

/** Reads the superuser's password. */
export async function readPassword(cluster: string): Promise<string> {
  return (await readFile(join(cluster, PASSWORD_FILE), 'utf8')).trim();
}

async function create(dataDir: string, cluster: string, binaries: Binaries, runAs: RunAs): Promise<void> {
  const unfinished = mkdtempSync(`${cluster}.tmp-`);
  const data = join(unfinished, 'data');
  const passwordFile = join(unfinished, 'password');
  try {
    const password = randomBytes(32).toString('base64url');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    own(passwordFile, runAs);
    own(unfinished, runAs);
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${data}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
      ],
      { ...runAs, cwd: unfinished, env: environment },
    );
    writeFileSync(join(data, PASSWORD_FILE), password, { mode: 0o600, flush: true });
    own(join(data, PASSWORD_FILE), runAs);
    await moveIntoPlace(data, cluster);
    const folder = await open(dataDir);
    await folder.sync();
    await folder.close();
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

export function own(path: string, { uid, gid }: RunAs): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
