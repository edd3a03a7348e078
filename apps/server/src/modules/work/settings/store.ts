import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** Whether somebody of the business signs in with the address. */
export async function isOfUser(db: Tx, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where email = ${email} and disabled_at is null and password_hash <> ''`.execute(db);
  return rows.length > 0;
}
