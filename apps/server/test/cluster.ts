import type { TestProject } from 'vitest/node';
import { connect } from '../src/platform/db/connect.ts';
import { startCluster } from '../src/platform/postgres/cluster.ts';
import { silentLog } from './silent-log.ts';
import { asSuperuser } from './superuser.ts';
import { temporaryFolder } from './temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that each test file copies, as its owner. */
    templateUrl: string;
  }
}

/** One PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  const cluster = await startCluster({ dataDir: folder.path, log: silentLog });
  // Gives the right to copy databases, and to drop them while connections are open.
  await asSuperuser(cluster, folder.path, (client) =>
    client.query('alter role muster_owner createdb; grant pg_signal_backend to muster_owner'),
  );
  const template = await connect({ ownerUrl: cluster.ownerUrl, log: silentLog });
  await template.close();
  project.provide('templateUrl', cluster.ownerUrl);
  return async () => {
    await cluster.stop();
    folder.remove();
  };
}
