import { type Generated, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { MailPart } from '../messages/service.ts';

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

/** A link before it is stored. */
interface NewLink {
  id: string;
  hash: Buffer;
  at: Date;
  until: Date;
}

/** What else is written with a registration. */
interface Along {
  link: NewLink;
  browser: Buffer;
  mail: { known: MailPart; unknown: MailPart };
  /** The record of its Idempotency-Key, for a given source; undefined where it has none. */
  record: ((source: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined;
}

/**
 * A registration, its link, its mail and its record, in one statement; false when there is no such plan, or the key was used
 * before. Whether somebody already signs in with the address is found out on the way, and changes nothing but the mail.
 */
export async function insertRegistration(
  db: Db,
  { id, email, first_name, last_name, phone, plan_code, password_hash }: Registration,
  { link, browser, mail, record }: Along,
): Promise<boolean> {
  const isNew = record ? sql`exists (select from recorded)` : sql`true`;
  const inserted = await sql`
    with plan as (
      select code from plans where code = ${plan_code}
    ), recorded as (
      ${record ? record(sql`plan`) : sql`select`}
    ), registration as (
      insert into registrations
        (id, email, first_name, last_name, phone, plan_code, password_hash, browser_hash, created_at)
      select ${id}::uuid, ${email}, ${first_name}, ${last_name}, ${phone}, code, ${password_hash},
             ${browser}::bytea, ${link.at}::timestamptz
        from plan where ${isNew}
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
 * working. Where nobody registered, or somebody has activated since, it is a link to nothing, for the same work. The caller
 * holds the lock of the address.
 */
export async function insertLink(
  db: Tx,
  { email, browser, link }: { email: string; browser: Buffer | undefined; link: NewLink },
): Promise<{ is_known: boolean; is_pending: boolean }> {
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
 * was registered under the address goes with it. The caller holds the lock of the address, whichever of its links is used.
 */
export async function useLink(db: Tx, { id, email }: Link, now: Date): Promise<Registration | undefined> {
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
