import { join } from 'node:path';
import { installBinaries } from '../../src/platform/postgres/binaries.ts';
import { startCluster } from '../../src/platform/postgres/cluster.ts';
import { startPostmaster, stopPostmaster } from '../../src/platform/postgres/postmaster.ts';
import { chooseRunAs } from '../../src/platform/postgres/run-as.ts';
import { prepareFolder } from '../database.ts';
import { silentLog } from '../silent-log.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { postgresPids, postmasterPid, signalAll } from './processes.ts';

export interface PlainPostgres {
  ownerUrl: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Holds every process of it still, the way a stuck disk or a cut network looks from outside. */
  freeze(): () => void;
  remove(): void;
}

/** A PostgreSQL like one behind DATABASE_URL, which Muster does not start or stop. The test does. */
export async function plainPostgres(): Promise<PlainPostgres> {
  const folder = temporaryFolder();
  prepareFolder(folder.path);
  const made = await startCluster({ dataDir: folder.path, log: silentLog });
  await made.stop();
  const cluster = join(folder.path, 'cluster');
  const port = Number(new URL(made.ownerUrl).port);
  const options = {
    postgres: (await installBinaries(folder.path)).postgres,
    cluster,
    logFile: join(folder.path, 'postgres.log'),
    runAs: await chooseRunAs(cluster),
    port,
  };
  return {
    ownerUrl: made.ownerUrl,
    async start() {
      while ((await startPostmaster(options)) === 'try again');
    },
    stop: () => stopPostmaster(cluster, { pid: postmasterPid(folder.path), port }),
    freeze() {
      const pids = postgresPids(folder.path);
      signalAll(pids, 'SIGSTOP');
      return () => signalAll(pids, 'SIGCONT');
    },
    remove: () => folder.remove(),
  };
}
