import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

/** Nobody activates a technician until the transaction ends: whoever does counts the licences first, and waits for this row. */
export async function holdLicences(db: Tx): Promise<void> {
  await sql`select from accounts where id = current_account() for no key update`.execute(db);
}

/** Who uses a licence. */
export async function listActive(db: Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from technicians where is_active order by sort_name, id`.execute(db);
  return rows;
}
