import type { Logger } from 'pino';
import type pg from 'pg';
import type { Db } from './executor.ts';

/** The database as the app role sees it: not superuser, owner of nothing, bound by row-level security. */
export interface Database {
  readonly db: Db;
  readonly pool: pg.Pool;
  readonly appUrl: string;
  /** True while the database is known to be away: refuse at once instead of waiting for a time-out. */
  isAway(): boolean;
  close(): Promise<void>;
}

/** Prepares roles and schema as the owner, then opens the pool that serves. Several processes may do so at once. */
export async function connect(_: { ownerUrl: string; log: Logger }): Promise<Database> {
  throw new Error('not built yet');
}
