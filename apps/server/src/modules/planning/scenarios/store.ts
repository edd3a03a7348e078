import type { Scenario, ScenarioSummary } from '@muster/domain/planning/scenarios/schema';
import type { Assignment } from '@muster/domain/work/assignments/schema';
import type { Absence } from '@muster/domain/work/technicians/schema';
import { sql } from 'kysely';
import { portionsOf } from '../../../platform/changes/portions.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    scenarios: TableOf<'scenarios'>;
    scenario_bases: TableOf<'scenario_bases'>;
  }
}

/** Those that were not discarded, the latest first: nobody has hundreds. The live board is none of them. */
export async function listScenarios(db: Tx, table: TrackedTable<Scenario>): Promise<ScenarioSummary[]> {
  const { rows } = await sql<{ row: ScenarioSummary }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)},
             jsonb_build_object('user_id', scenarios.user_id, 'api_key_id', scenarios.api_key_id,
                                'name', coalesce(u.first_name || ' ' || u.last_name, k.name, '')) as made_by
        from scenarios left join users u on u.account_id = scenarios.account_id and u.id = scenarios.user_id
                       left join api_keys k on k.account_id = scenarios.account_id and k.id = scenarios.api_key_id
       where scenarios.id <> current_account() and scenarios.state <> 'discarded'
       order by scenarios.created_at desc, scenarios.id) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** How many are open; nobody else opens one until the transaction ends. */
export async function countOpen(db: Tx): Promise<number> {
  await sql`select from scenarios where id = current_account() for update`.execute(db);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scenarios where state = 'open' and id <> current_account()`.execute(
    db,
  );
  return rows[0]!.count;
}

/** Every scenario of the account that there still is. */
export async function listIds(db: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from scenarios where id <> current_account() and state <> 'discarded' order by id`.execute(db);
  return rows.map(({ id }) => id);
}

interface Stretch {
  readonly from: Date;
  readonly to: Date;
}

/** Bookings that begin, and absences that last, between two moments. */
export async function readStretch(
  db: Tx,
  tables: { assignments: TrackedTable<Assignment>; absences: TrackedTable<Absence> },
  { from, to }: Stretch,
): Promise<{ assignments: Assignment[]; absences: Absence[] }> {
  const booked = await sql<{ row: Assignment }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(tables.assignments)} from assignments where starts_at >= ${from} and starts_at < ${to} order by id) r`.execute(
    db,
  );
  const away = await sql<{ row: Absence }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(tables.absences)} from absences where starts_at < ${to} and ends_at > ${from} order by id) r`.execute(
    db,
  );
  return { assignments: booked.rows.map(({ row }) => row), absences: away.rows.map(({ row }) => row) };
}

export interface Base {
  readonly id: string;
  readonly live_id: string;
  readonly visit_id: string | null;
  readonly technician_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

export async function insertBases(db: Tx, bases: readonly Base[]): Promise<void> {
  for (const portion of portionsOf(bases))
    await sql`
      insert into scenario_bases (account_id, scenario_id, id, live_id, visit_id, technician_id, starts_at, ends_at)
      select current_account(), current_scenario(), id, live_id, visit_id, technician_id, starts_at, ends_at
        from jsonb_populate_recordset(null::scenario_bases, ${JSON.stringify(portion)}::jsonb)`.execute(db);
}

/** What the scenario that is seen was copied from, as it stood then. */
export async function readBases(db: Tx): Promise<Base[]> {
  const { rows } = await sql<{ row: Base }>`
    select to_jsonb(r) as row from (
      select id, live_id, visit_id, technician_id, starts_at, ends_at from scenario_bases order by id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export async function deleteBases(db: Tx): Promise<void> {
  await sql`delete from scenario_bases`.execute(db);
}
