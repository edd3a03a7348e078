import { sql } from 'kysely';
import type { Tx } from '../db/executor.ts';
import { portionsOf } from './portions.ts';
import type { TrackedRow, TrackedTable } from './tracked.ts';

/** Longer ones are found by their beginning all the same. */
const LONGEST_WORD = 40;

/** The words of a text as they are looked for: small letters and digits, without accents. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, LONGEST_WORD));
}

/** Rows of a table are found by the words that they have now. */
export async function replaceWords<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  rows: readonly Row[],
  gone: readonly string[] = [],
): Promise<void> {
  if (!table.search) return;
  const old = [...rows.filter(({ version }) => version > 1).map(({ id }) => id), ...gone];
  if (old.length > 0)
    await sql`delete from search_words where table_name = ${table.name} and row_id = any(${old}::uuid[])`.execute(
      db,
    );
  for (const portion of portionsOf(rows)) await insertWords(db, table, portion);
}

async function insertWords<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  rows: readonly Row[],
): Promise<void> {
  const pairs = rows.flatMap((row) =>
    [...new Set(table.search!(row).flatMap(wordsOf))].map((word) => ({ word, id: row.id })),
  );
  if (pairs.length === 0) return;
  // In the order of the index, which takes them the quicker for it.
  await sql`
    insert into search_words (account_id, word, table_name, row_id)
    select current_account(), word, ${table.name}, id
      from unnest(${pairs.map(({ word }) => word)}::text[], ${pairs.map(({ id }) => id)}::uuid[]) as pair (word, id)
     order by word collate "C", id
    on conflict do nothing`.execute(db);
}

/**
 * A condition on search_words: that a word begins so. The upper bound is the next text after all that do: comparing is what an index
 * may be used for before row-level security has looked at a row.
 */
export function wordRange(word: string) {
  return sql<boolean>`(word >= ${word} and word < ${word + '\u{10ffff}'})`;
}

/** A condition that a row of the table has a word for the beginning of each that is looked for. */
export function matchesWords(table: string, text: string) {
  const conditions = wordsOf(text).map(
    (word) => sql<boolean>`${sql.ref(`${table}.id`)} in (
      select row_id from search_words
       where table_name = ${table} and ${wordRange(word)})`,
  );
  return conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
