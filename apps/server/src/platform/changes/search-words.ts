import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/executor.ts';
import { inPortions } from './portions.ts';
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

/** Whether a row is to be found by other words than before: most edits leave them, and writing them anew takes as long as the edit. */
export function hasOtherWords<Row extends TrackedRow>(
  table: TrackedTable<Row>,
  before: Row,
  after: Row,
): boolean {
  return !isDeepStrictEqual(table.search?.(before), table.search?.(after));
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
  await inPortions(old, async (old) => {
    const done =
      await sql`delete from search_words where table_name = ${table.name} and row_id = any(${old}::uuid[])`.execute(
        db,
      );
    return done.rows;
  });
  await inPortions(rows, (portion) => insertWords(db, table, portion));
}

async function insertWords<Row extends TrackedRow>(
  db: Tx,
  table: TrackedTable<Row>,
  rows: readonly Row[],
): Promise<readonly unknown[]> {
  const pairs = rows.flatMap((row) =>
    [...new Set(table.search!(row).flatMap(wordsOf))].map((word) => ({ word, id: row.id })),
  );
  if (pairs.length === 0) return [];
  // In the order of the index, which takes them the quicker for it.
  const done = await sql`
    insert into search_words (account_id, word, table_name, row_id)
    select current_account(), word, ${table.name}, id
      from unnest(${pairs.map(({ word }) => word)}::text[], ${pairs.map(({ id }) => id)}::uuid[]) as pair (word, id)
     order by word collate "C", id
    on conflict do nothing`.execute(db);
  return done.rows;
}

/**
 * A condition on search_words: that a word begins so. The upper bound is the next text after all that do: comparing is what an index
 * may be used for before row-level security has looked at a row.
 */
export function wordRange(word: string) {
  return sql<boolean>`(word >= ${word} and word < ${word + '\u{10ffff}'})`;
}

/**
 * Conditions on a table with phone numbers: that one begins with these digits, and that one ends so. Digits are compared alike whatever
 * the language of the database, and each condition has an index.
 */
export function phoneRanges(digits: string): RawBuilder<boolean>[] {
  const tail = digits.split('').toReversed().join('');
  return [['phone_digits', digits] as const, ['phone_tail', tail] as const].map(([column, beginning]) => {
    const it = sql.ref(column);
    const after = String(BigInt(beginning) + 1n).padStart(beginning.length, '0');
    // Nothing but nines is followed by nothing.
    const below = after.length > beginning.length ? sql`` : sql` and ${it} < ${after}`;
    return sql<boolean>`(${it} <> '' and ${it} >= ${beginning}${below})`;
  });
}

/** A condition that a row of the table has a word for the beginning of each that is looked for. */
export function matchesWords(table: string, text: string): RawBuilder<boolean> | undefined {
  return foundByAll(
    sql.ref(`${table}.id`),
    text,
    (word) => sql`select row_id from search_words where table_name = ${table} and ${wordRange(word)}`,
  );
}

/**
 * A condition that an id is among those that every word leads to. They are intersected before any row is looked at: of a rare word
 * beside a common one, the database would walk through half the table to find the rare one.
 */
export function foundByAll(
  id: RawBuilder<unknown>,
  text: string,
  idsOf: (word: string) => RawBuilder<unknown>,
): RawBuilder<boolean> | undefined {
  const words = wordsOf(text);
  if (words.length === 0) return text.trim() === '' ? undefined : sql<boolean>`false`;
  const found = words.map((word) => sql`(${idsOf(word)})`);
  return sql<boolean>`${id} in (${sql.join(found, sql` intersect `)})`;
}

/** A condition for each word that is looked for. Signs without any word, such as %, are in nothing. */
export function eachWord(text: string, has: (word: string) => RawBuilder<boolean>): RawBuilder<boolean>[] {
  const words = wordsOf(text);
  return words.length === 0 && text.trim() !== '' ? [sql<boolean>`false`] : words.map(has);
}
