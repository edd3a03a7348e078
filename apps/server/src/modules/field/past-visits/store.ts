import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** What some technicians have on the board within a time, named as a person knows it. */
export async function listMeanwhile(
  db: Tx,
  technicians: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ technician_id: string; name: string; visits: string[] }[]> {
  const { rows } = await sql<{ technician_id: string; name: string; visits: string[] }>`
    select t.id as technician_id, t.name,
           array_agg('J-' || j.number || '/' || v.number || ' ' || c.name order by a.starts_at, v.id) as visits
      from assignments a
      join technicians t on t.id = a.technician_id
      join visits v on v.id = a.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
     where a.technician_id = any(${technicians}::uuid[])
       -- Assignments are at most a day long.
       and a.starts_at > ${from}::timestamptz - interval '1 day' and a.starts_at < ${to}::timestamptz and a.ends_at > ${from}::timestamptz
     group by t.id, t.name order by t.name, t.id`.execute(db);
  return rows;
}
