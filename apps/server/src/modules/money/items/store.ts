import type { Item, ItemQuery } from '@muster/domain/money/items/schema';
import { sql } from 'kysely';
import { listKept } from '../../../platform/changes/list.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

export async function listItems(
  db: Tx,
  table: TrackedTable<Item>,
  { kind, ...query }: ItemQuery,
): Promise<{ rows: Item[]; next: string | null }> {
  return listKept<Item>(db, table, query, {
    where: [kind === undefined ? undefined : sql<boolean>`items.kind = ${kind}`],
  });
}

/** Codes are alike whatever their letters: here they are small. */
export async function findByCodes(
  db: Tx,
  codes: readonly string[],
): Promise<{ id: string; name: string; code: string }[]> {
  const { rows } = await sql<{ id: string; name: string; code: string }>`
    select id, name, sort_code as code from items where sort_code = any(${codes}::text[])`.execute(db);
  return rows;
}
