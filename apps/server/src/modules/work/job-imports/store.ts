import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

export interface KnownSite {
  readonly id: string;
  readonly customer_id: string;
  readonly customer: string;
  readonly name: string;
  readonly address: string;
}

/** The sites of the customers with these names, both names in small letters; a customer without one has nulls. */
export async function readSites(
  db: Tx,
  names: readonly string[],
): Promise<(KnownSite | { customer_id: string; customer: string; id: null })[]> {
  const { rows } = await sql<KnownSite>`
    select c.id as customer_id, c.sort_name as customer, s.id, lower(s.name) as name, s.address
      from customers c left join sites s on s.account_id = c.account_id and s.customer_id = c.id and s.archived_at is null
     where c.sort_name = any(${names}::text[]) and c.archived_at is null
     order by s.created_at, s.id`.execute(db);
  return rows;
}
