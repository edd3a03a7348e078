import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

export async function countTechnicians(db: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from technicians where id = any(${ids}::uuid[])`.execute(db);
  return rows[0]!.count;
}

/** Whether the business pins a time that was agreed. */
export async function pinsAgreed(db: Tx): Promise<boolean> {
  const { rows } = await sql<{ pins: boolean }>`
    select pins_agreed as pins from accounts where id = current_account()`.execute(db);
  return rows[0]!.pins;
}

/** Where the clocks are by which a customer is promised something. */
export async function zoneOfJob(db: Tx, job: string): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select s.zone from jobs j join sites s on s.id = j.site_id where j.id = ${job}`.execute(db);
  return rows[0]!.zone;
}

/** As many bookings as show what people give as reasons nowadays; of these reasons, as many as are worth offering. */
const LATEST = 500;
const MOST_REASONS = 5;

/** Why rules were broken on purpose, what is given for the most visits first. What was said once is about one visit and no usual reason. */
export async function listUsedReasons(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ reason: string }>`
    select mode() within group (order by reason) as reason
      from (select visit_id, overrides from assignments where overrides <> '[]' order by starts_at desc limit ${LATEST}) a,
           lateral (select distinct trim(o ->> 'reason') as reason from jsonb_array_elements(a.overrides) o) given
     group by lower(reason) having count(distinct visit_id) > 1
     order by count(distinct visit_id) desc, lower(reason) limit ${MOST_REASONS}`.execute(db);
  return rows.map(({ reason }) => reason);
}
