import type { TestDatabase } from './database.ts';
import { until } from './until.ts';

/** How many connections to this database wait for a lock. Asked of pg_locks, which is new even inside a transaction. */
async function waiting({ asOwner }: TestDatabase): Promise<number> {
  const { rows } = await asOwner<{ count: number }>(
    `select count(distinct pid)::int as count from pg_locks w
      where not granted and exists (
        select from pg_locks l join pg_database d on d.oid = l.database
         where l.pid = w.pid and d.datname = current_database())`,
  );
  return rows[0]!.count;
}

/** Until this many wait for a lock, or the request has been answered without. */
export async function untilWaiting(
  db: TestDatabase,
  request: PromiseLike<unknown>,
  count = 1,
): Promise<void> {
  let isAnswered = false;
  const answered = () => (isAnswered = true);
  request.then(answered, answered);
  await until(async () => isAnswered || (await waiting(db)) >= count);
}
