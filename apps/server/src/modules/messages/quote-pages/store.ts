import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** Of a version that was replaced, the newest that the customer has; and whether the account takes no answers. */
export async function readNewest(
  db: Tx,
  id: string,
): Promise<{ newest: { id: string; name: string } | null; isReadOnly: boolean }> {
  const { rows } = await sql<{ newest: { id: string; name: string } | null; isReadOnly: boolean }>`
    select (select jsonb_build_object('id', n.id, 'name', n.number)
              from quotes n
             where lower(n.number) = lower(q.number) and n.revision > q.revision and n.state in ('sent', 'accepted', 'declined')
             order by n.revision desc limit 1) as newest,
           (select b.read_only_since is not null from accounts b where b.id = current_account()) as "isReadOnly"
      from quotes q where q.id = ${id}`.execute(db);
  return rows[0]!;
}
