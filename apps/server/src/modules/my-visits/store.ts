import type { OwnVisit } from '@muster/domain/my-visits/schema';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

export async function readZone(db: Tx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select zone from accounts where id = current_account()`.execute(db);
  return rows[0]!.zone;
}

/** What a technician is to know of their visits that begin in the stretch, in the order of their starts; of one, if an id is given. */
export async function listOwnVisits(
  db: Tx,
  technician: string,
  { from, to }: { from: Date; to: Date },
  visit?: string,
): Promise<OwnVisit[]> {
  const { rows } = await sql<{ row: OwnVisit }>`
    select jsonb_build_object(
             'id', v.id, 'number', 'J-' || j.number || '/' || v.number, 'state', v.state, 'is_tentative', v.state = 'planned',
             'starts_at', a.starts_at, 'ends_at', a.ends_at, 'is_lead', a.is_lead, 'progress', a.progress,
             'en_route_at', a.en_route_at, 'on_site_at', a.on_site_at, 'done_at', a.done_at,
             'window_from', v.window_from, 'window_to', v.window_to, 'crew_size', v.crew_size,
             'description', j.description, 'priority', j.priority, 'note', v.note, 'check_list', v.check_list,
             'outcome', v.outcome, 'outcome_reason', v.outcome_reason,
             'customer', jsonb_build_object('name', c.name, 'phone', c.phone, 'email', c.email),
             'contacts', (
               select coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'role', k.role, 'phone', k.phone, 'email', k.email)
                                         order by k.name, k.id), '[]')
                 from contacts k where k.customer_id = c.id),
             'site', jsonb_build_object(
               'name', s.name, 'address', s.address, 'suburb', s.suburb, 'region', s.region, 'postcode', s.postcode,
               'latitude', s.latitude, 'longitude', s.longitude, 'zone', s.zone, 'access_notes', s.access_notes,
               'hazards', s.hazards),
             'records', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'id', r.id, 'kind', r.kind, 'content', r.content, 'noted_at', r.noted_at, 'created_by', r.created_by,
                        'created_at', r.created_at, 'retracted_at', r.retracted_at) order by r.noted_at, r.created_at, r.id), '[]')
                 from field_records r where r.visit_id = v.id and r.retracted_at is null),
             'files', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'id', f.id, 'kind', f.kind, 'name', f.name, 'type', f.type, 'state', f.state, 'created_by', f.created_by,
                        'created_at', f.created_at) order by f.created_at, f.id), '[]')
                 from files f where f.visit_id = v.id and f.deleted_at is null),
             'before', (
               select coalesce(jsonb_agg(jsonb_build_object(
                        'id', p.id, 'number', p.number, 'at', p.at, 'description', p.description, 'outcome', p.outcome,
                        'outcome_reason', p.outcome_reason, 'notes', p.notes) order by p.at desc), '[]')
                 from (select pv.id, 'J-' || pj.number || '/' || pv.number as number, max(pa.ends_at) as at, pj.description,
                              pv.outcome, pv.outcome_reason,
                              array(select n.content ->> 'text' from field_records n
                                     where n.visit_id = pv.id and n.kind = 'note' and n.retracted_at is null
                                     order by n.noted_at limit 5) as notes
                         from jobs pj
                         join visits pv on pv.account_id = pj.account_id and pv.job_id = pj.id
                         join assignments pa on pa.account_id = pv.account_id and pa.visit_id = pv.id
                        where pj.site_id = s.id and pv.outcome is not null and pv.id <> v.id
                        group by pv.id, pj.number, pv.number, pj.description, pv.outcome, pv.outcome_reason
                        order by at desc limit 5) p)) as row
      from assignments a
      join visits v on v.id = a.visit_id
      join jobs j on j.id = v.job_id
      join customers c on c.id = j.customer_id
      join sites s on s.id = j.site_id
     where a.technician_id = ${technician} and a.starts_at >= ${from} and a.starts_at < ${to}
       ${visit === undefined ? sql`` : sql`and v.id = ${visit}`}
     order by a.starts_at, v.id`.execute(db);
  return rows.map(({ row }) => row);
}

/** What visits are about, beside what is their own. */
export interface About {
  readonly customers?: readonly string[];
  readonly sites?: readonly string[];
  readonly jobs?: readonly string[];
}

/** Whose visits that begin in the stretch are about one of these. */
export async function listOwners(
  db: Tx,
  { customers = [], sites = [], jobs = [] }: About,
  { from, to }: { from: Date; to: Date },
): Promise<string[]> {
  const { rows } = await sql<{ technician_id: string }>`
    select distinct a.technician_id
      from (select id from jobs where customer_id = any(${customers}::uuid[])
            union select id from jobs where site_id = any(${sites}::uuid[])
            union select unnest(${jobs}::uuid[])) j
      join visits v on v.job_id = j.id
      join assignments a on a.visit_id = v.id
     where a.starts_at >= ${from} and a.starts_at < ${to}`.execute(db);
  return rows.map(({ technician_id }) => technician_id);
}

/** Whether a technician is on a visit, or was at some time: what they noted then is still theirs to tell. */
export async function everHad(db: Tx, technician: string, visit: string): Promise<boolean> {
  const { rows } = await sql`
    select from assignments where visit_id = ${visit} and technician_id = ${technician}
    union all
    select from change_subjects of_visit
      join change_subjects of_technician on of_technician.number = of_visit.number and of_technician.subject_id = ${technician}
      join changes c on c.number = of_visit.number and c.scenario_id = current_account()
      join change_entries e on e.number = of_visit.number and e.table_name = 'assignments'
     where of_visit.subject_id = ${visit}
       and ${technician} in (e.before ->> 'technician_id', e.after ->> 'technician_id')
       and exists (
         select from change_entries made
          where made.table_name = 'assignments' and made.row_id = e.row_id
            and ${visit} in (made.before ->> 'visit_id', made.after ->> 'visit_id'))
    limit 1`.execute(db);
  return rows.length > 0;
}

export async function isOn(db: Tx, technician: string, visit: string, asLead: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from assignments
     where visit_id = ${visit} and technician_id = ${technician} and (is_lead or not ${asLead})`.execute(db);
  return rows.length > 0;
}
