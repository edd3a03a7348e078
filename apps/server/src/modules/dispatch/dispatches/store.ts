import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** Visits that begin in the stretch and are planned: all of them, or those of a technician. */
export async function listPlanned(
  db: Tx,
  { from, to }: { from: Date; to: Date },
  technician: string | undefined,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct v.id from assignments a join visits v on v.id = a.visit_id
     where a.starts_at >= ${from} and a.starts_at < ${to} and v.state = 'planned'
       ${technician === undefined ? sql`` : sql`and a.technician_id = ${technician}`}
     order by v.id`.execute(db);
  return rows.map(({ id }) => id);
}
