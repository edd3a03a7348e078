import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** How much lies with a customer and at their sites. */
export async function countBelongings(db: Tx, customer: string): Promise<{ jobs: number; files: number }> {
  const { rows } = await sql<{ jobs: number; files: number }>`
    select (select count(*)::int from jobs where customer_id = ${customer}) as jobs,
           (select count(*)::int from files where customer_id = ${customer} and deleted_at is null)
         + (select count(*)::int from sites s join files f on f.site_id = s.id
             where s.customer_id = ${customer} and f.deleted_at is null) as files`.execute(db);
  return rows[0]!;
}
