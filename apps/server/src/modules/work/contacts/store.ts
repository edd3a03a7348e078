import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** Those of these contacts that are at a site of another customer. */
export async function listElsewhere(db: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select k.id from contacts k join sites s on s.id = k.site_id
     where k.id = any(${ids}::uuid[]) and s.customer_id <> k.customer_id`.execute(db);
  return rows.map(({ id }) => id);
}
