import { sql } from 'kysely';
import type { Tx } from '../../platform/db/executor.ts';

export async function hasCustomer(db: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from customers where id = ${id}`.execute(db);
  return rows.length === 1;
}
