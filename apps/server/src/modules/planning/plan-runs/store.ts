import type {
  Difference,
  Figures,
  NewPlanRun,
  PlanRun,
  ShownPlanRun,
} from '@muster/domain/planning/plan-runs/schema';
import { sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    plan_runs: TableOf<'plan_runs'>;
    plan_queue: TableOf<'plan_queue'>;
    plan_turns: TableOf<'plan_turns'>;
  }
}

/** What a run that its process left is told to have ended with. */
const LOST = 'Planning stopped because the server restarted. Nothing was changed. Plan again.';

/** In the eyes of everybody a run is over as soon as the lease of its process is. */
const isLost = sql`(r.state in ('waiting', 'running') and
  (q.run_id is null or (q.process_id is not null and q.lease_until < clock_timestamp())))`;

const shown = sql`
  r.id, r.asked_at, r.from_date as "from", r.to_date as "to", r.technicians, r.visits, r.way, r.delay_of, r.seconds, r.began_at, r.ended_at, r.share,
  r.before, r.after, case when ${isLost} then 'failed' else r.state end as state, case when ${isLost} then ${LOST} else r.problem end as problem,
  jsonb_build_object('user_id', r.user_id, 'api_key_id', r.api_key_id, 'name', coalesce(u.first_name || ' ' || u.last_name, k.name, '')) as asked_by,
  case when r.state = 'waiting' and not ${isLost} then (select w.place from ${waitingRuns()} w where w.run_id = r.id) end as place,
  (select p.id from proposals p where p.run_id = r.id) as proposal_id`;

const runs = sql`
  plan_runs r left join plan_queue q on q.account_id = r.account_id and q.run_id = r.id
              left join users u on u.account_id = r.account_id and u.id = r.user_id
              left join api_keys k on k.account_id = r.account_id and k.id = r.api_key_id`;

/**
 * Those that nobody does yet, in the order in which they are taken. Accounts take turns: first who has fewest under way or before it in
 * line, then whose last run was begun longest ago. So the order stays the same when a run begins or ends, and the place that was told is true.
 */
function waitingRuns() {
  return sql`(
    select run_id, account_id,
           (row_number() over (order by under_way + turn, turn, begun_at nulls first, asked_at, run_id))::int as place from (
      select w.run_id, w.account_id, w.asked_at, t.begun_at,
             (select count(*) from plan_queue b where b.account_id = w.account_id and b.process_id is not null) as under_way,
             row_number() over (partition by w.account_id order by w.asked_at, w.run_id) as turn
        from plan_queue w left join plan_turns t on t.account_id = w.account_id where w.process_id is null) in_turn)`;
}

/** How many of the account, in all its scenarios, wait or are under way. */
export async function countOpenRuns(db: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from plan_queue where account_id = current_account()`.execute(db);
  return rows[0]!.count;
}

export async function readRun(db: Tx, id: string): Promise<ShownPlanRun | undefined> {
  const { rows } = await sql<{ row: ShownPlanRun }>`
    select to_jsonb(s) as row from (select ${shown}, r.best from ${runs} where r.id = ${id}) s`.execute(db);
  return rows[0]?.row;
}

/** Of these days, the latest first. */
export async function listRuns(db: Tx, from: string, to: string, limit: number): Promise<PlanRun[]> {
  const { rows } = await sql<{ row: PlanRun }>`
    select to_jsonb(s) as row from (
      select ${shown} from ${runs} where r.from_date <= ${to}::date and r.to_date >= ${from}::date
       order by r.asked_at desc, r.ended_at desc nulls first, r.id limit ${limit}) s`.execute(db);
  return rows.map(({ row }) => row);
}

interface Asking {
  readonly id: string;
  readonly user: string | null;
  readonly apiKey: string | null;
  readonly at: Date;
}

/** "plan" as a number. */
const PLAN_LOCK = 0x706c616e;

/** Whoever asks for a run in an account does so one after the other: the constraint is only the backstop. */
export async function lockRuns(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_account()::text, ${PLAN_LOCK}))`.execute(
    db,
  );
}

/** The run that plans one of these days. */
export async function findOpenRun(db: Tx, from: string, to: string): Promise<PlanRun | undefined> {
  const { rows } = await sql<{ row: PlanRun }>`
    select to_jsonb(s) as row from (
      select ${shown} from ${runs}
       where r.state in ('waiting', 'running') and r.from_date <= ${to}::date and r.to_date >= ${from}::date) s`.execute(
    db,
  );
  return rows[0]?.row;
}

export async function insertRun(db: Tx, { id, user, apiKey, at }: Asking, run: NewPlanRun): Promise<void> {
  await sql`
    insert into plan_runs (account_id, id, user_id, api_key_id, asked_at, from_date, to_date, technicians, visits, way, seconds, delay_of)
    values (current_account(), ${id}, ${user}, ${apiKey}, ${at}, ${run.from}, ${run.to}, ${run.technicians ?? null}::uuid[],
            ${run.visits ?? null}::uuid[], ${run.way}, ${run.seconds}, ${run.delay_of ?? null})`.execute(db);
  await sql`insert into plan_queue (run_id, account_id) values (${id}, current_account())`.execute(db);
}

