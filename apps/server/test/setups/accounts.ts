import { randomUUID } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import { withAccount } from '../../src/platform/db/account.ts';
import type { Db } from '../../src/platform/db/executor.ts';

/** Makes an account with one user, the way the product does: from inside the account. */
export async function makeAccount(db: Db, name: string): Promise<AccountId> {
  const account = randomUUID() as string as AccountId;
  await withAccount(db, account, async (db) => {
    await sql`insert into accounts (id, name, plan_code, licences) values (${account}, ${name}, 'crew', 5)`.execute(
      db,
    );
    await sql`insert into users (account_id, email, first_name, last_name, role, password_hash)
              values (${account}, ${`${account}@example.com`}, 'Kim', ${name}, 'owner', 'hash')`.execute(db);
  });
  return account;
}
