import type { FeedVisit } from '@muster/domain/messages/calendars/rules';
import { sql } from 'kysely';
import { entriesOfChange } from '../../../platform/changes/log.ts';
import type { Tx } from '../../../platform/db/executor.ts';

export interface Owner {
  readonly business: string;
  readonly zone: string;
  /** Null in the calendar of the whole business. */
  readonly technician: string | null;
  /** When something of the business was last changed; null: never. */
  readonly changed_at: Date | null;
}

/** Whose calendar it is. */
export async function readOwner(db: Tx, technician: string | null): Promise<Owner> {
  const { rows } = await sql<Owner>`
    select a.name as business, a.zone, (select t.name from technicians t where t.id = ${technician}) as technician,
           (select c.at from changes c where c.scenario_id = current_scenario() order by c.number desc limit 1) as changed_at
      from accounts a where a.id = current_account()`.execute(db);
  return rows[0]!;
}

/** A program that shows more shows nothing any more: the nearest ones count. */
const MOST_AHEAD = 8_000;
const MOST_BACK = 2_000;

/** One row for each technician on a visit, so that a crew's visit is in the calendar of each; in the order of their starts. */
export async function listFeedVisits(
  db: Tx,
  technician: string | null,
  { from, now, to }: { from: Date; now: Date; to: Date },
): Promise<FeedVisit[]> {
  const theirs = technician === null ? sql`` : sql`and technician_id = ${technician}`;
  const { rows } = await sql<{ row: FeedVisit }>`
    with booked as (
      (select * from assignments where starts_at >= ${now} and starts_at < ${to} ${theirs}
        order by starts_at, id limit ${MOST_AHEAD})
      union all
      (select * from assignments where starts_at >= ${from} and starts_at < ${now} ${theirs}
        order by starts_at desc, id limit ${MOST_BACK}))
    select jsonb_build_object(
             'visit_id', v.id, 'technician_id', t.id, 'technician', t.name, 'job', j.number, 'number', v.number,
             'job_type', coalesce(y.name, ''), 'description', j.description, 'state', v.state, 'crew_size', v.crew_size,
             'starts_at', a.starts_at, 'ends_at', a.ends_at, 'customer', c.name, 'site', s.name, 'address', s.address,
             'suburb', s.suburb, 'region', s.region, 'postcode', s.postcode,
             'modified_at', coalesce(made.at, v.created_at), 'change', coalesce(latest.number, 0)) as row
      from booked a
      join visits v on v.id = a.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
      join technicians t on t.id = a.technician_id
      left join job_types y on y.id = j.job_type_id
      left join lateral (
        select greatest(
          (select max(s.number) from change_subjects s where s.subject_id = a.id),
          (select s.number from change_subjects s
            where s.subject_id = v.id and exists (
              select from changes c, ${entriesOfChange(sql`e.table_name = 'visits' and e.row_id = v.id`)}
               where c.number = s.number offset 0)
            order by s.number desc limit 1)
        ) as number) latest on true
      left join changes made on made.number = latest.number
     order by a.starts_at, a.id`.execute(db);
  return rows.map(({ row }) => row);
}
