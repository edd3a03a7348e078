import type { Progress } from '@muster/domain/work/assignments/rules';
import type { VisitState } from '@muster/domain/work/visits/states';
import type { VisitFacts } from '@muster/domain/work/visits/rules';
import { sql } from 'kysely';
import { inPortions } from '../../../platform/changes/portions.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    visits: TableOf<'visits'>;
  }
}

export interface KnownVisit extends VisitFacts {
  readonly id: string;
  readonly job_id: string;
  readonly duration: number;
  readonly state: VisitState;
  readonly technicians: readonly string[];
  readonly progress: readonly Progress[];
}

/** What the states of visits follow from, and the states that were written last. */
export async function readFacts(db: Tx, ids: readonly string[]): Promise<KnownVisit[]> {
  return inPortions(ids, async (ids) => {
    const { rows } = await sql<KnownVisit>`
      select v.id, v.job_id, v.duration, v.state, v.outcome, to_jsonb(v.cancelled_at) #>> '{}' as cancelled_at,
             to_jsonb(v.dispatched_at) #>> '{}' as dispatched_at,
             array(select a.technician_id from assignments a where a.visit_id = v.id) as technicians,
             array(select a.progress from assignments a where a.visit_id = v.id) as progress
        from visits v where v.id = any(${ids}::uuid[]) order by v.id`.execute(db);
    return rows;
  });
}

/** Nobody else changes these visits, or who is on them, until the transaction ends. In the order of their ids. */
export async function holdVisits(db: Tx, ids: readonly string[]): Promise<void> {
  await inPortions(ids.toSorted(), async (ids) => {
    const held = await sql`select from visits where id = any(${ids}::uuid[]) order by id for update`.execute(
      db,
    );
    return held.rows;
  });
}

export async function writeStates(
  db: Tx,
  changed: readonly { id: string; state: VisitState }[],
): Promise<void> {
  await inPortions(changed, async (changed) => {
    const done = await sql`
      update visits set state = n.state
        from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ state }) => state)}::text[]) as n (id, state)
       where visits.id = n.id`.execute(db);
    return done.rows;
  });
}

/** Those who are still to go to these visits, and have no licence to. */
export async function listInactive(db: Tx, visits: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct t.name from assignments a join technicians t on t.id = a.technician_id
     where a.visit_id = any(${visits}::uuid[]) and a.ends_at > ${now} and not t.is_active order by t.name`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
