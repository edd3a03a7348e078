import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** The state that the business is in, if it has said so. */
export async function readRegion(db: Tx): Promise<string | null> {
  const { rows } = await sql<{ region: string | null }>`
    select region from accounts where id = current_account()`.execute(db);
  return rows[0]!.region;
}
