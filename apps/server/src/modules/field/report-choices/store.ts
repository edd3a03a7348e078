import type { ReportChoice } from '@muster/domain/field/reports/schema';
import type { ReportSection } from '@muster/domain/work/settings/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

export async function listChoices(
  db: Tx,
  table: TrackedTable<ReportChoice>,
  visits: readonly string[],
): Promise<ReportChoice[]> {
  const { rows } = await sql<{ row: ReportChoice }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)} from report_choices where visit_id = any(${visits}::uuid[])) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Whoever chooses for the same visit at the same moment waits here, and finds what was chosen. */
export async function lockChoice(db: Tx, visit: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${visit}, ${CHOICE_LOCK}))`.execute(db);
}

/** "rcho" as a number. */
const CHOICE_LOCK = 0x7263686f;

/** What reports of the business leave out unless somebody decides otherwise. */
export async function readUsuallyLeftOut(db: Tx): Promise<ReportSection[]> {
  const { rows } = await sql<{ sections: ReportSection[] }>`
    select report_leaves_out as sections from accounts where id = current_account()`.execute(db);
  return rows[0]!.sections;
}

export async function isPhotoOf(db: Tx, visit: string, file: string): Promise<boolean> {
  const { rows } = await sql`
    select from files where id::text = ${file} and visit_id = ${visit} and kind = 'photo'`.execute(db);
  return rows.length > 0;
}
