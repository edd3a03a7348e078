import type { Step } from '@muster/domain/field/progress/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** The steps that stand at a visit, of whoever has it or of the whole crew; and whether its report has left the house. */
export async function readStanding(db: Tx, visit: string): Promise<{ steps: Step[]; is_mailed: boolean }> {
  const { rows } = await sql<{ steps: Step[]; is_mailed: boolean }>`
    select array(select t.step from taps t
                  where t.visit_id = ${visit} and t.retracted_at is null and not t.is_stray
                    -- That one of a crew left says nothing of the others.
                    and (t.step <> 'done' or t.technician_id is null or exists (
                      select from assignments a
                       where a.visit_id = t.visit_id and a.technician_id = t.technician_id and a.is_lead))) as steps,
           exists (select from report_mails m where m.visit_id = ${visit}) as is_mailed`.execute(db);
  return rows[0]!;
}
