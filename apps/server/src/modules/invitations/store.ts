import type { Generated } from 'kysely';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    invitations: {
      id: string;
      token_hash: Buffer;
      account_id: string | null;
      email: string;
      created_at: Date;
      expires_at: Date;
      used_at: Generated<Date | null>;
      revoked_at: Generated<Date | null>;
    };
  }
}

export interface Invitation {
  id: string;
  /** Null for Muster's own people. */
  account_id: string | null;
  email: string;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
  /** Whether somebody signs in with its address by now. */
  is_known: boolean;
}

const invitation = ['id', 'account_id', 'email', 'expires_at', 'used_at', 'revoked_at'] as const;
const isKnown = sql<boolean>`is_registered(email)`.as('is_known');

/** False when the address has an open invitation already. */
export async function insertInvitation(
  db: Tx,
  row: {
    id: string;
    token_hash: Buffer;
    account_id: string | null;
    email: string;
    created_at: Date;
    expires_at: Date;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('invitations')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Those to an account, to whatever address; or those of one of Muster's own people. */
export async function revokeInvitations(
  db: Tx,
  of: { account: string } | { staff: string },
  at: Date,
): Promise<void> {
  const open = db
    .updateTable('invitations')
    .set({ revoked_at: at })
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null);
  const theirs =
    'account' in of
      ? open.where('account_id', '=', of.account)
      : open.where('account_id', 'is', null).where('email', '=', of.staff);
  await theirs.execute();
}

export async function findInvitation(db: Db, hash: Buffer): Promise<Invitation | undefined> {
  return db
    .selectFrom('invitations')
    .select([...invitation, isKnown])
    .where('token_hash', '=', hash)
    .executeTakeFirst();
}

/** The latest that was sent for an account. */
export async function latestInvitation(db: Db, account: string): Promise<Invitation | undefined> {
  return db
    .selectFrom('invitations')
    .select([...invitation, isKnown])
    .where('account_id', '=', account)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Those of Muster's own people who have not come yet, be it because their link has expired. */
export async function listStaffInvitations(db: Db) {
  return db
    .selectFrom('invitations')
    .select(['email', 'expires_at'])
    .where('account_id', 'is', null)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('email')
    .execute();
}

/** False when it cannot be used, or not any more. The caller holds the lock of its address. */
export async function useInvitation(db: Tx, id: string, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('invitations')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql<boolean>`not is_registered(email)`)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteInvitations(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('invitations').where('expires_at', '<', before).where('used_at', 'is', null).execute();
}
