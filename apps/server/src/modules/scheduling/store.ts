import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

export async function countTechnicians(db: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from technicians where id = any(${ids}::uuid[])`.execute(db);
  return rows[0]!.count;
}
