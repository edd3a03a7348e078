import type { Assignment } from '@muster/domain/work/assignments/schema';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { placeCode, type Position } from '@muster/domain/values/travel';
import type { AccountId } from '@muster/domain/values/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

export async function readBusiness(
  db: Tx,
): Promise<{ account: AccountId; business: BoardTables['business'] }> {
  const { rows } = await sql<BoardTables['business'] & { account: AccountId }>`
    select id as account, zone, region, working_week, overtime, travel, planning from accounts where id = current_account()`.execute(
    db,
  );
  const { account, ...business } = rows[0]!;
  return { account, business };
}

/** What of the board is wanted: a stretch of time, of everybody with all that is unscheduled, or of some technicians with some visits. */
export interface Stretch {
  readonly from: Date;
  readonly to: Date;
  readonly only?: { readonly technicians: readonly string[]; readonly visits: readonly string[] };
  /** A visit that is wanted as well, wherever it is booked. */
  readonly visit?: string;
  /** Somewhere that is no site yet, between which and the places of the board drives are wanted as well. */
  readonly place?: Position;
}

/** The state is that of the live board: a scenario may have booked what waits there, or freed what it copied. */
const unscheduled = sql`
  select v.id from visits v join jobs j on j.id = v.job_id
   where v.state = 'unscheduled' and j.archived_at is null and not exists (select from assignments a where a.visit_id = v.id)
  union
  select v.id from scenario_bases b join visits v on v.id = b.visit_id join jobs j on j.id = v.job_id
   where v.state in ('planned', 'dispatched') and j.archived_at is null and not exists (select from assignments a where a.visit_id = v.id)`;

/** As text from the beginning: building jsonb takes several times as long, and nobody looks inside. */
function rowsOf(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`;
}

/** A position as one whole number, as `placeCode` reckons it. */
function codeOf(latitude: RawBuilder<unknown>, longitude: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(floor((${latitude} + 90) * 100000 + 0.5) * 36000001 + floor((${longitude} + 180) * 100000 + 0.5))::bigint`;
}

/**
 * The tables as the members of a JSON object, and as text: whoever sends them on, or has them read in a thread, need not read them here,
 * which would keep everybody else waiting. One statement, so that all of it is true at the same moment. Assignments are at most a day
 * long, so the day before is read too. Drives are those between all places of the board that a routing service has told of, whatever
 * their age: browser and server judge by the same table.
 */
