import { openDemoBusiness, DEMO_PASSWORD_HASH, demoPeople } from '../../seed/demo.ts';
import { insertAccount, insertUsers } from '../../src/modules/identity/accounts/store.ts';
import { withAccount } from '../../src/platform/db/account.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { accountToOpen } from '../../src/platform/sign-in/person.ts';
import { silentLog } from '../silent-log.ts';
import { testKeys } from '../test-keys.ts';

/** Businesses like the demo's with the same people, who sign in as `role.name@example.com`. */
export async function openDemoBusinesses(ownerUrl: string, names: readonly string[]): Promise<void> {
  const database = await connect({ ownerUrl, log: silentLog, keys: testKeys });
  const password_hash = DEMO_PASSWORD_HASH;
  const roles = ['owner', 'dispatcher', 'bookkeeper', 'technician'] as const;
  try {
    for (const name of names) {
      const account = accountToOpen();
      const people = roles.map((role) =>
        Object.assign({ role, password_hash }, demoPeople[role], { email: `${role}.${name}@example.com` }),
      );
      await withAccount(database.db, account, async (db) => {
        const business = { id: account, name: 'Harbour City Plumbing', plan_code: 'crew', licences: 5 };
        await insertAccount(db, business);
        await insertUsers(db, account, people);
      });
      const technicianUser = demoPeople.technician.id;
      await openDemoBusiness(database.db, account, { now: new Date(), technicianUser });
    }
  } finally {
    await database.close();
  }
}
