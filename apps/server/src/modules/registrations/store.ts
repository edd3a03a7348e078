import { type Generated, sql } from 'kysely';
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

export async function insertRegistration(
  db: Tx,
  registration: Registration,
  { browser, at }: { browser: Buffer; at: Date },
): Promise<void> {
  await db
    .insertInto('registrations')
    .values({ ...registration, browser_hash: browser, created_at: at })
    .execute();
}

/** A link before it is stored. */
interface NewLink {
  id: string;
  hash: Buffer;
  at: Date;
  until: Date;
  email: string;
  /** Null where nobody waits to be activated: a link to nothing, for the same work. */
  registration: string | null;
}

export async function insertLink(
  db: Tx,
  { id, hash, at, until, email, registration }: NewLink,
): Promise<void> {
  await db
    .insertInto('activations')
    .values({
      id,
      token_hash: hash,
      registration_id: registration,
      email,
      created_at: at,
      expires_at: until,
    })
    .execute();
}

/** What waits to be activated under an address: registered in this browser, else last. Null where somebody has activated. */
export async function findRegistration(
  db: Tx,
  email: string,
  browser: Buffer | undefined,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from registrations
     where email = ${email} and not is_registered(${email})
     order by (browser_hash = ${browser ?? null}::bytea) desc nulls last, created_at desc
     limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

export async function revokeOlderLinks(
  db: Tx,
  { registration, newest, at }: { registration: string | null; newest: string; at: Date },
): Promise<void> {
  await db
    .updateTable('activations')
    .set({ revoked_at: at })
    .where('registration_id', '=', registration)
    .where('id', '<>', newest)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

export interface Link {
  id: string;
  email: string;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  /** Whether somebody signs in with its address by now. */
  is_known: boolean;
  registration_id: string | null;
  password_hash: string | null;
  browser_hash: Buffer | null;
}

/**
 * A link, and what it activates: what was registered under its address in this browser, else what it was made for. The link proves
 * whose the address is, and the browser who registered: so it helps its reader also where a stranger caused the mail.
 */
export async function findLink(db: Db, hash: Buffer, browser: Buffer | undefined): Promise<Link | undefined> {
  const { rows } = await sql<Link>`
    select a.id, a.email, a.expires_at, a.used_at, a.revoked_at, is_registered(a.email) as is_known,
           r.id as registration_id, r.password_hash, r.browser_hash
      from activations a
      left join lateral (
        select * from registrations r
         where r.email = a.email and (r.id = a.registration_id or r.browser_hash = ${browser ?? null}::bytea)
         order by (r.browser_hash = ${browser ?? null}::bytea) desc nulls last, r.created_at desc
         limit 1) r on true
     where a.token_hash = ${hash}::bytea`.execute(db);
  return rows[0];
}

/**
 * Uses the link, and returns what was registered; undefined when it cannot be used, or not any more. Everything else that
 * was registered under the address goes with it. The caller holds the lock of the address, whichever of its links is used.
 */
export async function useLink(
  db: Tx,
  { id, email, registration_id }: Link,
  now: Date,
): Promise<Registration | undefined> {
  const held = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', registration_id)
    .forUpdate()
    .executeTakeFirst();
  if (!held) return undefined;
  const used = await db
    .updateTable('activations')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql<boolean>`not is_registered(email)`)
    .returning('id')
    .executeTakeFirst();
  if (!used) return undefined;
  await db
    .updateTable('activations')
    .set({ used_at: now })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
  const taken = await db.deleteFrom('registrations').where('email', '=', email).returningAll().execute();
  return taken.find(({ id }) => id === registration_id);
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
