import type { Assignment } from '@muster/domain/work/assignments/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import { DatabaseError } from 'pg';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';

/** What PostgreSQL says when an exclusion constraint refuses. */
const OVERLAP = '23P01';

export async function readBookings(
  db: Tx,
  table: TrackedTable<Assignment>,
  visits: readonly string[],
): Promise<Assignment[]> {
  const { rows } = await sql<{ row: Assignment }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)} from assignments where visit_id = any(${visits}::uuid[]) order by id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** Those whom the bookings are of; ids of bookings that are gone are left out. */
export async function readOwners(db: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ technician_id: string }>`
    select technician_id from assignments where id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ technician_id }) => technician_id);
}

/** What the constraint would say at the end of the transaction, it says now. */
export async function askConstraint(db: Tx): Promise<void> {
  try {
    await sql`set constraints assignments_do_not_overlap immediate`.execute(db);
    await sql`set constraints assignments_do_not_overlap deferred`.execute(db);
  } catch (error) {
    if (error instanceof DatabaseError && error.code === OVERLAP)
      throw new Failure('conflict', 'This technician is already booked at that time.');
    throw error;
  }
}

/** The days of the scenario that is seen, where one of these bookings begins on another day. */
export async function findOutside(
  db: Tx,
  ids: readonly string[],
): Promise<{ from: string; to: string } | undefined> {
  const { rows } = await sql<{ from: string; to: string }>`
    select s.from_date::text as "from", s.to_date::text as "to" from assignments a, scenarios s, accounts b
     where a.id = any(${ids}::uuid[]) and s.id = current_scenario() and b.id = current_account()
       and (a.starts_at at time zone b.zone)::date not between s.from_date and s.to_date limit 1`.execute(db);
  return rows[0];
}
