import type { WorkFacts } from '@muster/domain/field/hours/rules';
import { sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** Somebody at a visit, as far as whoever pays them wants to know. */
export interface WorkRow extends WorkFacts {
  readonly id: string;
  readonly visit_id: string;
  readonly technician: string;
  readonly job: number;
  readonly number: number;
  readonly customer: string;
  readonly site: string;
  readonly state: string;
  readonly is_cancelled: boolean;
  /** Who entered it afterwards; empty where nobody did, or a program. */
  readonly entered_by_name: string;
  /** When it began: by the first that was told, or else as it was planned. */
  readonly began_at: string;
}

interface Stretch {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/**
 * Everybody who is booked for a visit that has begun or is over, and everybody who tapped at one that they do not have any more; in the
 * order in which they began.
 */
export async function listWork(
  db: Tx,
  {
    from,
    to,
    technician,
    visits,
  }: Partial<Stretch> & { technician?: string | undefined; visits?: readonly string[] },
  page: { cursor?: string; limit: number },
): Promise<{ rows: WorkRow[]; next: string | null }> {
  const began = sql`worked.began_at`;
  const only = visits === undefined ? sql`` : sql`and visit_id = any(${visits}::uuid[])`;
  return listPage(db, {
    columns: sql<WorkRow>`worked.*`,
    from: sql`(
      select coalesce(a.id, p.id) as id, w.visit_id, w.technician_id, t.name as technician, j.number as job, v.number, c.name as customer,
             concat_ws(', ', nullif(s.name, ''), nullif(s.address, ''),
                       nullif(trim(concat_ws(' ', s.suburb, s.region, s.postcode)), '')) as site,
             v.state, v.cancelled_at is not null as is_cancelled, v.entered_at,
             coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = v.entered_by), '') as entered_by_name,
             coalesce(a.on_site_at, p.at, a.starts_at) as began_at,
             case when a.id is not null then jsonb_build_object(
               'en_route_at', a.en_route_at, 'on_site_at', a.on_site_at, 'done_at', a.done_at) end as booking,
             (select coalesce(jsonb_agg(jsonb_build_object('technician_id', g.technician_id, 'is_lead', g.is_lead)), '[]')
                from assignments g where g.visit_id = v.id) as crew,
             (select coalesce(jsonb_agg(to_jsonb(k) - 'account_id' - 'place' order by k.place), '[]')
                from taps k where k.visit_id = v.id) as taps,
             (select coalesce(jsonb_agg(to_jsonb(r) - 'account_id' order by r.noted_at, r.created_at, r.id), '[]')
                from field_records r where r.visit_id = v.id and r.kind = 'time' and r.retracted_at is null) as records
        from (select visit_id, technician_id from assignments where (progress <> 'none' or done_at is not null) ${only}
               union
              select visit_id, technician_id from taps where technician_id is not null and retracted_at is null ${only}) w
        join visits v on v.id = w.visit_id
        join jobs j on j.id = v.job_id
        join customers c on c.id = j.customer_id
        join sites s on s.id = j.site_id
        join technicians t on t.id = w.technician_id
        left join assignments a on a.visit_id = w.visit_id and a.technician_id = w.technician_id
        left join lateral (
          select k.id, k.at from taps k
           where k.visit_id = w.visit_id and k.technician_id = w.technician_id and k.retracted_at is null
           order by k.at limit 1) p on true) as worked`,
    id: sql`worked.id`,
    where: [
      from === undefined ? undefined : sql<boolean>`${began} >= ${from}`,
      to === undefined ? undefined : sql<boolean>`${began} < ${to}`,
      technician === undefined ? undefined : sql<boolean>`worked.technician_id = ${technician}`,
    ],
    order: { by: began, type: 'timestamptz' },
    ...page,
  });
}
