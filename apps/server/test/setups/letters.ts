import type { TestDatabase } from '../database.ts';

/** What has been handed over to be mailed to somebody, oldest first. */
export async function lettersTo(db: TestDatabase, address: string) {
  const { rows } = await db.asOwner(
    `select payload from outbox where topic = 'mail' and payload->>'to' = $1 order by position`,
    [address],
  );
  return rows.map(({ payload }) => payload);
}
