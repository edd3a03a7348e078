import { sql } from 'kysely';
import type { Tx } from '../db/executor.ts';
import { insertRows } from './rows.ts';
import { replaceWords } from './search-words.ts';
import type { AnyTable, TrackedTable } from './tracked.ts';

/** As many as one statement takes without a pause that anybody notices. */
const CHUNK = 5_000;

/** Rows that nobody changed: of a demonstration, or of a benchmark. They are found by search, and no history tells of them. */
export async function layDown(db: Tx, table: AnyTable, rows: readonly object[]): Promise<void> {
  const any = table as unknown as TrackedTable;
  for (let at = 0; at < rows.length; at += CHUNK)
    await replaceWords(db, any, await insertRows(db, any, rows.slice(at, at + CHUNK)));
}

/** Takes away every row of the account. */
export async function clearAway(db: Tx, { name }: Pick<AnyTable, 'name'>): Promise<void> {
  await sql`delete from ${sql.table(name)}`.execute(db);
  await sql`delete from search_words where table_name = ${name}`.execute(db);
}

/** Takes away every row that belongs to the scenario which is seen, and leaves those that are everybody's. */
export async function clearOwn(db: Tx, { name }: Pick<AnyTable, 'name'>): Promise<void> {
  const own = sql`${sql.table(name)} where scenario_id = current_scenario()`;
  await sql`delete from search_words where table_name = ${name} and row_id in (select id from ${own})`.execute(
    db,
  );
  await sql`delete from ${own}`.execute(db);
}
