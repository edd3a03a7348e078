import type { Assignment } from '@muster/domain/work/assignments/schema';
import type { Absence } from '@muster/domain/work/technicians/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** All that the scenario that is seen has of its own. */
export async function readOwn<Row extends Assignment | Absence>(
  db: Tx,
  table: TrackedTable<Row>,
): Promise<Row[]> {
  const { rows } = await sql<{ row: Row }>`
    select to_jsonb(r) as row from (select ${columnsOf(table)} from ${sql.table(table.name)} order by id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Absences of the board that is seen: some by id, and all of some technicians. */
export async function readAbsences(
  db: Tx,
  table: TrackedTable<Absence>,
  { ids, technicians }: { ids: readonly string[]; technicians: readonly string[] },
): Promise<Absence[]> {
  const { rows } = await sql<{ row: Absence }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from absences
       where id = any(${ids}::uuid[]) or technician_id = any(${technicians}::uuid[]) order by id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export interface VisitName {
  readonly id: string;
  readonly number: string;
  readonly customer: string;
  /** Whether the job has been put aside. */
  readonly is_aside: boolean;
}

export async function readVisitNames(db: Tx, ids: readonly string[]): Promise<VisitName[]> {
  const { rows } = await sql<VisitName>`
    select v.id, 'J-' || j.number || '/' || v.number as number, c.name as customer, j.archived_at is not null as is_aside
      from visits v join jobs j on j.id = v.job_id join customers c on c.id = j.customer_id
     where v.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function readNames(db: Tx, technicians: readonly string[]): Promise<[string, string][]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from technicians where id = any(${technicians}::uuid[])`.execute(db);
  return rows.map(({ id, name }) => [id, name]);
}
