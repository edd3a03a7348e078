import type { Skill } from '@muster/domain/work/skills/schema';
import { sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** All of them, by name: nobody has hundreds. */
export async function listSkills(db: Tx, table: TrackedTable<Skill>): Promise<Skill[]> {
  const { rows } = await sql<{ row: Skill }>`
    select to_jsonb(r) as row from (select ${columnsOf(table)} from skills order by lower(name), id) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

export async function countKnown(db: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from skills where id = any(${ids}::uuid[])`.execute(db);
  return rows[0]!.count;
}
