import type { Change, LongUndo } from '@muster/domain/basics/changes/schema';
import type { MoneyRight, Role } from '@muster/domain/values/role';
import { sql } from 'kysely';
import { listPage } from '../../../platform/changes/list.ts';
import { entriesOfChange } from '../../../platform/changes/log.ts';
import type { Author } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    undos: TableOf<
      'undos',
      { state: 'waiting' | 'running' | 'failed'; role: Role; money: MoneyRight; refusal: LongUndo['refusal'] }
    >;
  }
}

/** Shown of each change; who wants to see all of an import asks for that change. */
const SHOWN_ENTRIES = 20;

export interface HistoryFilters {
  readonly subject?: string;
  readonly table?: string;
  readonly user?: string;
  readonly from?: string;
  readonly to?: string;
  readonly number?: number;
}

/** A visit and its bookings are called by the number of the visit and its customer, "J-1042/2 Smith": alone they have no name. */
const visitLabel = sql`
  select 'J-' || j.number || '/' || v.number || ' ' || cu.name as label,
         jsonb_build_object('job', j.number, 'customer_id', cu.id, 'customer', cu.name) as visit_of
    from visits v join jobs j on j.id = v.job_id join customers cu on cu.id = j.customer_id
   where e.table_name in ('visits', 'assignments')
     and v.id = case e.table_name when 'visits' then e.row_id
                else coalesce(e.after ->> 'visit_id', e.before ->> 'visit_id',
                              (select a.visit_id::text from assignments a where a.id = e.row_id))::uuid end`;

/** The customer who made a change on the page of their visit or of a quote, as history names them. */
const onTheirPage = sql`
  case when c.visit_link_id is not null then
    coalesce((select cu.name from visit_links l join visits v on v.id = l.visit_id join jobs j on j.id = v.job_id
                join customers cu on cu.id = j.customer_id where l.id = c.visit_link_id),
             (select cu.name from quote_link_tokens l join quotes q on q.account_id = l.account_id and q.id = l.quote_id
                join customers cu on cu.id = q.customer_id
               where l.account_id = c.account_id and l.link_id = c.visit_link_id limit 1), 'A customer') || ', on their page' end`;