export async function readTables(db: Tx, { from, to, only, visit, place }: Stretch): Promise<string> {
  const theirs = only && sql`and technician_id = any(${only.technicians}::uuid[])`;
  const { rows } = await sql<{ tables: string }>`
    with booked as (
      select * from assignments
       where starts_at >= ${from}::timestamptz - interval '1 day' and starts_at < ${to} and ends_at > ${from} ${theirs ?? sql``}
      ${only ? sql`union select * from assignments where visit_id = any(${only.visits}::uuid[])` : sql``}),
    wanted as (
      select visit_id as id from booked union ${only ? sql`select unnest(${only.visits}::uuid[])` : unscheduled}
      ${visit ? sql`union select ${visit}::uuid` : sql``}),
    seen as materialized (select v.* from visits v where v.id in (select id from wanted)),
    work as materialized (select j.* from jobs j where j.id in (select job_id from seen)),
    people as materialized (
      select t.* from technicians t
       where ${only ? sql`t.id = any(${only.technicians}::uuid[])` : sql`t.archived_at is null`}
          or t.id in (select technician_id from booked)),
    visited as materialized (select s.* from sites s where s.id in (select site_id from work)),
    place as materialized (
      select code, row_number() over () - 1 as at from (
        select ${codeOf(sql`base_latitude`, sql`base_longitude`)} as code from people
         where base_latitude is not null and base_longitude is not null
        union select ${codeOf(sql`latitude`, sql`longitude`)} from visited
        ${place ? sql`union select ${placeCode(place)}::bigint` : sql``}) p
       where exists (select from road_times)),
    drive as materialized (
      select ('[' || o.at || ',' || string_agg(d.at || ',' || (t.seconds + 59) / 60, ',') || ']')::json as own
        from place o join road_times t on t.origin = o.code join place d on d.code = t.destination
       where t.seconds is not null
       group by o.at)
    select json_build_object(
      'skills', ${rowsOf(sql`select id, name, needs_ticket, archived_at from skills`)},
      'technicians', ${rowsOf(sql`
        select id, version, name, colour, skills, base_suburb_id, base_latitude, base_longitude, working_week, is_active,
               coalesce((select area from suburbs s where s.id = base_suburb_id), '') as area
          from people order by sort_name, id`)},
      'tickets', ${rowsOf(sql`
        select id, version, technician_id, skill_id, expires_on from tickets where technician_id in (select id from people)`)},
      'absences', ${rowsOf(sql`
        select id, version, technician_id, kind, starts_at, ends_at, whole_days, reason from absences
         where starts_at < ${to} and ends_at > ${from} and technician_id in (select id from people) order by starts_at, id`)},
      'customers', ${rowsOf(sql`select id, version, name from customers where id in (select customer_id from work)`)},
      'sites', ${rowsOf(sql`
        select id, version, name, suburb, latitude, longitude, position_is_exact, position_is_found, zone, preferred, banned from visited`)},
      'jobs', ${rowsOf(sql`
        select id, version, number, customer_id, site_id, job_type_id, description, priority from work`)},
      'visits', ${rowsOf(sql`
        select id, version, job_id, number, duration, on_date, window_from, window_to, not_before, due_by, crew_size, skills, crew_skills,
               check_list, note, dispatched_at, outcome, outcome_reason, cancelled_at, return_of, entered_at, entered_by,
               confirmed_at, confirmed_for, created_at from seen`)},
      'assignments', ${rowsOf(sql`
        select id, version, visit_id, technician_id, starts_at, ends_at, is_lead, is_pinned, progress, en_route_at, on_site_at, done_at,
               overrides from booked order by starts_at, id`)},
      'field_records', ${rowsOf(sql`
        select id, version, visit_id, kind, content, noted_at, created_at, retracted_at from field_records
         where kind = 'late' and retracted_at is null and visit_id in (select id from seen) order by noted_at, id`)},
      'customer_messages', ${rowsOf(sql`
        select id, version, visit_id, kind, from_at, to_at, zone, problem, at, agreed, expected_at from customer_messages
         where visit_id in (select id from seen) order by at, id`)},
      'roads', json_build_object(
        'places', (select coalesce(json_agg(code order by at), '[]') from place where exists (select from drive)),
        'times', (select coalesce(json_agg(own), '[]') from drive))
    )::text as tables`.execute(db);
  // Without the braces around them, so that others can be put beside them.
  return rows[0]!.tables.slice(1, -1);
}

export async function countVisits(db: Tx, { from, to }: Pick<Stretch, 'from' | 'to'>): Promise<number> {
  const { rows } = await sql<{ visits: number }>`
    select count(distinct visit_id)::int as visits from assignments
     where starts_at >= ${from}::timestamptz - interval '1 day' and starts_at < ${to} and ends_at > ${from}`.execute(
    db,
  );
  return rows[0]!.visits;
}

/** The customers and sites that jobs are for, as a board shows them and as the log tells of rows. */
export async function readPlaces(
  db: Tx,
  of: { readonly customers: readonly string[]; readonly sites: readonly string[] },
): Promise<{ table: string; id: string; version: number; fields: object }[]> {
  const { rows } = await sql<{ table: string; id: string; version: number; fields: object }>`
    select 'customers' as "table", id, version, jsonb_build_object('name', name) as fields
      from customers where id = any(${of.customers}::uuid[])
    union all
    select 'sites', id, version, jsonb_build_object('name', name, 'suburb', suburb, 'latitude', latitude, 'longitude', longitude,
             'position_is_exact', position_is_exact, 'position_is_found', position_is_found,
             'zone', zone, 'preferred', preferred, 'banned', banned)
      from sites where id = any(${of.sites}::uuid[])`.execute(db);
  return rows;
}

/** Who is booked, from now on, for some visits or for all visits of some jobs. */
export async function readAhead(
  db: Tx,
  of: { readonly visits: readonly string[] } | { readonly jobs: readonly string[] },
  now: Date,
): Promise<Assignment[]> {
  const { rows } = await sql<{ row: Assignment }>`
    select to_jsonb(a) - '{account_id,scenario_id,is_overlap}'::text[] as row
      from assignments a join visits v on v.id = a.visit_id
     where a.ends_at > ${now}
       and ${'visits' in of ? sql`v.id = any(${of.visits}::uuid[])` : sql`v.job_id = any(${of.jobs}::uuid[])`}
     order by a.visit_id, a.is_lead desc, a.id`.execute(db);
  return rows.map(({ row }) => row);
}
