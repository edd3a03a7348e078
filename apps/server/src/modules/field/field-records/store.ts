import type { FieldRecord, NamedFieldRecord } from '@muster/domain/field/field-records/schema';
import type { Tap } from '@muster/domain/field/progress/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** Everything that was noted at a visit, in the order in which it was. */
export async function listRecords(
  db: Tx,
  table: TrackedTable<FieldRecord>,
  visit: string,
): Promise<FieldRecord[]> {
  const { rows } = await sql<{ row: FieldRecord }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)} from field_records where visit_id = ${visit} order by noted_at, created_at, id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** The same, with the names of those who noted it. */
export async function listNamedRecords(
  db: Tx,
  table: TrackedTable<FieldRecord>,
  visit: string,
): Promise<NamedFieldRecord[]> {
  const { rows } = await sql<{ row: NamedFieldRecord }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)},
                   coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = created_by), '') as author
              from field_records where visit_id = ${visit} order by noted_at, created_at, id) r`.execute(db);
  return rows.map(({ row }) => row);
}

export async function findRecord(
  db: Tx,
  table: TrackedTable<FieldRecord>,
  id: string,
): Promise<FieldRecord | undefined> {
  const { rows } = await sql<{ row: FieldRecord }>`
    select to_jsonb(r) as row from (select ${columnsOf(table)} from field_records where id = ${id}) r`.execute(
    db,
  );
  return rows[0]?.row;
}

/** Whether that file is a signature of the visit; one that is still on its way is not yet known. */
export async function isSignatureOf(db: Tx, visit: string, file: string): Promise<boolean> {
  const { rows } = await sql`
    select from files where id = ${file} and visit_id = ${visit} and kind = 'signature' and state <> 'refused'`.execute(
    db,
  );
  return rows.length > 0;
}

/** What was measured at a visit, in the order in which it arrived, also what was taken back. */
export async function listTaps(db: Tx, visit: string): Promise<Tap[]> {
  const { rows } = await sql<{ row: Tap }>`
    select to_jsonb(t) - 'account_id' - 'place' as row from taps t where visit_id = ${visit} order by place`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export async function readSiteOf(db: Tx, visit: string): Promise<string | undefined> {
  const { rows } = await sql<{ site_id: string }>`
    select j.site_id from visits v join jobs j on j.id = v.job_id where v.id = ${visit}`.execute(db);
  return rows[0]?.site_id;
}
