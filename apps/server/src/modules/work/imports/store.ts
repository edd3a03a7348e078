import type { Role } from '@muster/domain/values/role';
import type { Import, ImportEdit, ImportProblem, NewImport } from '@muster/domain/work/imports/schema';
import type { ImportKind } from '@muster/domain/records';
import { sql } from 'kysely';
import { findByCommand } from '../../../platform/changes/log.ts';
import type { Author } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';
import type { LeftOut, SaidRow, Wishes } from '../import-tables/service.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    imports: TableOf<'imports'>;
    waiting_imports: TableOf<'waiting_imports'>;
    import_rows: TableOf<'import_rows'>;
    left_out_rows: TableOf<'left_out_rows'>;
  }
}

const SHOWN_LEFT_OUT = 100;

/** "impo" as a number: any, but always the same. */
const IMPORT_LOCK = 0x696d706f;

/** The same import, asked for twice at once, is asked for once. */
export async function lockImport(db: Tx, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, ${IMPORT_LOCK}))`.execute(db);
}

/** What an import is answered with, as the log keeps it. */
export interface Imported {
  readonly count: number;
  readonly left_out: number;
}

/** The change that an import made, under the id of the import. It is done with that, whether or not anybody lived to write it down. */
async function findOwnChange(db: Tx, id: string, kind: ImportKind) {
  const found = await findByCommand(db, id);
  return found?.kind === `${kind} imported`
    ? { number: found.number, answer: found.answer as Imported }
    : undefined;
}

export async function readImport(
  db: Tx,
  id: string,
): Promise<{ row: Import; command_hash: Buffer | null } | undefined> {
  const { rows } = await sql<{ row: Omit<Import, 'change'>; command_hash: Buffer | null }>`
    select to_jsonb(r) as row, (select command_hash from imports where id = ${id}) as command_hash from (
      select i.id, i.kind, i.name, i.state, i.total, i.done, i.left_out, i.problem, i.problem_count, i.problems, i.started_at,
             (select coalesce(jsonb_agg(e.one - 'cells' order by e.place), '[]')
                from left_out_rows l cross join lateral jsonb_array_elements(l.rows) with ordinality e(one, place)
               where l.import_id = i.id and e.place <= ${SHOWN_LEFT_OUT}) as left_out_rows
        from imports i where i.id = ${id}) r`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { row, command_hash } = found;
  const own = await findOwnChange(db, id, row.kind);
  if (!own) return { row: { ...row, change: null }, command_hash };
  const { count: done, left_out } = own.answer;
  return { row: { ...row, state: 'done', done, left_out, change: own.number }, command_hash };
}

/** Those of a kind that somebody can go on with, the latest first. */
export async function readDrafts(
  db: Tx,
  kind: ImportKind,
): Promise<Pick<Import, 'id' | 'name' | 'started_at'>[]> {
  const { rows } = await sql<{ row: Pick<Import, 'id' | 'name' | 'started_at'> }>`
    select to_jsonb(r) as row from (
      select id, name, started_at from imports where state = 'draft' and kind = ${kind} order by started_at desc, id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export async function insertImport(
  db: Tx,
  {
    id,
    kind,
    name,
    hash,
    at,
    state,
  }: { id: string; kind: ImportKind; name: string; hash: Buffer; at: Date; state: 'draft' | 'waiting' },
): Promise<void> {
  await sql`delete from imports where id = ${id}`.execute(db);
  await sql`
    insert into imports (account_id, id, kind, name, state, total, done, started_at, command_hash)
    values (current_account(), ${id}, ${kind}, ${name}, ${state}, 0, 0, ${at}, ${hash})`.execute(db);
}

/** A table, how it is to be taken in, and what was said of its rows. */
type Asked = Wishes & Pick<NewImport, 'kind' | 'csv' | 'columns'>;

/** What an import takes in, and for whom. */
export interface Waiting {
  readonly author: Author;
  readonly scenario: string | null;
  readonly asked: Asked;
  readonly at: Date;
  readonly tries: number;
  /** What an earlier try did, whose process ended before it said so. */
  readonly before: Imported | null;
}

export async function keepWaiting(
  db: Tx,
  {
    id,
    author,
    scenario,
    asked,
    at,
  }: Pick<Waiting, 'author' | 'scenario' | 'at'> & { id: string; asked: NewImport },
): Promise<void> {
  const { csv, columns, skip_problems = false, is_draft = false } = asked;
  await sql`
    insert into waiting_imports (account_id, id, user_id, api_key_id, role, scenario_id, csv, columns, alike, skips_problems, is_draft, at)
    values (current_account(), ${id}, ${author.user}, ${author.apiKey}, ${author.role}, ${scenario}, ${csv},
            ${columns ? JSON.stringify(columns) : null}::jsonb, ${alikeOf(asked)}, ${skip_problems || is_draft}, ${is_draft}, ${at})`.execute(
    db,
  );
}

function alikeOf({ alike, leave_out_duplicates }: NewImport): Wishes['alike'] {
  if (alike !== undefined || leave_out_duplicates === undefined) return alike ?? 'suggested';
  return leave_out_duplicates ? 'skip' : 'new';
}

export type Draft = Asked & { readonly scenario: string | null };

export async function readDraft(db: Tx, id: string): Promise<Draft | undefined> {
  const { rows } = await sql<Omit<Draft, 'said' | 'columns'> & { columns: (string | null)[] | null }>`
    select i.kind, w.csv, w.columns, w.alike, w.skips_problems, w.scenario_id as scenario
      from imports i join waiting_imports w on w.account_id = i.account_id and w.id = i.id
     where i.id = ${id} and i.state = 'draft'`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { columns, ...draft } = found;
  return { ...draft, ...(columns && { columns }), said: await readSaid(db, id) };
}

async function readSaid(db: Tx, id: string): Promise<SaidRow[]> {
  const { rows } = await sql<SaidRow>`
    select row, cells, choice, customer_id from import_rows where import_id = ${id} order by row`.execute(db);
  return rows;
}

export async function editDraft(db: Tx, id: string, { columns, alike }: ImportEdit): Promise<void> {
  await sql`
    update waiting_imports
       set columns = coalesce(${columns ? JSON.stringify(columns) : null}::jsonb, columns), alike = coalesce(${alike ?? null}, alike)
     where id = ${id}`.execute(db);
}

/** One of which nothing is said any more is as it was in the table. */
export async function saveRow(
  db: Tx,
  id: string,
  { row, cells, choice, customer_id }: SaidRow,
): Promise<void> {
  await sql`delete from import_rows where import_id = ${id} and row = ${row}`.execute(db);
  if (cells === null && choice === null) return;
  await sql`
    insert into import_rows (account_id, import_id, row, cells, choice, customer_id)
    values (current_account(), ${id}, ${row}, ${cells && JSON.stringify(cells)}::jsonb, ${choice}, ${customer_id})`.execute(
    db,
  );
}

/** It is done for whoever starts it. */
export async function startDraft(
  db: Tx,
  { id, author, at }: Pick<Waiting, 'author' | 'at'> & { id: string },
): Promise<void> {
  await sql`
    update waiting_imports set user_id = ${author.user}, api_key_id = ${author.apiKey}, role = ${author.role}, at = ${at}
     where id = ${id}`.execute(db);
  await sql`
    update imports set state = 'waiting', tries = 0, problem = null, problem_count = 0, problems = '[]', started_at = ${at}
     where id = ${id}`.execute(db);
}

export async function deleteDraft(db: Tx, id: string): Promise<void> {
  await sql`delete from imports where id = ${id} and state = 'draft'`.execute(db);
}

export async function insertLeftOut(db: Tx, id: string, { headings, rows }: LeftOut): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into left_out_rows (account_id, import_id, headings, rows)
    values (current_account(), ${id}, ${JSON.stringify(headings)}::jsonb, ${JSON.stringify(rows)}::jsonb)`.execute(
    db,
  );
}

export async function readLeftOut(db: Tx, id: string): Promise<(LeftOut & { kind: ImportKind }) | undefined> {
  const { rows } = await sql<LeftOut & { kind: ImportKind }>`
    select i.kind, l.headings, l.rows from left_out_rows l join imports i on i.account_id = l.account_id and i.id = l.import_id
     where l.import_id = ${id}`.execute(db);
  return rows[0];
}

export async function countWaiting(db: Tx): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(octet_length(csv)), 0)::int as bytes from waiting_imports`.execute(
    db,
  );
  return rows[0]!;
}

