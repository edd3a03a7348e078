import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

export async function readZone(db: Tx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select zone from accounts where id = current_account()`.execute(db);
  return rows[0]!.zone;
}

/** What visits are about, beside what is their own. */
export interface About {
  readonly customers?: readonly string[];
  readonly sites?: readonly string[];
  readonly jobs?: readonly string[];
  readonly visits?: readonly string[];
}

/** Whose visits that begin in the stretch, or before it and are not over, are about one of these. */
export async function listCrews(
  db: Tx,
  { customers = [], sites = [], jobs = [], visits = [] }: About,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const { rows } = await sql<{ technician_id: string }>`
    select distinct a.technician_id
      from (select v.id, v.outcome
              from (select id from jobs where customer_id = any(${customers}::uuid[])
                    union select id from jobs where site_id = any(${sites}::uuid[])
                    union select unnest(${jobs}::uuid[])) j
              join visits v on v.job_id = j.id
            union select id, outcome from visits where id = any(${visits}::uuid[])) v
      join assignments a on a.visit_id = v.id
     where a.starts_at < ${to} and (a.starts_at >= ${from} or v.outcome is null)`.execute(db);
  return rows.map(({ technician_id }) => technician_id);
}