/** The latest change first. Of each only what whoever asks may read: entries of other tables are left out, and so are changes without any. */
export async function listChanges(
  db: Tx,
  filters: HistoryFilters,
  readable: readonly string[],
  { cursor, limit }: { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ rows: Change[]; next: string | null }> {
  const { subject, table, user, from, to, number } = filters;
  const tables = table === undefined ? readable : readable.filter((name) => name === table);
  return listPage(db, {
    columns: sql<Change>`
      c.number, c.command_id as id, c.command_id as command, c.kind, c.at,
      jsonb_build_object('user_id', c.user_id, 'api_key_id', c.api_key_id, 'name', coalesce(u.first_name || ' ' || u.last_name, k.name, s.first_name || ' ' || s.last_name, ${onTheirPage}, '')) as by,
      c.undoes, undone.kind as undoes_kind,
      (select case i.state when 'done' then i.done else i.total end
         from imports i where i.id = coalesce(undone.command_id, c.command_id)) as imported,
       (select max(later.number) from changes later where later.undoes = c.number) as undone_by,
       (select u.id from undos u where u.number = c.number and u.state <> 'failed') as undo_under_way, c.entries as count,
       (select coalesce(jsonb_agg(jsonb_build_object('table', e.table_name, 'id', e.row_id, 'version', e.version, 'label', coalesce(visit.label, e.label), 'visit_of', visit.visit_of,
                                                    'before', e.before, 'after', e.after) order by e.position), '[]')
         from (select * from ${entriesOfChange(sql`e.table_name = any(${tables})`)} order by e.position
                limit ${number === undefined ? SHOWN_ENTRIES : 1000}) e
         left join lateral (${visitLabel}) visit on true) as entries`,
    from: sql`changes c left join changes undone on undone.account_id = c.account_id and undone.number = c.undoes
                        left join users u on u.account_id = c.account_id and u.id = c.user_id
                        left join api_keys k on k.account_id = c.account_id and k.id = c.api_key_id
                        left join staff s on s.id = c.user_id`,
    id: sql`c.command_id`,
    where: [
      sql<boolean>`c.scenario_id = current_scenario()`,
      sql<boolean>`exists (select from ${entriesOfChange(sql`e.table_name = any(${tables})`)})`,
      subject === undefined
        ? undefined
        : sql<boolean>`c.number in (select s.number from change_subjects s where s.subject_id = ${subject})`,
      user === undefined ? undefined : sql<boolean>`c.user_id = ${user}`,
      from === undefined ? undefined : sql<boolean>`c.at >= ${from}`,
      to === undefined ? undefined : sql<boolean>`c.at < ${to}`,
      number === undefined ? undefined : sql<boolean>`c.number = ${number}`,
    ],
    order: { by: sql`c.number`, type: 'bigint', descending: true },
    cursor,
    limit,
  });
}

/** "undo" as a number. */
const UNDO_LOCK = 0x756e646f;

/** Nobody else of the account asks for the undo of a large change until the transaction ends. */
export async function lockUndos(db: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_account()::text, ${UNDO_LOCK}))`.execute(
    db,
  );
}

/** One that is not done. */
export async function readUndo(db: Tx, id: string) {
  const found = await db
    .selectFrom('undos')
    .select(['number', 'rest_alone', 'state', 'total', 'done', 'refusal'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found && { ...found, undoes: Number(found.number) };
}

/** Whether that change is being taken back. */
export async function findUndoOf(db: Tx, number: number): Promise<string | undefined> {
  const found = await db
    .selectFrom('undos')
    .select('id')
    .where('number', '=', String(number))
    .where('state', '<>', 'failed')
    .executeTakeFirst();
  return found?.id;
}

export async function countUndos(db: Tx): Promise<number> {
  const { count } = await db
    .selectFrom('undos')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return count;
}

/** Those that failed long ago, and the one that is asked for anew. */
export async function forgetOldUndos(
  db: Tx,
  { before, anew }: { before: Date; anew: string },
): Promise<void> {
  await sql`delete from undos where state = 'failed' and (at < ${before} or id = ${anew})`.execute(db);
}

/** Why one failed may name people. */
export async function forgetRefusals(db: Tx): Promise<void> {
  await sql`delete from undos where state = 'failed'`.execute(db);
}

interface AskedUndo {
  readonly number: number;
  readonly restAlone: boolean;
  /** How many entries it takes back, as far as is known. */
  readonly total: number;
  readonly author: Author;
  readonly scenario: string | null;
  readonly at: Date;
}

export async function insertUndo(
  db: Tx,
  { id, number, restAlone, total, author, scenario, at }: AskedUndo & { id: string },
): Promise<void> {
  await sql`
    insert into undos (account_id, id, number, rest_alone, total, user_id, api_key_id, role, money, scenario_id, at)
    values (current_account(), ${id}, ${number}, ${restAlone}, ${total}, ${author.user}, ${author.apiKey}, ${author.role}, ${author.money ?? 'none'}, ${scenario}, ${at})`.execute(
    db,
  );
}

/** What is to be taken back; nothing, where that is over. */
export async function beginUndo(db: Tx, id: string): Promise<(AskedUndo & { tries: number }) | undefined> {
  const found = await db
    .updateTable('undos')
    .set({ state: 'running', done: 0, tries: sql`tries + 1` })
    .where('id', '=', id)
    .where('state', '<>', 'failed')
    .returning([
      'number',
      'rest_alone',
      'total',
      'tries',
      'user_id',
      'api_key_id',
      'role',
      'money',
      'scenario_id',
      'at',
    ])
    .executeTakeFirst();
  if (!found) return undefined;
  const { number, rest_alone, total, tries, user_id, api_key_id, role, money, scenario_id, at } = found;
  const author = { user: user_id, apiKey: api_key_id, role, money };
  return { number: Number(number), restAlone: rest_alone, total, tries, author, scenario: scenario_id, at };
}

export async function noteUndone(
  db: Tx,
  id: string,
  { done, total }: { done: number; total: number },
): Promise<void> {
  await sql`update undos set done = ${done}, total = ${total} where id = ${id} and state = 'running'`.execute(
    db,
  );
}

export async function endUndo(db: Tx, id: string): Promise<void> {
  await sql`delete from undos where id = ${id}`.execute(db);
}

export async function refuseUndo(
  db: Tx,
  id: string,
  refusal: NonNullable<LongUndo['refusal']> | { data: object | null },
): Promise<void> {
  await sql`
    update undos set state = 'failed', done = 0, refusal = ${JSON.stringify(refusal)}::jsonb where id = ${id}`.execute(
    db,
  );
}
