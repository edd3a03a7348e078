import type { FollowUp, OpenFollowUp, OpenFollowUps } from '@muster/domain/work/follow-ups/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

export async function isOpenFor(
  db: Tx,
  { visit_id, technician_id, kind }: Pick<FollowUp, 'visit_id' | 'technician_id' | 'kind'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from follow_ups
     where visit_id = ${visit_id} and kind = ${kind} and decision is null
       and technician_id is not distinct from ${technician_id}::uuid`.execute(db);
  return rows.length > 0;
}

/** The visits of a job that could not be completed, before a moment if one is given, and about which nobody has decided. */
export async function openOfJob(db: Tx, job: string, before: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from visits v join follow_ups f on f.visit_id = v.id
     where v.job_id = ${job} and f.kind = 'could not complete' and f.decision is null
       and (${before}::timestamptz is null or ${before}::timestamptz > coalesce(
         (select min(coalesce(a.on_site_at, a.starts_at)) from assignments a where a.visit_id = v.id), f.created_at))
     order by f.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** As many as somebody looks through. */
const MOST_SHOWN = 100;

/**
 * What waits for a decision, whatever day it is of. A job that is put aside is decided about. Work astray counts as long as a tap tells
 * of it, and whoever has the visit again is not astray.
 */
export async function listOpen(db: Tx): Promise<OpenFollowUps> {
  const { rows } = await sql<{ row: OpenFollowUp; open: number }>`
    with open as (
      select f.*, v.number as visit_number, v.job_id, v.outcome_reason, v.cancelled_at, told.began_at, told.done_at
        from follow_ups f
        join visits v on v.id = f.visit_id
        left join lateral (
          select min(k.at) as began_at, max(k.at) filter (where k.step = 'done') as done_at
            from taps k
           where k.visit_id = f.visit_id and k.technician_id = f.technician_id and k.is_stray and k.retracted_at is null) told on true
       where f.decision is null
         and case f.kind
               when 'could not complete' then v.outcome = 'could not complete'
               else told.began_at is not null and not exists (
                 select from assignments a where a.visit_id = f.visit_id and a.technician_id = f.technician_id)
             end)
    select jsonb_build_object(
             'id', o.id, 'version', o.version, 'visit_id', o.visit_id, 'kind', o.kind, 'created_at', o.created_at,
             'job_id', j.id, 'number', 'J-' || j.number || '/' || o.visit_number, 'customer', c.name, 'suburb', s.suburb,
             'technician', coalesce(t.name, crew.names, ''), 'is_cancelled', o.cancelled_at is not null,
             'reason', case o.kind when 'could not complete' then o.outcome_reason else '' end,
             'from', coalesce(o.began_at, crew.began_at), 'to', coalesce(o.done_at, crew.done_at)) as row,
           (count(*) over ())::int as open
      from open o
      join jobs j on j.id = o.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
      left join technicians t on t.id = o.technician_id
      left join lateral (
        select string_agg(t.name, ', ' order by a.is_lead desc, t.sort_name) as names,
               min(coalesce(a.on_site_at, a.starts_at)) as began_at, max(a.done_at) as done_at
          from assignments a join technicians t on t.id = a.technician_id
         where a.visit_id = o.visit_id and o.technician_id is null) crew on true
     where o.kind = 'stray work' or j.archived_at is null
     order by o.created_at desc, o.id limit ${MOST_SHOWN}`.execute(db);
  return { rows: rows.map(({ row }) => row), more: (rows[0]?.open ?? 0) - rows.length };
}