export async function countDrafts(db: Tx, kind: ImportKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from imports where state = 'draft' and kind = ${kind}`.execute(db);
  return rows[0]!.count;
}

/** Those that failed or were never started long ago, what was left out then, and the one that is asked for anew. */
export async function forgetOld(db: Tx, { before, anew }: { before: Date; anew: string }): Promise<void> {
  await sql`
    delete from imports
     where state in ('failed', 'draft') and started_at < ${before} or state = 'failed' and id = ${anew}`.execute(
    db,
  );
  await sql`
    delete from left_out_rows where import_id in (select id from imports where started_at < ${before})`.execute(
    db,
  );
}

/** What stood in the way of imports names cells of their tables, and what was left out or not yet imported is made of them. */
export async function forgetTold(db: Tx): Promise<void> {
  await sql`update imports set problems = '[]' where problems <> '[]'`.execute(db);
  await sql`delete from left_out_rows`.execute(db);
  await sql`delete from imports where state = 'draft'`.execute(db);
}

/** What is to be taken in; nothing, where the import is over. */
export async function beginImport(db: Tx, id: string): Promise<Waiting | undefined> {
  const { rows } = await sql<{
    kind: ImportKind;
    tries: number;
    user_id: string | null;
    api_key_id: string | null;
    role: Role;
    scenario_id: string | null;
    csv: string;
    columns: (string | null)[] | null;
    alike: Wishes['alike'];
    skips_problems: boolean;
    at: Date;
  }>`
    update imports i set state = 'running', done = 0, tries = tries + 1
      from waiting_imports w
     where i.id = ${id} and w.id = i.id and i.state in ('waiting', 'running')
    returning i.kind, i.tries, w.user_id, w.api_key_id, w.role, w.scenario_id, w.csv, w.columns, w.alike, w.skips_problems, w.at`.execute(
    db,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { kind, csv, columns, alike, skips_problems, user_id, api_key_id, role, scenario_id, ...more } =
    found;
  const own = await findOwnChange(db, id, kind);
  return {
    ...more,
    before: own?.answer ?? null,
    asked: { kind, csv, alike, skips_problems, said: await readSaid(db, id), ...(columns && { columns }) },
    author: { user: user_id, apiKey: api_key_id, role },
    scenario: scenario_id,
  };
}

export async function noteProgress(
  db: Tx,
  id: string,
  { total, done }: { total: number; done: number },
): Promise<void> {
  await sql`update imports set total = ${total}, done = ${done} where id = ${id} and state = 'running'`.execute(
    db,
  );
}

type End =
  | { readonly state: 'done'; readonly done: number; readonly left_out: number }
  | {
      readonly state: 'failed';
      readonly problem: string;
      readonly problem_count: number;
      readonly problems: readonly ImportProblem[];
    };

/** What it took in is forgotten with that. A draft that failed is one again, with all that was said of its rows. */
export async function endImport(db: Tx, id: string, end: End): Promise<void> {
  if (end.state === 'done') {
    await sql`delete from waiting_imports where id = ${id}`.execute(db);
    await sql`
      update imports set state = 'done', total = ${end.done + end.left_out}, done = ${end.done}, left_out = ${end.left_out}
       where id = ${id}`.execute(db);
    return;
  }
  await sql`delete from waiting_imports where id = ${id} and not is_draft`.execute(db);
  await sql`
    update imports i
       set state = case when exists (select from waiting_imports w where w.id = i.id) then 'draft' else 'failed' end,
           done = 0, problem = ${end.problem}, problem_count = ${end.problem_count},
           problems = ${JSON.stringify(end.problems)}::jsonb
     where i.id = ${id} and i.state <> 'done'`.execute(db);
}
