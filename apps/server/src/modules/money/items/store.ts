import type { Item, ItemQuery } from '@muster/domain/money/items/schema';
import { type RawBuilder, sql } from 'kysely';
import { listKept } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

export async function listItems(
  db: Tx,
  table: TrackedTable<Item>,
  { kind, ...query }: ItemQuery,
  more: readonly RawBuilder<boolean>[] = [],
): Promise<{ rows: Item[]; next: string | null }> {
  return listKept<Item>(db, table, query, {
    where: [kind === undefined ? undefined : sql<boolean>`items.kind = ${kind}`, ...more],
  });
}

/** The same without kits: what is in one is no cell of a table. */
export async function listTabled(
  db: Tx,
  table: TrackedTable<Item>,
  query: ItemQuery,
): Promise<{ rows: Item[]; next: string | null }> {
  return listItems(db, table, query, [sql<boolean>`items.kind <> 'kit'`]);
}

/** The kits that have one of these items in them. */
export async function findKitsWith(db: Tx, ids: readonly string[]): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select name from items
     where kind = 'kit'
       and exists (select from jsonb_array_elements(parts) p where (p ->> 'item_id')::uuid = any(${ids}::uuid[]))
     order by sort_name limit 1`.execute(db);
  return rows;
}

/** What is built in or done at one price, by code or by name, each in small letters. */
export async function findMeant(
  db: Tx,
  table: TrackedTable<Item>,
  words: readonly string[],
): Promise<Item[]> {
  const { rows } = await sql<{ row: Item }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)} from items
             where (sort_code = any(${words}::text[]) and sort_code <> '' or sort_name = any(${words}::text[]))
               and kind in ('part', 'service', 'kit') and archived_at is null) r`.execute(db);
  return rows.map(({ row }) => row);
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