/** Whether the run of that id is the one that is asked for, and not another under the same key. */
export async function isAskedFor(db: Tx, id: string, run: NewPlanRun): Promise<boolean> {
  const { rows } = await sql`
    select from plan_runs
     where id = ${id} and from_date = ${run.from}::date and to_date = ${run.to}::date
       and technicians is not distinct from ${run.technicians ?? null}::uuid[]
       and visits is not distinct from ${run.visits ?? null}::uuid[]
       and way = ${run.way} and seconds = ${run.seconds} and delay_of is not distinct from ${run.delay_of ?? null}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Ends what was left by processes that are gone, so that these days can be planned again. */
export async function endLost(db: Tx, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with lost as (
      delete from plan_queue where account_id = current_account() and process_id is not null and lease_until < clock_timestamp()
      returning run_id)
    update plan_runs set state = 'failed', problem = ${LOST}, ended_at = ${at}, best = '[]'
     where id in (select run_id from lost) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function forgetRuns(db: Tx, before: Date): Promise<void> {
  await sql`delete from plan_runs where asked_at < ${before}`.execute(db);
}

/** Says whether a process has to be told; one that waits has ended by this. */
export async function stopRun(db: Tx, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ process_id: string | null }>`
    update plan_queue set is_stopped = true where account_id = current_account() and run_id = ${id} returning process_id`.execute(
    db,
  );
  if (rows.length === 0 || rows[0]!.process_id !== null) return rows.length > 0;
  await sql`delete from plan_queue where account_id = current_account() and run_id = ${id}`.execute(db);
  await sql`update plan_runs set state = 'stopped', ended_at = ${at} where id = ${id}`.execute(db);
  return false;
}

/** What a process is to do, from now on its own. */
export async function beginRun(db: Tx, id: string, at: Date) {
  const { rows } = await sql<{ row: NewPlanRun }>`
    with begun as (update plan_runs set state = 'running', began_at = ${at} where id = ${id} returning *)
    select to_jsonb(s) as row from (
      select from_date as "from", to_date as "to", technicians, visits, way, seconds, delay_of from begun) s`.execute(
    db,
  );
  const { technicians, visits, delay_of, ...run } = rows[0]!.row;
  return {
    ...run,
    ...(technicians && { technicians }),
    ...(visits && { visits }),
    ...(delay_of && { delay_of }),
  };
}

export interface Best {
  readonly share: number;
  readonly before: Figures;
  readonly after: Figures;
  readonly best: readonly Difference[];
}

/** How far a run is; false where it is not the process's own any more. */
export async function noteBest(db: Tx, id: string, process: string, best: Best): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update plan_runs set share = ${best.share}, before = ${JSON.stringify(best.before)}::jsonb, after = ${JSON.stringify(best.after)}::jsonb,
           best = ${JSON.stringify(best.best)}::jsonb
     where id = ${id} and exists (select from plan_queue q where q.account_id = plan_runs.account_id and q.run_id = plan_runs.id and q.process_id = ${process})`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

interface End {
  readonly state: 'finished' | 'stopped' | 'failed';
  readonly problem: string | null;
  readonly at: Date;
  readonly after?: Figures;
}

/** Ends a run, unless its lease was lost: then somebody else has ended it. What it found is in its proposal. */
export async function endRun(
  db: Tx,
  id: string,
  process: string,
  { state, problem, at, after }: End,
): Promise<boolean> {
  const { rows } = await sql`
    delete from plan_queue
     where account_id = current_account() and run_id = ${id} and process_id = ${process} and lease_until >= clock_timestamp() returning run_id`.execute(
    db,
  );
  if (rows.length === 0) return false;
  await sql`
    update plan_runs set state = ${state}, problem = ${problem}, ended_at = ${at}, share = 1, best = '[]',
           after = coalesce(${after ? JSON.stringify(after) : null}::jsonb, after)
     where id = ${id}`.execute(db);
  return true;
}

/** How long a process may be silent before its runs are over, and how often it says that it lives. */
const LEASE = sql`interval '8 seconds'`;
export const RENEW_MS = 2_000;

/** The run whose turn it is, for this process to do; of one account it does no more than so many at once, and of a read-only one none. */
export async function claimRun(
  db: Db,
  process: string,
  ofAccount: number,
): Promise<{ run_id: string; account_id: string; scenario_id: string } | undefined> {
  const { rows } = await sql<{ run_id: string; account_id: string; scenario_id: string }>`
    with claimed as (
      update plan_queue set process_id = ${process}, lease_until = clock_timestamp() + ${LEASE}
       where (account_id, run_id) = (
                       select q.account_id, q.run_id from plan_queue q join ${waitingRuns()} w on w.account_id = q.account_id and w.run_id = q.run_id
                        where q.process_id is null
                          and not exists (select from read_only_of(q.account_id))
                          and (select count(*) from plan_queue o where o.account_id = q.account_id and o.process_id = ${process}) < ${ofAccount}
                        order by w.place limit 1 for update of q skip locked)
      returning run_id, account_id, scenario_id
    ), turn as (
      insert into plan_turns (account_id, begun_at) select account_id, clock_timestamp() from claimed
      on conflict (account_id) do update set begun_at = excluded.begun_at
    )
    select * from claimed`.execute(db);
  return rows[0];
}

/** Says that the process lives. Answers which runs are still its own, and which of them somebody has stopped. */
export async function renewLeases(
  db: Db,
  process: string,
): Promise<{ run_id: string; is_stopped: boolean }[]> {
  const { rows } = await sql<{ run_id: string; is_stopped: boolean }>`
    update plan_queue set lease_until = clock_timestamp() + ${LEASE}
     where process_id = ${process} and lease_until >= clock_timestamp() returning run_id, is_stopped`.execute(
    db,
  );
  return rows;
}

/** The accounts and scenarios of runs whose processes are gone. */
export async function listLost(db: Db): Promise<{ account_id: string; scenario_id: string }[]> {
  const { rows } = await sql<{ account_id: string; scenario_id: string }>`
    select distinct account_id, scenario_id from plan_queue where process_id is not null and lease_until < clock_timestamp()`.execute(
    db,
  );
  return rows;
}
