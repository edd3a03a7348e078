import type { Progress } from '@muster/domain/assignments/rules';
import type { VisitState } from '@muster/domain/scheduling/board/rows';
import type { VisitFacts } from '@muster/domain/visits/rules';
import type { Visit, VisitRecord } from '@muster/domain/visits/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../platform/changes/rows.ts';
import type { TrackedTable } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    visits: { id: string; state: VisitState };
  }
}

/** Visits with who is on them, in the order of their numbers: some by id, or all of a job. */
export async function readRecords(
  db: Tx,
  table: TrackedTable<Visit>,
  key: { ids: readonly string[] } | { job: string },
): Promise<VisitRecord[]> {
  const { rows } = await sql<{ row: VisitRecord }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, visits.state,
             (select coalesce(jsonb_agg(to_jsonb(a) - '{account_id,scenario_id,is_overlap}'::text[] ||
                                        jsonb_build_object('technician_name', t.name)
                                        order by a.is_lead desc, t.sort_name, a.id), '[]')
                from assignments a join technicians t on t.id = a.technician_id where a.visit_id = visits.id) as assignments
        from visits
       where ${'ids' in key ? sql`visits.id = any(${key.ids}::uuid[])` : sql`visits.job_id = ${key.job}`}
       order by visits.job_id, visits.number) r`.execute(db);
  return rows.map(({ row }) => row);
}

export interface KnownVisit extends VisitFacts {
  readonly id: string;
  readonly job_id: string;
  readonly state: VisitState;
  readonly technicians: readonly string[];
  readonly progress: readonly Progress[];
}

/** What the states of visits follow from, and the states that were written last. */
export async function readFacts(db: Tx, ids: readonly string[]): Promise<KnownVisit[]> {
  const { rows } = await sql<KnownVisit>`
    select v.id, v.job_id, v.state, v.outcome, to_jsonb(v.cancelled_at) #>> '{}' as cancelled_at,
           to_jsonb(v.dispatched_at) #>> '{}' as dispatched_at,
           array(select a.technician_id from assignments a where a.visit_id = v.id) as technicians,
           array(select a.progress from assignments a where a.visit_id = v.id) as progress
      from visits v where v.id = any(${ids}::uuid[]) order by v.id`.execute(db);
  return rows;
}

/** Nobody else changes these visits, or who is on them, until the transaction ends. In the order of their ids. */
export async function holdVisits(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`select from visits where id = any(${ids}::uuid[]) order by id for update`.execute(db);
}

export async function writeStates(
  db: Tx,
  changed: readonly { id: string; state: VisitState }[],
): Promise<void> {
  await sql`
    update visits set state = n.state
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ state }) => state)}::text[]) as n (id, state)
     where visits.id = n.id`.execute(db);
}

/** The number of the next visit of a job, which is held: two who add one at once wait for each other. */
export async function nextNumber(db: Tx, job: string): Promise<number | undefined> {
  const held = await sql`select from jobs where id = ${job} for update`.execute(db);
  if (held.rows.length === 0) return undefined;
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from visits where job_id = ${job}`.execute(db);
  return rows[0]!.next;
}

export async function listIds(db: Tx, job: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from visits where job_id = ${job} order by id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
