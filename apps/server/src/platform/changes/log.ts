import { type ChangeKind, followingKinds } from '@muster/domain/basics/changes/kinds';
import { type RawBuilder, sql } from 'kysely';
import type { TableOf, Tx } from '../db/executor.ts';
import { eachInPortions, inPortions, isLong } from './portions.ts';
import type { Author, Entry, TrackedRow, TrackedTable } from './tracked.ts';

declare module '../db/executor.ts' {
  interface Tables {
    changes: ChangeRow;
    change_entries: EntryRow;
    change_answers: TableOf<'change_answers'>;
    change_subjects: TableOf<'change_subjects'>;
  }
}

type ChangeRow = TableOf<'changes', { kind: ChangeKind }>;
type EntryRow = TableOf<'change_entries', { before: object | null; after: object | null }>;

/**
 * The month in whose partitions the entries and the answer of a change lie, as the database writes a date. Who says it beside the number
 * has the database look into that one partition, and plan for no other. Months never go back while numbers go on.
 */
type Month = string;

/**
 * The entries of the change `c` of a query for which something holds, as `e`: to be joined. They are looked for in its month, change by
 * change. The database does not reckon with that when it chooses how to join, and would rather read all months: so it is given no choice.
 */
export function entriesOfChange(holds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`lateral (select * from change_entries e where e.number = c.number and e.month = c.month and ${holds} offset 0) e`;
}

/** What was done before under the id of a command, however long ago. */
export async function findByCommand(db: Tx, command: string) {
  const { rows } = await sql<{ number: string; month: Month; command_hash: Buffer; kind: ChangeKind }>`
    select number, month::text, command_hash, kind from changes where command_id = ${command}`.execute(db);
  const [found] = rows;
  if (!found) return undefined;
  const { number, month, command_hash, kind } = found;
  const answers = await sql<{ answer: unknown }>`
    select answer from change_answers where number = ${number} and month = ${month}::date`.execute(db);
  return { number: Number(number), command_hash, kind, answer: answers.rows[0]?.answer };
}

/** What a change did, ready to be kept under the number that it will have. */
interface Prepared {
  readonly count: number;
  keep(number: number, month: Month): Promise<void>;
}

const entryColumns = sql`position int, table_name text, row_id uuid, version int, label text, before jsonb, after jsonb`;

/**
 * Everybody else of the account waits from the moment in which the number is taken until the commit. So what takes long for many
 * entries is done before: they are sent to the database and read there, and are only put in their place under the number.
 */
