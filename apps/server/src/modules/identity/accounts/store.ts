import type { ReadOnlyReason } from '@muster/domain/identity/billing/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { MoneyRight, Role } from '@muster/domain/values/role';
import { sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';
import type { Person } from '../../../platform/sign-in/person.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    accounts: TableOf<'accounts'>;
    job_counters: TableOf<'job_counters'>;
    users: TableOf<'users'>;
    staff: TableOf<'staff'>;
  }
}

/** Jobs of an account are numbered from the next one on. */
const BEFORE_FIRST_JOB = 1_000;

/**
 * The last of so many numbers for jobs, which nobody else is given. Whoever asks after this waits until the transaction ends, so one
 * that takes long reserves its numbers in one of their own before it.
 */
export async function takeJobNumbers(db: Tx, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into job_counters as c (account_id, last) values (current_account(), ${BEFORE_FIRST_JOB + count}::int)
    on conflict (account_id) do update set last = c.last + ${count}::int
    returning last`.execute(db);
  return rows[0]!.last;
}

/** Who has an address: somebody who signs in with it, somebody who only registered it, both, or nobody. */
export interface FoundSignIn {
  /** Null for staff, and if nobody signs in with the address. */
  account_id: string | null;
  /** Null if nobody signs in with the address. */
  user_id: string | null;
  password_hash: string | null;
  disabled_at: Date | null;
  /** Whether they have signed in with this device before. */
  has_device: boolean;
  /** The hash of a registration that is not activated and may have this password. */
  pending_hash: string | null;
}

/** A function of the database looks the address up, because no account is known yet; it does the same work whatever it finds. */
export async function findSignIn(
  db: Db,
  email: string,
  { registration, device, hint }: { registration?: Buffer; device?: Buffer; hint?: number },
): Promise<FoundSignIn> {
  const found = await sql<FoundSignIn>`
    select * from find_sign_in(${email}, ${registration ?? null}, ${device ?? null}, ${hint ?? null}::smallint)`.execute(
    db,
  );
  return found.rows[0]!;
}

/**
 * Whether somebody still has the password that was just verified, and may sign in. This cannot change until the transaction ends:
 * a change of the password waits for it, and then ends the session that was opened here.
 */
export async function holdPassword(db: Tx, { kind, user }: Person, verified: string): Promise<boolean> {
  const found = await db
    .selectFrom(kind === 'staff' ? 'staff' : 'users')
    .select('id')
    .where('id', '=', user)
    .where('password_hash', '=', verified)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * A trigger then ends all sessions of that person and revokes their open reset links. False if they no longer
 * have the password that is to be replaced.
 */
export async function writePassword(
  db: Tx,
  { kind, user }: Person,
  { next, replaced }: { next: string; replaced?: string | undefined },
): Promise<boolean> {
  const mine = db
    .updateTable(kind === 'staff' ? 'staff' : 'users')
    .set({ password_hash: next })
    .where('id', '=', user)
    .where('disabled_at', 'is', null)
    .returning('id');
  const written = await (
    replaced === undefined ? mine : mine.where('password_hash', '=', replaced)
  ).execute();
  return written.length > 0;
}

export async function readPasswordHash(db: Tx, user: string): Promise<string> {
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user)
    .unionAll(db.selectFrom('staff').select('password_hash').where('id', '=', user))
    .executeTakeFirstOrThrow();
  return password_hash;
}

const person = ['id', 'email', 'first_name', 'last_name'] as const;

export async function readUser(db: Tx, user: string) {
  return db
    .selectFrom('users')
    .select([...person, 'role'])
    .where('id', '=', user)
    .executeTakeFirstOrThrow();
}

export async function readStaff(db: Db, user: string) {
  return db.selectFrom('staff').select(person).where('id', '=', user).executeTakeFirstOrThrow();
}

/** The account of the transaction: row-level security hides all others. */
export async function readAccount(db: Tx) {
  return db
    .selectFrom('accounts')
    .innerJoin('plans', 'plans.code', 'accounts.plan_code')
    .select([
      'accounts.id',
      'accounts.name',
      'accounts.zone',
      'accounts.film_seconds',
      'accounts.set_up_at',
      'accounts.licences',
      'accounts.read_only_since',
      'accounts.read_only_reason',
      'plans.code as plan_code',
      'plans.name as plan_name',
    ])
    .executeTakeFirstOrThrow();
}

/** Since when is kept, where only the reason is another. */
export async function writeReadOnly(db: Tx, reason: ReadOnlyReason, at: Date): Promise<void> {
  await sql`
    update accounts set read_only_since = coalesce(read_only_since, ${at}), read_only_reason = ${reason}
     where id = current_account()`.execute(db);
}

/** False, where it was not read-only. */
export async function clearReadOnly(db: Tx): Promise<boolean> {
  const { rows } = await sql`
    update accounts set read_only_since = null, read_only_reason = null
     where id = current_account() and read_only_since is not null returning id`.execute(db);
  return rows.length > 0;
}

export type NewPerson = Record<'id' | 'email' | 'first_name' | 'last_name' | 'password_hash', string>;

/** False if it exists already. */
export async function insertAccount(
  db: Tx,
  account: { id: string; name: string; plan_code: string; licences: number; phone?: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('accounts')
    .values(account)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** On the first plan there is, unless the account is there already. */
export async function insertAccountOnFirstPlan(
  db: Tx,
  account: { id: AccountId; name: string; licences: number },
): Promise<void> {
  await db
    .insertInto('accounts')
    .columns(['id', 'name', 'licences', 'plan_code'])
    .expression((db) =>
      db
        .selectFrom('plans')
        .select((plans) => [
          plans.val(account.id).as('id'),
          plans.val(account.name).as('name'),
          plans.val(account.licences).as('licences'),
          'code',
        ])
        .orderBy('position')
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** With as many licences as the plan has. */
export async function insertAccountOnPlan(
  db: Tx,
  account: { id: AccountId; name: string; plan_code: string; phone: string },
): Promise<void> {
  await db
    .insertInto('accounts')
    .columns(['id', 'name', 'phone', 'plan_code', 'licences'])
    .expression((db) =>
      db
        .selectFrom('plans')
        .select((plans) => [
          plans.val(account.id).as('id'),
          plans.val(account.name).as('name'),
          plans.val(account.phone).as('phone'),
          'code',
          'licences',
        ])
        .where('code', '=', account.plan_code),
    )
    .executeTakeFirstOrThrow();
}

export async function insertUsers(
  db: Tx,
  account: AccountId,
  users: (NewPerson & { role: Exclude<Role, 'staff'>; money?: MoneyRight })[],
): Promise<void> {
  await db
    .insertInto('users')
    .values(users.map((user) => ({ ...user, account_id: account, disabled_at: null })))
    .execute();
}

/** Muster's own people, those who are disabled too. */
export async function listStaff(db: Db) {
  return db
    .selectFrom('staff')
    .select([...person, 'disabled_at'])
    .orderBy('email')
    .execute();
}

/** "acti" as a number: any, but always the same. */
const ADDRESS_LOCK = 0x61637469;

/**
 * Locks an address until the transaction ends: for whoever gives it to a person, or decides by whether a person has it. Take it
 * before any other lock.
 */
export async function lockAddress(db: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, ${ADDRESS_LOCK}))`.execute(db);
}

/** Whether the account of the transaction has an owner. */
export async function hasOwner(db: Tx): Promise<boolean> {
  const owner = await db.selectFrom('users').select('id').where('role', '=', 'owner').executeTakeFirst();
  return owner !== undefined;
}

/** Whether somebody signs in with this address, including people who are disabled. */
export async function isRegistered(db: Db, email: string): Promise<boolean> {
  const found = await sql<{ is_known: boolean }>`select is_registered(${email}) as is_known`.execute(db);
  return found.rows[0]!.is_known;
}

export async function insertStaff(db: Tx, person: NewPerson): Promise<void> {
  await db
    .insertInto('staff')
    .values({ ...person, disabled_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Keeps people from signing in and ends their sessions; null lets them sign in again. */
export async function setDisabled(db: Tx, people: string[], disabled_at: Date | null): Promise<void> {
  await db.updateTable('users').set({ disabled_at }).where('id', 'in', people).execute();
  await db.updateTable('staff').set({ disabled_at }).where('id', 'in', people).execute();
}
