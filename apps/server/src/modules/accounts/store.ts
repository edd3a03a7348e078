import type { AccountId, UserId } from '@muster/domain/values/ids';
import type { Role } from '@muster/domain/values/role';
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    accounts: Account;
    users: User;
    staff: Person;
  }
}

interface Account {
  id: Generated<string>;
  name: string;
  plan_code: string;
  licences: number;
  created_at: Generated<Date>;
}

interface Person {
  id: Generated<string>;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  created_at: Generated<Date>;
  disabled_at: Date | null;
}

interface User extends Person {
  account_id: string;
  role: Exclude<Role, 'staff'>;
}

interface FoundSignIn {
  account_id: string | null;
  user_id: string;
  password_hash: string;
  disabled_at: Date | null;
}

/** Before any account is known: the database itself looks the address up. */
export async function findSignIn(db: Db, email: string): Promise<FoundSignIn | undefined> {
  const found = await sql<FoundSignIn>`select * from find_sign_in(${email})`.execute(db);
  return found.rows[0];
}

const person = ['id', 'email', 'first_name', 'last_name'] as const;

export async function readUser(db: Tx, user: UserId) {
  return db
    .selectFrom('users')
    .select([...person, 'role'])
    .where('id', '=', user)
    .executeTakeFirstOrThrow();
}

export async function readStaff(db: Db, user: UserId) {
  return db.selectFrom('staff').select(person).where('id', '=', user).executeTakeFirstOrThrow();
}

/** The account whose door is open: there is no other to be seen. */
export async function readAccount(db: Tx) {
  return db
    .selectFrom('accounts')
    .innerJoin('plans', 'plans.code', 'accounts.plan_code')
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.licences',
      'plans.code as plan_code',
      'plans.name as plan_name',
    ])
    .executeTakeFirstOrThrow();
}

export interface NewPerson {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
}

/** False when it is there already. */
export async function insertAccount(
  db: Tx,
  account: { id: string; name: string; plan_code: string; licences: number },
): Promise<boolean> {
  const inserted = await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertUsers(
  db: Tx,
  account: AccountId,
  users: (NewPerson & { role: Exclude<Role, 'staff'> })[],
): Promise<void> {
  await db
    .insertInto('users')
    .values(users.map((user) => ({ ...user, account_id: account, disabled_at: null })))
    .execute();
}

export async function insertStaff(db: Tx, person: NewPerson): Promise<void> {
  await db
    .insertInto('staff')
    .values({ ...person, disabled_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** From this moment they can neither sign in nor go on with a session; null lets them again. */
export async function setDisabled(db: Tx, people: string[], disabled_at: Date | null): Promise<void> {
  await db.updateTable('users').set({ disabled_at }).where('id', 'in', people).execute();
  await db.updateTable('staff').set({ disabled_at }).where('id', 'in', people).execute();
}
