import { sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    registrations: TableOf<'registrations'>;
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
  password_hint: number | null;
}

interface StoredRegistration extends Registration {
  browser_hash: Buffer;
  created_at: Date;
}

/** Stores it, and says whether somebody signs in with its address already. */
export async function insertRegistration(
  db: Tx,
  registration: Registration,
  { browser, at }: { browser: Buffer; at: Date },
): Promise<{ isKnown: boolean }> {
  return db
    .insertInto('registrations')
    .values({ ...registration, browser_hash: browser, created_at: at })
    .returning(sql<boolean>`is_registered(email)`.as('isKnown'))
    .executeTakeFirstOrThrow();
}

/** The registration of an address to activate: the one of this browser, or the latest. Null once the address has an account. */
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

/**
 * The registration that a link activates: of those under its address the one of this browser, or the one whose password this may be,
 * or the one it was made for. The link proves who has the address, and browser or password prove who registered, so a link that a
 * stranger asked for is good for the owner, too.
 */
export async function findActivated(
  db: Db,
  { email, registration_id }: { email: string; registration_id: string | null },
  { browser = null, hint = null }: { browser?: Buffer | null | undefined; hint?: number | null | undefined },
): Promise<StoredRegistration | undefined> {
  const { rows } = await sql<StoredRegistration>`
    select * from registrations
     where email = ${email}
       and (id = ${registration_id} or browser_hash = ${browser}::bytea or password_hint = ${hint}::smallint)
     order by (browser_hash = ${browser}::bytea) desc nulls last, (password_hint = ${hint}::smallint) desc nulls last,
              created_at desc
     limit 1`.execute(db);
  return rows[0];
}

/** Keeps others from deleting it until the transaction ends; false if it is deleted already. */
export async function holdRegistration(db: Tx, id: string): Promise<boolean> {
  const held = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Other registrations of the address stay: their senders must not learn that this one became an account. */
export async function deleteRegistration(db: Tx, id: string): Promise<void> {
  await db.deleteFrom('registrations').where('id', '=', id).execute();
}

/** Deletes registrations that nobody activated, except those that a link can still activate. */
export async function deleteOld(db: Db, { before, now }: { before: Date; now: Date }): Promise<void> {
  await db
    .deleteFrom('registrations')
    .where('created_at', '<', before)
    .where((old) =>
      old.not(
        old.exists(
          old
            .selectFrom('links')
            .select('links.id')
            .whereRef('links.registration_id', '=', 'registrations.id')
            .where('links.expires_at', '>', now),
        ),
      ),
    )
    .execute();
}
