import type { Step } from '@muster/domain/field/progress/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/**
 * The steps that stand at a visit, of whoever has it or of the whole crew: as they were tapped, and where nobody ever tapped as they are
 * known otherwise. And whether its report has left the house.
 */
export async function readStanding(db: Tx, visit: string): Promise<{ steps: Step[]; is_mailed: boolean }> {
  const { rows } = await sql<{ steps: Step[]; is_mailed: boolean }>`
    with tapped as (
      select t.step, t.technician_id, t.retracted_at from taps t where t.visit_id = ${visit} and not t.is_stray)
    select array(select t.step from tapped t
                  where t.retracted_at is null
                    -- That one of a crew left says nothing of the others.
                    and (t.step <> 'done' or t.technician_id is null or exists (
                      select from assignments a
                       where a.visit_id = ${visit} and a.technician_id = t.technician_id and a.is_lead))
                 union
                 select known.step
                   from assignments a
                  cross join lateral (values ('en route', a.en_route_at), ('on site', a.on_site_at)) known (step, at)
                  where a.visit_id = ${visit} and known.at is not null
                    and not exists (select from tapped t where t.step = known.step)) as steps,
           exists (select from report_mails m where m.visit_id = ${visit}) as is_mailed`.execute(db);
  return rows[0]!;
}