export async function prepareEntries(
  db: Tx,
  entries: readonly Entry[],
  subjects: readonly string[],
): Promise<Prepared> {
  const rows: Omit<EntryRow, 'account_id' | 'number' | 'month'>[] = [];
  await eachInPortions(entries, ({ table, id, ...entry }, position) => {
    rows.push({ position, table_name: table, row_id: id, ...entry });
  });
  const keepEntries = (number: number, month: Month, prepared: RawBuilder<unknown>) =>
    sql`
      insert into change_entries (account_id, number, month, position, table_name, row_id, version, label, before, after)
      select (select current_account()), ${number}, ${month}::date, position, table_name, row_id, version, label, before, after
        from ${prepared}`.execute(db);
  const keepSubjects = (number: number, prepared: RawBuilder<unknown>) =>
    sql`
      insert into change_subjects (account_id, subject_id, number)
      select (select current_account()), subject, ${number} from ${prepared}`.execute(db);
  if (!isLong(rows) && !isLong(subjects))
    return {
      count: entries.length,
      async keep(number, month) {
        await keepEntries(
          number,
          month,
          sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (${entryColumns})`,
        );
        await keepSubjects(number, sql`unnest(${subjects}::uuid[]) as subject`);
      },
    };
  await sql`create temporary table prepared_entries (${entryColumns}) on commit drop`.execute(db);
  await sql`create temporary table prepared_subjects (subject uuid) on commit drop`.execute(db);
  await inPortions(rows, async (rows) => {
    const done = await sql`
      insert into prepared_entries select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (${entryColumns})`.execute(
      db,
    );
    return done.rows;
  });
  // In the order of their index, which takes them the quicker for it.
  await inPortions(subjects.toSorted(), async (subjects) => {
    const done = await sql`insert into prepared_subjects select unnest(${subjects}::uuid[])`.execute(db);
    return done.rows;
  });
  return {
    count: entries.length,
    async keep(number, month) {
      await keepEntries(number, month, sql`prepared_entries`);
      await keepSubjects(number, sql`prepared_subjects`);
    },
  };
}

/** Keeps one change with its entries, under a number that the caller holds. */
export async function appendChange(
  db: Tx,
  change: {
    number: number;
    command: string;
    hash: Buffer;
    kind: ChangeKind;
    author: Author;
    at: Date;
    undoes: number | null;
    answer: unknown;
  },
  prepared: Prepared,
): Promise<void> {
  const { number, command, hash, kind, author, at, undoes, answer } = change;
  const { rows } = await sql<{ month: Month }>`
    with change as (
      insert into changes (account_id, number, command_id, command_hash, kind, user_id, api_key_id, visit_link_id, at, month, scenario_id, undoes, entries)
      values (current_account(), ${number}, ${command}, ${hash}, ${kind}, ${author.user}, ${author.apiKey}, ${author.visitLink ?? null}, ${at},
              greatest(date_trunc('month', ${at}::timestamptz at time zone 'UTC')::date,
                       (select month from changes order by number desc limit 1)),
              current_scenario(), ${undoes}, ${prepared.count})
      returning account_id, number, month)
    insert into change_answers (account_id, number, month, answer)
    select account_id, number, month, ${JSON.stringify(answer ?? null)}::jsonb from change returning month::text`.execute(
    db,
  );
  await prepared.keep(number, rows[0]!.month);
}

export async function readChange(db: Tx, number: number) {
  const change = await db
    .selectFrom('changes')
    .select(['number', 'kind', 'at', 'entries', 'scenario_id', sql<Month>`month::text`.as('month')])
    .where('number', '=', String(number))
    .executeTakeFirst();
  return change && { ...change, number: Number(change.number) };
}

/** Where what a change did is found. */
type Place = Pick<NonNullable<Awaited<ReturnType<typeof readChange>>>, 'number' | 'month'>;

/** What a change did, with the version that each row has now, or had last. */
export async function readEntries(db: Tx, { number, month }: Place) {
  return inPortions(await positionsOf(db, { number, month }), async (positions) => {
    const { rows } = await sql<Omit<EntryRow, 'account_id' | 'number' | 'month'>>`
      select e.position, e.table_name, e.row_id, e.label, e.before, e.after,
             (select max(l.version) from change_entries l
               where l.table_name = e.table_name and l.row_id = e.row_id and l.month >= ${month}::date) as version
        from change_entries e
       where e.number = ${number} and e.month = ${month}::date and e.position between ${positions[0]} and ${positions.at(-1)} order by e.position`.execute(
      db,
    );
    return rows;
  });
}

/** The places of what a change did, in order. */
async function positionsOf(db: Tx, { number, month }: Place): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select position from change_entries where number = ${number} and month = ${month}::date order by position`.execute(
    db,
  );
  return rows.map(({ position }) => position);
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

/** What changes after that one did to rows that it touched, row by row, the latest first; without those that only followed. */
export async function listNewer(db: Tx, { number, month }: Place) {
  const found = await inPortions(await positionsOf(db, { number, month }), async (positions) => {
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
         and newer.number > own.number and newer.month >= ${month}::date
        join changes c on c.account_id = newer.account_id and c.number = newer.number and c.kind <> all(${followingKinds}::text[])
       where own.number = ${number} and own.month = ${month}::date and own.position between ${positions[0]} and ${positions.at(-1)}`.execute(
      db,
    );
    return rows;
  });
  return found
    .map(({ number, undoes, ...rest }) =>
      Object.assign(rest, { number: Number(number), undoes: undoes === null ? null : Number(undoes) }),
    )
    .toSorted((a, b) => b.number - a.number);
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

/** What is left of a row when whoever it tells of is forgotten. */
export interface ErasedRow {
  readonly id: string;
  /** The fields that told of them, as they are now. */
  readonly blank: object;
  readonly name: string;
}

/** The one change of what was written before: of rows whose fields told of somebody who is to be forgotten. */
export async function eraseFromLog(db: Tx, table: string, rows: readonly ErasedRow[]): Promise<void> {
  await inPortions(rows, async (rows) => {
    const done = await sql`select erase_from_log(${table}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
    return done.rows;
  });
}

/** Takes the texts out of what was answered to commands about these rows: whoever asks again is told ids, dates and counts. */
export async function forgetOwnAnswers(db: Tx, ids: readonly string[]): Promise<void> {
  await inPortions(ids, async (ids) => {
    const done = await sql`select forget_own_answers(${ids}::uuid[])`.execute(db);
    return done.rows;
  });
}

/** The same for the answers that name one of these rows, among those of the changes with these numbers. */
export async function forgetNamingAnswers(
  db: Tx,
  ids: readonly string[],
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  await sql`select forget_naming_answers(${ids}::uuid[], ${after}, ${upTo})`.execute(db);
}
