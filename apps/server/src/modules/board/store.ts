import type { BoardTables } from '@muster/domain/board/schema';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

export async function readBusiness(db: Tx): Promise<BoardTables['business']> {
  const { rows } = await sql<BoardTables['business']>`
    select zone, region, working_week, overtime, travel from accounts where id = current_account()`.execute(
    db,
  );
  return rows[0]!;
}

/** What of the board is wanted: a stretch of time, of everybody with all that is unscheduled, or of some technicians with some visits. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
  readonly only?: { readonly technicians: readonly string[]; readonly visits: readonly string[] };
}

type Tables = Omit<BoardTables, 'from' | 'to' | 'business' | 'holidays'>;

const unscheduled = sql`
  select v.id from visits v join jobs j on j.id = v.job_id where v.state = 'unscheduled' and j.archived_at is null`;

/** One statement, so that all of it is true at the same moment. Assignments are at most a day long, so the day before is read too. */
export async function readTables(db: Tx, { from, to, only }: Stretch): Promise<Tables> {
  const theirs = only && sql`and technician_id = any(${only.technicians}::uuid[])`;
  const { rows } = await sql<{ tables: Tables }>`
    with booked as (
      select * from assignments
       where starts_at >= ${from}::timestamptz - interval '1 day' and starts_at < ${to} and ends_at > ${from} ${theirs ?? sql``}
      ${only ? sql`union select * from assignments where visit_id = any(${only.visits}::uuid[])` : sql``}),
    wanted as (
      select visit_id as id from booked union ${only ? sql`select unnest(${only.visits}::uuid[])` : unscheduled}),
    seen as materialized (select v.* from visits v where v.id in (select id from wanted)),
    work as materialized (select j.* from jobs j where j.id in (select job_id from seen)),
    people as materialized (
      select t.* from technicians t
       where ${only ? sql`t.id = any(${only.technicians}::uuid[])` : sql`t.archived_at is null`}
          or t.id in (select technician_id from booked))
    select jsonb_build_object(
      'skills', (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'needs_ticket', needs_ticket,
                                                             'archived_at', archived_at)), '[]') from skills),
      'technicians', (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'id', id, 'version', version, 'name', name, 'colour', colour, 'skills', skills, 'base_latitude', base_latitude,
                 'base_longitude', base_longitude, 'working_week', working_week, 'is_active', is_active) order by sort_name, id), '[]')
          from people),
      'tickets', (
        select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'version', k.version, 'technician_id', k.technician_id,
                                                     'skill_id', k.skill_id, 'expires_on', k.expires_on)), '[]')
          from tickets k where k.technician_id in (select id from people)),
      'absences', (
        select coalesce(jsonb_agg(to_jsonb(a) - '{account_id,scenario_id}'::text[] order by a.starts_at, a.id), '[]')
          from absences a
         where a.starts_at < ${to} and a.ends_at > ${from} and a.technician_id in (select id from people)),
      'customers', (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'version', c.version, 'name', c.name)), '[]')
          from customers c where c.id in (select customer_id from work)),
      'sites', (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'id', s.id, 'version', s.version, 'name', s.name, 'suburb', s.suburb, 'latitude', s.latitude,
                 'longitude', s.longitude, 'zone', s.zone, 'preferred', s.preferred, 'banned', s.banned)), '[]')
          from sites s where s.id in (select site_id from work)),
      'jobs', (
        select coalesce(jsonb_agg(jsonb_build_object(
                 'id', id, 'version', version, 'number', number, 'customer_id', customer_id, 'site_id', site_id,
                 'job_type_id', job_type_id, 'description', description, 'priority', priority)), '[]')
          from work),
      'visits', (select coalesce(jsonb_agg(to_jsonb(v) - '{account_id,state}'::text[]), '[]') from seen v),
      'assignments', (
        select coalesce(jsonb_agg(to_jsonb(b) - '{account_id,scenario_id,is_overlap}'::text[]), '[]') from booked b)
    ) as tables`.execute(db);
  return rows[0]!.tables;
}
