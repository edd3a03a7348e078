import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    links: StoredLink;
  }
}

export const linkPurposes = ['activation', 'reset', 'invitation'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * To the address that it was sent to. `account_id` is that of a reset or an invitation, null for Muster's own people; `user_id` the person
 * whom a reset is for, null if nobody has the address; `registration_id` what an activation is for, null once it became an account, and
 * if nobody had registered; `invitation_id` that to a team, null for the first owner of an account, and for Muster's own people.
 */
type StoredLink = TableOf<'links'>;

export interface Link extends Selectable<StoredLink> {
  /** Whether somebody signs in with its address by now. */
  is_known: boolean;
}

const isKnown = sql<boolean>`is_registered(email)`;

/** False if it is an invitation and the address has an open one already. */
export async function insertLink(db: Tx, link: Insertable<StoredLink>): Promise<boolean> {
  const inserted = await db
    .insertInto('links')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findByHash(db: Db, purpose: LinkPurpose, hash: Buffer): Promise<Link | undefined> {
  return db
    .selectFrom('links')
    .selectAll()
    .select(isKnown.as('is_known'))
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

/** The latest invitation of the first owner of an account. */
export async function latestInvitation(db: Db, account: string): Promise<Link | undefined> {
  return db
    .selectFrom('links')
    .selectAll()
    .select(isKnown.as('is_known'))
    .where('account_id', '=', account)
    .where('purpose', '=', 'invitation')
    .where('invitation_id', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Invitations of staff that are not accepted yet, including expired ones. */
export async function listStaffInvitations(db: Db) {
  return db
    .selectFrom('links')
    .select(['email', 'expires_at'])
    .where('purpose', '=', 'invitation')
    .where('account_id', 'is', null)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('email')
    .execute();
}

/**
 * Uses a link, or returns false if it cannot be used. A link that creates a person cannot be used once somebody signs in with its
 * address, so for those the caller holds the lock of the address.
 */
export async function useLink(db: Tx, id: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where((link) => link.or([link('purpose', '=', 'reset'), link.not(isKnown)]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/**
 * Which links to revoke: the older activation links of a registration (none if it is null), the invitations to own an account, the
 * link of an invitation to join a team, or the invitations of one of the staff.
 */
type Revoked =
  | { registration: string | null; newest: string }
  | { account: string }
  | { invitation: string }
  | { staff: string };

/** Resets are not among them: the database revokes those when a password changes or a person is disabled. */
export async function revokeLinks(db: Tx, of: Revoked, at: Date): Promise<void> {
  const open = db
    .updateTable('links')
    .set({ revoked_at: at })
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null);
  if ('registration' in of)
    await open.where('registration_id', '=', of.registration).where('id', '<>', of.newest).execute();
  else if ('invitation' in of) await open.where('invitation_id', '=', of.invitation).execute();
  else {
    const invitations = open.where('purpose', '=', 'invitation').where('invitation_id', 'is', null);
    await (
      'account' in of
        ? invitations.where('account_id', '=', of.account)
        : invitations.where('account_id', 'is', null).where('email', '=', of.staff)
    ).execute();
  }
}

/** Everything that was sent to somebody who is to be forgotten. */
export async function deleteLinksOf(
  db: Tx,
  { users, invitations }: { users: readonly string[]; invitations: readonly string[] },
): Promise<void> {
  await sql`
    delete from links where user_id = any(${users}::uuid[]) or invitation_id = any(${invitations}::uuid[])`.execute(
    db,
  );
}

/** Keeps accepted invitations, because the office shows them for as long as the account exists. */
export async function deleteLinks(db: Db, purpose: LinkPurpose, before: Date): Promise<void> {
  await db
    .deleteFrom('links')
    .where('purpose', '=', purpose)
    .where('expires_at', '<', before)
    .where((link) => link.or([link('purpose', '<>', 'invitation'), link('used_at', 'is', null)]))
    .execute();
}
