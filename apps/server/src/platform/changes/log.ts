import { type Generated, sql } from 'kysely';
import type { Tx } from '../db/executor.ts';
import { portionsOf } from './portions.ts';
import type { Author, Entry, TrackedRow, TrackedTable } from './tracked.ts';

declare module '../db/executor.ts' {
  interface Tables {
    changes: ChangeRow;
    change_entries: EntryRow;
    change_subjects: { account_id: Generated<string>; subject_id: string; number: string };
  }
}

interface ChangeRow {
  account_id: Generated<string>;
  /** A bigint, which arrives as text. */
  number: string;
  command_id: string;
  command_hash: Buffer;
  kind: string;
  user_id: string | null;
  api_key_id: string | null;
  at: Date;
  scenario_id: string;
  undoes: string | null;
  answer: unknown;
  entries: number;
}

interface EntryRow {
  account_id: Generated<string>;
  number: string;
  position: number;
  table_name: string;
  row_id: string;
  version: number;
  label: string;
  before: object | null;
  after: object | null;
}

/** What was done before under the id of a command. */
export async function findByCommand(db: Tx, command: string) {
  const found = await db
    .selectFrom('changes')
    .select(['number', 'command_hash', 'answer'])
    .where('command_id', '=', command)
    .executeTakeFirst();
  return found && { ...found, number: Number(found.number) };
}

/** Keeps one change with its entries, under a number that the caller holds. */
export async function appendChange(
  db: Tx,
  change: {
    number: number;
    command: string;
    hash: Buffer;
    kind: string;
    author: Author;
    at: Date;
    undoes: number | null;
    answer: unknown;
  },
  entries: readonly Entry[],
  subjects: readonly string[],
): Promise<void> {
  const { number, command, hash, kind, author, at, undoes, answer } = change;
  await sql`
    insert into changes (account_id, number, command_id, command_hash, kind, user_id, api_key_id, at, scenario_id, undoes, answer, entries)
    values (current_account(), ${number}, ${command}, ${hash}, ${kind}, ${author.user}, ${author.apiKey}, ${at}, current_scenario(),
            ${undoes}, ${JSON.stringify(answer ?? null)}::jsonb, ${entries.length})`.execute(db);
  const rows = entries.map((entry, position) => ({ position, ...entry }));
  for (const portion of portionsOf(rows))
    await sql`
    insert into change_entries (account_id, number, position, table_name, row_id, version, label, before, after)
    select current_account(), ${number}, position, "table", id, version, label, before, after
      from jsonb_to_recordset(${JSON.stringify(portion)}::jsonb)
        as entry (position int, "table" text, id uuid, version int, label text, before jsonb, after jsonb)`.execute(
      db,
    );
  for (const portion of portionsOf(subjects))
    await sql`
    insert into change_subjects (account_id, subject_id, number)
    select current_account(), subject, ${number} from unnest(${portion}::uuid[]) as subject`.execute(db);
}

export async function readChange(db: Tx, number: number) {
  const change = await db
    .selectFrom('changes')
    .select(['number', 'kind', 'at', 'user_id', 'undoes', 'scenario_id'])
    .where('number', '=', String(number))
    .executeTakeFirst();
  return change && { ...change, number: Number(change.number) };
}

/** What a change did, with the version that each row has now, or had last. */
export async function readEntries(db: Tx, number: number) {
  const { rows } = await sql<Omit<EntryRow, 'account_id' | 'number'>>`
    select e.position, e.table_name, e.row_id, e.label, e.before, e.after,
           (select max(l.version) from change_entries l where l.table_name = e.table_name and l.row_id = e.row_id) as version
      from change_entries e where e.number = ${number} order by e.position`.execute(db);
  return rows;
}

/** Which of these things a change after that one was about; all of them, where one was about the settings of the business. */
export async function touchedSince(db: Tx, number: number, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ subject_id: string }>`
    select distinct subject_id from change_subjects
     where number > ${number} and (subject_id = any(${ids}::uuid[]) or subject_id = current_account())`.execute(
    db,
  );
  const found = new Set(rows.map(({ subject_id }) => subject_id));
  return found.isSubsetOf(new Set(ids)) ? found : new Set(ids);
}

/** What changes after that one did to rows that it touched, row by row, the latest first. */
export async function listNewer(db: Tx, number: number) {
  const { rows } = await sql<{
    number: string;
    undoes: string | null;
    table_name: string;
    row_id: string;
    label: string;
    before: object | null;
    user_id: string | null;
    at: Date;
  }>`
    select c.number, c.undoes, newer.table_name, newer.row_id, newer.label, newer.before, c.user_id, c.at
      from change_entries own
      join change_entries newer
        on newer.account_id = own.account_id and newer.table_name = own.table_name and newer.row_id = own.row_id
       and newer.number > own.number
      join changes c on c.account_id = newer.account_id and c.number = newer.number
     where own.number = ${number}
     order by c.number desc`.execute(db);
  return rows.map(({ number, undoes, table_name, row_id, label, before, user_id, at }) => ({
    number: Number(number),
    undoes: undoes === null ? null : Number(undoes),
    table_name,
    row_id,
    label,
    before,
    user_id,
    at,
  }));
}

/** What a row was at an earlier version: what it is now, and back through what was changed since. */
export async function rowAtVersion<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  row: Row,
  version: number,
): Promise<Row | null> {
  const since = await db
    .selectFrom('change_entries')
    .select(['version', 'before'])
    .where('table_name', '=', table.name)
    .where('row_id', '=', row.id)
    .where('version', '>', version)
    .orderBy('number', 'desc')
    .execute();
  // A command may write a row twice, and makes one entry. Where the latest entry is of an earlier version, something is not told.
  if (since[0]?.version !== row.version || since.some(({ before }) => before === null)) return null;
  return { ...Object.assign({}, row, ...since.map(({ before }) => before)), version } as Row;
}

/** The one change of what was written before: of a row whose fields told of somebody who is to be forgotten. */
export async function eraseFromLog(
  db: Tx,
  table: string,
  id: string,
  blank: object,
  label: string,
): Promise<void> {
  await sql`select erase_from_log(${table}, ${id}, ${JSON.stringify(blank)}::jsonb, ${label})`.execute(db);
}

/** Takes the texts out of what was answered about these rows: whoever asks again is told ids, dates and counts. */
export async function forgetAnswers(db: Tx, ids: readonly string[]): Promise<void> {
  await sql`select forget_answers(${ids}::uuid[])`.execute(db);
}
