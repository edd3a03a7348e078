import type { Tap } from '@muster/domain/field/progress/schema';
import { sql } from 'kysely';
import { entriesOfChange } from '../../../platform/changes/log.ts';
import type { Tx } from '../../../platform/db/executor.ts';

interface Asked {
  readonly description: string;
  readonly zone: string;
  readonly taps: readonly Pick<Tap, 'technician_id' | 'retracted_at'>[];
}

/** What of the job and the site a report tells, and who told their times themselves. */
export async function readAsked(db: Tx, visit: string): Promise<Asked> {
  const { rows } = await sql<Asked>`
    select j.description, s.zone,
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'technician_id', t.technician_id, 'retracted_at', t.retracted_at)), '[]')
              from taps t where t.visit_id = v.id) as taps
      from visits v join jobs j on j.id = v.job_id join sites s on s.id = j.site_id
     where v.id = ${visit}`.execute(db);
  return rows[0]!;
}

/** What was done to one row of what a report tells. */
export interface LoggedChange {
  readonly at: string;
  readonly by: string;
  readonly table_name: string;
  readonly row_id: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

const tables = ['visits', 'assignments', 'field_records', 'files', 'report_choices'];

/** What was changed of a visit after its signature had arrived, in that order. */
export async function changesAfterRecord(db: Tx, visit: string, record: string): Promise<LoggedChange[]> {
  const { rows } = await sql<{ row: LoggedChange }>`
    select jsonb_build_object('at', c.at, 'by', coalesce(u.first_name || ' ' || u.last_name, k.name, ''),
                              'table_name', e.table_name, 'row_id', e.row_id, 'before', e.before, 'after', e.after) as row
      from change_subjects s
      join changes c on c.account_id = s.account_id and c.number = s.number and c.scenario_id = current_account()
      left join users u on u.account_id = c.account_id and u.id = c.user_id
      left join api_keys k on k.account_id = c.account_id and k.id = c.api_key_id
     cross join ${entriesOfChange(sql`e.table_name = any(${tables}::text[])`)}
     where s.subject_id = ${visit}
       and s.number > (select min(number) from change_subjects where subject_id = ${record})
     order by c.number, e.position`.execute(db);
  return rows.map(({ row }) => row);
}
