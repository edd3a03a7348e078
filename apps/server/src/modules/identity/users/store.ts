import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** Whether somebody can still sign in as an owner. Whoever asks at the same time waits until the transaction ends. */
export async function hasActiveOwner(db: Tx): Promise<boolean> {
  await sql`select from accounts where id = current_account() for no key update`.execute(db);
  const { rows } = await sql`select from users where role = 'owner' and disabled_at is null limit 1`.execute(
    db,
  );
  return rows.length === 1;
}
