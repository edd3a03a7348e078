import { randomUUID } from 'node:crypto';
import type { AccountId } from '@muster/domain/values/ids';
import { DAY_MS } from '@muster/domain/values/minutes';
import { DEMO_PASSWORD_HASH } from '../../seed/demo.ts';
import { insertAccount, insertUsers } from '../../src/modules/identity/accounts/store.ts';
import { holdBilling, updateBilling } from '../../src/modules/identity/billing/service.ts';
import { withAccount } from '../../src/platform/db/account.ts';
import type { Db } from '../../src/platform/db/executor.ts';
import { accountToOpen } from '../../src/platform/sign-in/person.ts';

/** Another business than the demo's, with an owner, a dispatcher and a technician who sign in with the demo's password. */
export async function openBusiness(db: Db, { licences = 5 } = {}) {
  const account: AccountId = accountToOpen();
  const tail = account.slice(-12);
  const password_hash = DEMO_PASSWORD_HASH;
  const roles = ['owner', 'dispatcher', 'technician'] as const;
  const people = roles.map((role) => ({
    id: randomUUID(),
    email: `${role}-${tail}@example.com`,
    first_name: 'Kim',
    last_name: role,
    password_hash,
    role,
  }));
  await withAccount(db, account, async (db) => {
    await insertAccount(db, { id: account, name: `Business ${tail}`, plan_code: 'crew', licences });
    await insertUsers(db, account, people);
  });
  const [owner, dispatcher, technician] = people;
  return { account, owner: owner!, dispatcher: dispatcher!, technician: technician! };
}

/** Its free days were over two days ago, and nobody has confirmed: whoever subscribes is charged at once. */
export async function endFreeDays(db: Db, account: AccountId, now: number): Promise<void> {
  await withAccount(db, account, async (db) => {
    await holdBilling(db, account);
    const notice_until = new Date(now - 2 * DAY_MS);
    await updateBilling(db, { notice: 'trial', notice_until, told: 'read_only not_confirmed' });
  });
}
