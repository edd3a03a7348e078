import type { ImportKind } from '@muster/domain/imports/columns';
import type { ImportProgress } from '@muster/domain/imports/schema';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    imports: object;
  }
}

/** The same import, asked for again after it failed, begins anew; one that is done stays so. */
export async function beginImport(
  db: Tx,
  { id, kind, total, now }: { id: string; kind: ImportKind; total: number; now: Date },
): Promise<void> {
  await sql`
    insert into imports (account_id, id, kind, state, total, done, started_at, reported_at)
    values (current_account(), ${id}, ${kind}, 'running', ${total}, 0, ${now}, ${now})
    on conflict (account_id, id) do update
      set state = 'running', total = ${total}, done = 0, started_at = ${now}, reported_at = ${now}
    where imports.state <> 'done'`.execute(db);
}

export async function reportImport(
  db: Tx,
  id: string,
  { state, done, now }: { state: ImportProgress['state']; done?: number; now: Date },
): Promise<void> {
  await sql`
    update imports set state = ${state}, done = coalesce(${done ?? null}::int, done), reported_at = ${now}
     where id = ${id} and state <> 'done'`.execute(db);
}

/** Longer than any portion takes. */
const SILENT_SECONDS = 60;

export async function readProgress(db: Tx, id: string, now: Date): Promise<ImportProgress | undefined> {
  const { rows } = await sql<{ row: ImportProgress }>`
    select to_jsonb(r) as row from (
      select id, kind, total, done, started_at,
             case when state = 'running' and reported_at < ${now}::timestamptz - make_interval(secs => ${SILENT_SECONDS})
                  then 'failed' else state end as state
        from imports where id = ${id}) r`.execute(db);
  return rows[0]?.row;
}
