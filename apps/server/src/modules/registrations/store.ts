import { type Generated, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    registrations: StoredRegistration;
    activations: StoredLink;
  }
}

export interface Registration {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  plan_code: string;
  password_hash: string;
}

interface StoredRegistration extends Registration {
  browser_hash: Buffer;
  created_at: Date;
}

interface StoredLink {
  id: string;
  token_hash: Buffer;
  registration_id: string | null;
  email: string;
  created_at: Date;
  expires_at: Date;
  used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
}

/** "acti" as a number: any, but always the same. */
const ACTIVATION_LOCK = 0x61637469;

/** A link before it is stored. */
interface NewLink {
  id: string;
  hash: Buffer;
  at: Date;
  until: Date;
}

/**
 * A registration, its link and its mail, in one statement; false when there is no such plan. Whether somebody already signs in
 * with the address is found out on the way, and changes nothing but the mail.
 */
export async function insertRegistration(
  db: Tx,
  { browser, link, ...registration }: Registration & { browser: Buffer; link: NewLink },
  mail: { known: RawBuilder<void>; unknown: RawBuilder<void> },
): Promise<boolean> {
  const { id, email, first_name, last_name, phone, plan_code, password_hash } = registration;
  const inserted = await sql`
    with registration as (
      insert into registrations
        (id, email, first_name, last_name, phone, plan_code, password_hash, browser_hash, created_at)
      select ${id}::uuid, ${email}, ${first_name}, ${last_name}, ${phone}, code, ${password_hash},
             ${browser}::bytea, ${link.at}::timestamptz
        from plans where code = ${plan_code}
      returning id, email
    ), link as (
      insert into activations (id, token_hash, registration_id, email, created_at, expires_at)
      select ${link.id}::uuid, ${link.hash}::bytea, id, email, ${link.at}::timestamptz, ${link.until}::timestamptz
        from registration
    )
    select case when is_registered(email) then ${mail.known} else ${mail.unknown} end
      from registration`.execute(db);
  return inserted.rows.length > 0;
}

/**
 * A new link for the address: for what this browser registered, else for what was registered last; its older links stop
 * working. Where nobody registered, or somebody has activated since, it is a link to nothing, for the same work.
 */
export async function insertLink(
  db: Tx,
  { email, browser, link }: { email: string; browser: Buffer | undefined; link: NewLink },
): Promise<{ is_known: boolean; is_pending: boolean }> {
  // An activation under way is about to take the registration that this link would be for.
  await lockAddress(db, email);
  const inserted = await sql<{ is_known: boolean; is_pending: boolean }>`
    with registration as (
      select id from registrations
       where email = ${email} and not is_registered(${email})
       order by (browser_hash = ${browser ?? null}::bytea) desc nulls last, created_at desc
       limit 1
    ), older as (
      update activations set revoked_at = ${link.at}::timestamptz
       where registration_id = (select id from registration) and used_at is null and revoked_at is null
    )
    insert into activations (id, token_hash, registration_id, email, created_at, expires_at)
    values (${link.id}::uuid, ${link.hash}::bytea, (select id from registration), ${email},
            ${link.at}::timestamptz, ${link.until}::timestamptz)
    returning is_registered(email) as is_known, registration_id is not null as is_pending`.execute(db);
  return inserted.rows[0]!;
}

export interface Link {
  id: string;
  email: string;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  /** Whether somebody signs in with its address by now. */
  is_known: boolean;
  password_hash: string | null;
  browser_hash: Buffer | null;
}

export async function findLink(db: Db, hash: Buffer): Promise<Link | undefined> {
  return db
    .selectFrom('activations')
    .leftJoin('registrations', 'registrations.id', 'activations.registration_id')
    .select([
      'activations.id',
      'activations.email',
      'activations.expires_at',
      'activations.used_at',
      'activations.revoked_at',
      'registrations.password_hash',
      'registrations.browser_hash',
      sql<boolean>`is_registered(activations.email)`.as('is_known'),
    ])
    .where('activations.token_hash', '=', hash)
    .executeTakeFirst();
}

/**
 * Uses the link, and returns what was registered; undefined when it cannot be used, or not any more. Everything else that
 * was registered under the address goes with it. One at a time for an address, whichever of its links are used.
 */
export async function useLink(db: Tx, { id, email }: Link, now: Date): Promise<Registration | undefined> {
  await lockAddress(db, email);
  const link = await db
    .updateTable('activations')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('registration_id', 'is not', null)
    .where(sql<boolean>`not is_registered(email)`)
    .returning('registration_id')
    .executeTakeFirst();
  if (!link) return undefined;
  await db
    .updateTable('activations')
    .set({ used_at: now })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
  const taken = await db.deleteFrom('registrations').where('email', '=', email).returningAll().execute();
  const registration = taken.find(({ id }) => id === link.registration_id);
  // Nothing of the above may stay if there is nothing to make an account of.
  if (!registration) throw new Error('The registration of this link is gone.');
  return registration;
}

/** One at a time does something with the registrations of an address, until its transaction ends. */
async function lockAddress(db: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, ${ACTIVATION_LOCK}))`.execute(db);
}

/** What nobody activated, unless a link could still do so, and the links of what somebody did. */
export async function deleteOld(db: Db, { before, now }: { before: Date; now: Date }): Promise<void> {
  await db
    .deleteFrom('registrations')
    .where('created_at', '<', before)
    .where((old) =>
      old.not(
        old.exists(
          old
            .selectFrom('activations')
            .select('activations.id')
            .whereRef('activations.registration_id', '=', 'registrations.id')
            .where('activations.expires_at', '>', now),
        ),
      ),
    )
    .execute();
  await db
    .deleteFrom('activations')
    .where('created_at', '<', before)
    .where('expires_at', '<=', now)
    .execute();
}
