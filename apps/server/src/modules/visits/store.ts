import { visitState } from '@muster/domain/visits/rules';
import type { Visit, VisitRecord } from '@muster/domain/visits/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../platform/changes/rows.ts';
import type { TrackedTable } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';

/** Visits with who is on them, in the order of their numbers: some by id, or all of a job. */
export async function readRecords(
  db: Tx,
  table: TrackedTable<Visit>,
  key: { ids: readonly string[] } | { job: string },
): Promise<VisitRecord[]> {
  const { rows } = await sql<{ row: VisitRecord }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, visits.state,
             (select coalesce(jsonb_agg(to_jsonb(a) - '{account_id,scenario_id,is_overlap}'::text[] ||
                                        jsonb_build_object('technician_name', t.name)
                                        order by a.is_lead desc, t.sort_name, a.id), '[]')
                from assignments a join technicians t on t.id = a.technician_id where a.visit_id = visits.id) as assignments,
             (select to_jsonb(m) - 'account_id' from customer_messages m where m.visit_id = visits.id order by m.at desc, m.id desc limit 1) as told
        from visits
       where ${'ids' in key ? sql`visits.id = any(${key.ids}::uuid[])` : sql`visits.job_id = ${key.job}`}
       order by visits.job_id, visits.number) r`.execute(db);
  // The state that is written down is that of the live board; in a scenario another one may follow from who is on the visit.
  return rows.map(({ row }) => Object.assign(row, { state: visitState(row, row.assignments) }));
}

/** The number of the next visit of a job, which is held: two who add one at once wait for each other. */
export async function nextNumber(db: Tx, job: string): Promise<number | undefined> {
  const held = await sql`select from jobs where id = ${job} for update`.execute(db);
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from visits where job_id = ${job}`.execute(db);
  return rows[0]!.next;
}

export async function listIds(db: Tx, job: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from visits where job_id = ${job} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
