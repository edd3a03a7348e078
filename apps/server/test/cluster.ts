import { execFileSync } from 'node:child_process';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { fillSuburbs } from '../src/modules/work/suburbs/service.ts';
import { connect } from '../src/platform/db/connect.ts';
import { startCluster } from '../src/platform/postgres/cluster.ts';
import { silentLog } from './silent-log.ts';
import { asSuperuser, superuserUrl } from './superuser.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testKeys } from './test-keys.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test file copies, as its owner. */
    templateUrl: string;
    /** The same database as the superuser, whom no guard stops. */
    superuserUrl: string;
    /** The data folder of a server that has its tables and was never used. */
    preparedFolder: string;
    /** The tables that have rows in it. */
    referenceTables: string[];
  }
}

/** One PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  const prepared = temporaryFolder();
  const first = await startCluster({ dataDir: folder.path, log: silentLog });
  const template = await connect({ ownerUrl: first.ownerUrl, log: silentLog, keys: testKeys });
  await fillSuburbs(template.db);
  await template.close();
  await first.stop();
  // With the owners of its files, which Node's own copy does not keep.
  execFileSync('cp', ['-a', `${folder.path}/.`, prepared.path]);
  const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
  // Gives the right to copy databases, and to drop them while connections are open.
  await asSuperuser(cluster, folder.path, (client) =>
    client.query('alter role muster_owner createdb; grant pg_signal_backend to muster_owner'),
  );
  project.provide('templateUrl', cluster.ownerUrl);
  project.provide('superuserUrl', superuserUrl(cluster, folder.path).href);
  project.provide('preparedFolder', prepared.path);
  project.provide('referenceTables', await tablesWithRows(cluster.ownerUrl));
  return async () => {
    await cluster.stop();
    folder.remove();
    prepared.remove();
  };
}

async function tablesWithRows(ownerUrl: string): Promise<string[]> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ tablename: string }>(
      `select tablename from pg_tables where schemaname = 'public'`,
    );
    const found = [];
    for (const { tablename } of rows)
      if ((await owner.query(`select from ${tablename} limit 1`)).rowCount) found.push(tablename);
    return found;
  } finally {
    await owner.end();
  }
}
