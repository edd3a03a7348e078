import {
  insertAccount,
  insertStaff,
  insertUsers,
  type NewPerson,
  setDisabled,
} from '../src/modules/accounts/store.ts';
import { sendMail } from '../src/modules/messages/service.ts';
import { withAccount } from '../src/platform/db/account.ts';
import type { Database } from '../src/platform/db/connect.ts';
import { accountToOpen } from '../src/platform/sign-in/person.ts';
import { hashPassword } from '../src/platform/sign-in/passwords.ts';
import { openDemoBusiness } from './business.ts';
import { openDemoEnquiries } from './enquiries.ts';

export const DEMO_SIGN_IN = 'owner@example.com';
export const DEMO_PASSWORD = 'muster-demo';

/** Fixed, so that a second start finds the business there. */
const account = {
  id: accountToOpen('0193e5a0-0000-7000-8000-000000000001'),
  name: 'Harbour City Plumbing',
  plan_code: 'crew',
  licences: 5,
};

type Demo = Omit<NewPerson, 'password_hash'>;

const owner: Demo = {
  id: '0193e5a0-0000-7000-8000-000000000011',
  email: DEMO_SIGN_IN,
  first_name: 'Olivia',
  last_name: 'Owner',
};
const dispatcher: Demo = {
  id: '0193e5a0-0000-7000-8000-000000000012',
  email: 'dispatcher@example.com',
  first_name: 'Dan',
  last_name: 'Dispatcher',
};
const technician: Demo = {
  id: '0193e5a0-0000-7000-8000-000000000013',
  email: 'technician@example.com',
  first_name: 'Priya',
  last_name: 'Technician',
};
const staff: Demo = {
  id: '0193e5a0-0000-7000-8000-000000000021',
  email: 'staff@example.com',
  first_name: 'Sam',
  last_name: 'Staff',
};

/**
 * The business to try Muster with. Only ever opened for the built-in database on a server nobody else can reach. True when it
 * was not there before.
 */
export async function openDemo({ db }: Database): Promise<boolean> {
  return withAccount(db, account.id, async (db) => {
    if (!(await insertAccount(db, account))) {
      await setDisabled(db, people, null);
      return false;
    }
    const password_hash = await hashPassword(DEMO_PASSWORD, 'the seed');
    await insertUsers(db, account.id, [
      { ...owner, password_hash, role: 'owner' },
      { ...dispatcher, password_hash, role: 'dispatcher' },
      { ...technician, password_hash, role: 'technician' },
    ]);
    await insertStaff(db, { ...staff, password_hash });
    await sendMail(db, { template: 'welcome', to: owner.email, first_name: owner.first_name });
    return true;
  });
}

/** What there is to schedule in it: two weeks of work around today. */
export async function openDemoWork({ db }: Database, now: Date): Promise<void> {
  await openDemoBusiness(db, account.id, { now, technicianUser: technician.id });
}

/** What the back office of such a server finds: the business that is there now, and others that may come. */
export async function openDemoOffice(database: Database, now: Date): Promise<void> {
  const name = `${staff.first_name} ${staff.last_name}`;
  await openDemoEnquiries(database, { staff: { id: staff.id, name }, account: account.id, now });
}

/** A password that everybody knows must open nothing once others can reach the server, whatever was tried before. */
export async function closeDemo({ db }: Database, now: Date): Promise<void> {
  await withAccount(db, account.id, (db) => setDisabled(db, people, now));
}

const people = [owner, dispatcher, technician, staff].map(({ id }) => id);
