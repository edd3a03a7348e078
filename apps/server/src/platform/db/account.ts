import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import type { Db, Tx } from './executor.ts';
import { transaction } from './transaction.ts';

/**
 * The only door to tables that belong to an account. The database itself hides every other account's rows for as
 * long as the transaction lasts, so a query that forgets its filter finds nothing it should not.
 */
export async function withAccount<T>(db: Db, account: AccountId, work: (db: Tx) => Promise<T>): Promise<T> {
  return transaction(db, async (db) => {
    // The live board has the id of its account. Rows that are read as JSON tell their times in UTC.
    await sql`select set_config('muster.account', ${account}, true), set_config('muster.scenario', ${account}, true),
                     set_config('timezone', 'UTC', true)`.execute(db);
    return work(db);
  });
}
