import { sql } from 'kysely';
import { inPortions } from '../../../platform/changes/portions.ts';
import type { Tx } from '../../../platform/db/executor.ts';

export async function hasCustomer(db: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from customers where id = ${id}`.execute(db);
  return rows.length === 1;
}

/** Those of these customers who were merged away, and whom they are part of now, however often that was merged again. */
export async function listMergedAway(
  db: Tx,
  ids: readonly string[],
): Promise<{ name: string; into: string }[]> {
  return inPortions(ids, async (ids) => {
    const { rows } = await sql<{ name: string; into: string }>`
      with recursive merged as (
        select name, merged_into as id from customers where id = any(${ids}::uuid[]) and merged_into is not null
        union
        select m.name, c.merged_into from merged m join customers c on c.id = m.id where c.merged_into is not null)
      select m.name, c.name as into from merged m join customers c on c.id = m.id
       where c.merged_into is null order by m.name`.execute(db);
    return rows;
  });
}
