import type { Logger } from 'pino';

export interface Cluster {
  /** Address of the database `muster` as the role that owns it. */
  readonly ownerUrl: string;
  /** True when PostgreSQL was still running from a process that was killed. */
  readonly adopted: boolean;
  stop(): Promise<void>;
}

export async function startCluster(_: { dataDir: string; log: Logger }): Promise<Cluster> {
  throw new Error('not built yet');
}
