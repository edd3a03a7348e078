import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    registrations: StoredRegistration;
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

/** False when there is no such plan. */
export async function insertRegistration(
  db: Tx,
  registration: Registration,
  { browser, at }: { browser: Buffer; at: Date },
): Promise<boolean> {
  const plan = await db
    .selectFrom('plans')
    .select('code')
    .where('code', '=', registration.plan_code)
    .executeTakeFirst();
  if (!plan) return false;
  await db
    .insertInto('registrations')
    .values({ ...registration, browser_hash: browser, created_at: at })
    .execute();
  return true;
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

/**
 * What a link activates: what was registered under its address in this browser, else what it was made for. The link proves
 * whose the address is, and the browser who registered: so it helps its reader also where a stranger caused the mail.
 */
export async function findActivated(
  db: Db,
  { email, registration_id }: { email: string; registration_id: string | null },
  browser: Buffer | undefined,
): Promise<StoredRegistration | undefined> {
  const { rows } = await sql<StoredRegistration>`
    select * from registrations
     where email = ${email} and (id = ${registration_id} or browser_hash = ${browser ?? null}::bytea)
     order by (browser_hash = ${browser ?? null}::bytea) desc nulls last, created_at desc
     limit 1`.execute(db);
  return rows[0];
}

/** Keeps it from being forgotten until the transaction ends; false when that has happened. */
export async function holdRegistration(db: Tx, id: string): Promise<boolean> {
  const held = await db
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Everything that was registered under an address. */
export async function deleteRegistrations(db: Tx, email: string): Promise<void> {
  await db.deleteFrom('registrations').where('email', '=', email).execute();
}

/** What nobody activated, unless a link could still do so. */
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
