import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** The customers with these names, in small letters. */
export async function findCustomers(
  db: Tx,
  names: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, sort_name as name from customers
     where sort_name = any(${names}::text[]) and archived_at is null`.execute(db);
  return rows;
}

/** Which of these numbers invoices have already, in small letters. */
export async function findNumbers(db: Tx, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ number: string }>`
    select lower(number) as number from invoices
     where kind = 'invoice' and number is not null and lower(number) = any(${numbers}::text[])`.execute(db);
  return new Set(rows.map(({ number }) => number));
}
