import type { BankDetails } from '@muster/domain/money/bank-details/schema';
import { sql } from 'kysely';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    bank_details: TableOf<'bank_details'>;
  }
}

export async function findBankDetails(db: Tx): Promise<BankDetails | undefined> {
  const { rows } = await sql<{ row: BankDetails }>`
    select to_jsonb(b) - 'account_id' as row from bank_details b`.execute(db);
  return rows[0]?.row;
}

/** Everybody who owns the business and may sign in. */
export async function listOwners(db: Tx): Promise<{ id: string; email: string; name: string }[]> {
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    select id, email, trim(concat_ws(' ', first_name, last_name)) as name
      from users where role = 'owner' and disabled_at is null order by id`.execute(db);
  return rows;
}
