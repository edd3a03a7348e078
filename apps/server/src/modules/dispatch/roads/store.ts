import type { BoardRoads, RouteLines } from '@muster/domain/dispatch/roads/schema';
import type { Position, TravelSettings } from '@muster/domain/values/travel';
import { sql } from 'kysely';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    road_times: TableOf<'road_times'>;
    road_lines: TableOf<'road_lines'>;
  }
}

/** Where a technician goes, in order; a position as JSON has it. */
export interface RouteRow {
  readonly technician_id: string;
  readonly base_latitude: number | null;
  readonly base_longitude: number | null;
  readonly stops: readonly Position[];
}

/** One answer of a routing service. */
export interface TimeRow {
  readonly origin: number;
  readonly destination: number;
  readonly seconds: number | null;
  readonly metres: number | null;
}

/**
 * What is known of the drives between these places, as a board carries it: those by road, or all that were asked for since a moment, with
 * those for which there is no way.
 */
export async function readTimes(
  db: Tx,
  places: readonly number[],
  since?: Date,
): Promise<BoardRoads['times']> {
  const { rows } = await sql<{ times: BoardRoads['times'] }>`
    with place as materialized (
      select code, number - 1 as at from unnest(${places}::bigint[]) with ordinality as p (code, number))
    select coalesce(json_agg(own), '[]') as times from (
      select ('[' || o.at || ',' || string_agg(d.at || ',' || coalesce((t.seconds + 59) / 60, 0), ',') || ']')::json as own
        from place o join road_times t on t.origin = o.code join place d on d.code = t.destination
       where ${since === undefined ? sql`t.seconds is not null` : sql`t.asked_at > ${since}`}
       group by o.at) r`.execute(db);
  return rows[0]!.times;
}

/** How the business reckons its drives. */
export async function readTravel(db: Tx): Promise<TravelSettings> {
  const { rows } = await sql<{ travel: TravelSettings }>`
    select travel from accounts where id = current_account()`.execute(db);
  return rows[0]!.travel;
}

export async function saveTimes(db: Tx, times: readonly TimeRow[], at: Date): Promise<void> {
  await sql`
    insert into road_times (account_id, origin, destination, seconds, metres, asked_at)
    select current_account(), origin, destination, seconds, metres, ${at}
      from json_to_recordset(${JSON.stringify(times)}::json) as t (origin bigint, destination bigint, seconds int, metres int)
     order by origin, destination
        on conflict (account_id, origin, destination) do update
       set seconds = excluded.seconds, metres = excluded.metres, asked_at = excluded.asked_at`.execute(db);
}

export type Leg = readonly [from: number, to: number];

/** The minutes at the wheel of these drives, where they are known by road. */
export async function readDrives(
  db: Tx,
  legs: readonly Leg[],
): Promise<{ from: number; to: number; minutes: number }[]> {
  const { rows } = await sql<{ drives: never[] }>`
    select coalesce(json_agg(d), '[]') as drives from (
      select distinct origin as "from", destination as "to", (seconds + 59) / 60 as minutes
        from unnest(${legs.map(([from]) => from)}::bigint[], ${legs.map(([, to]) => to)}::bigint[]) as w (start, goal)
        join road_times on origin = start and destination = goal
       where seconds is not null) d`.execute(db);
  return rows[0]!.drives;
}

/** The lines of these drives that are known; with those that there is no way for where they were asked for since a moment. */
export async function readLines(
  db: Tx,
  legs: readonly Leg[],
): Promise<(Omit<RouteLines['lines'][number], 'line'> & { line: string | null; asked_at: string })[]> {
  const { rows } = await sql<{ lines: never[] }>`
    select coalesce(json_agg(l), '[]') as lines from (
      select origin as "from", destination as "to", line, asked_at
        from unnest(${legs.map(([from]) => from)}::bigint[], ${legs.map(([, to]) => to)}::bigint[]) as w (start, goal)
        join road_lines on origin = start and destination = goal) l`.execute(db);
  return rows[0]!.lines;
}

export async function saveLine(db: Tx, [from, to]: Leg, line: string | null, at: Date): Promise<void> {
  await sql`
    insert into road_lines (account_id, origin, destination, line, asked_at)
    values (current_account(), ${from}, ${to}, ${line}, ${at})
        on conflict (account_id, origin, destination) do update set line = excluded.line, asked_at = excluded.asked_at`.execute(
    db,
  );
}

/** What nobody has had a use for since that moment. */
export async function forgetOldRoads(db: Tx, before: Date): Promise<void> {
  await sql`delete from road_times where asked_at < ${before}`.execute(db);
  await sql`delete from road_lines where asked_at < ${before}`.execute(db);
}

/** Where people live is among the places. */
export async function forgetRoads(db: Tx): Promise<void> {
  await sql`delete from road_times`.execute(db);
  await sql`delete from road_lines`.execute(db);
}

/** Where everybody goes between two moments. Little of each row, since this is read after every change of a board that somebody looks at. */
export async function readRoutes(
  db: Tx,
  { from, to, technician }: { from: Date; to: Date; technician?: string | undefined },
): Promise<RouteRow[]> {
  const { rows } = await sql<RouteRow>`
    select t.id as technician_id, t.base_latitude, t.base_longitude,
           json_agg(json_build_object('latitude', s.latitude, 'longitude', s.longitude) order by a.starts_at, a.id) as stops
      from assignments a join technicians t on t.id = a.technician_id
      join visits v on v.id = a.visit_id join jobs j on j.id = v.job_id join sites s on s.id = j.site_id
     where a.starts_at >= ${from} and a.starts_at < ${to} and v.cancelled_at is null
       ${technician === undefined ? sql`` : sql`and a.technician_id = ${technician}`}
     group by t.id, t.base_latitude, t.base_longitude`.execute(db);
  return rows;
}

/** The places of what waits to be planned, and of everybody's base. */
export async function readWaiting(db: Tx): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select distinct s.latitude, s.longitude
      from visits v join jobs j on j.id = v.job_id join sites s on s.id = j.site_id
     where v.state = 'unscheduled' and j.archived_at is null
     union
    select base_latitude, base_longitude from technicians
     where archived_at is null and base_latitude is not null and base_longitude is not null`.execute(db);
  return rows;
}
