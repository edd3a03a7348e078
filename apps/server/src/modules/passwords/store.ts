import type { Generated } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    password_resets: {
      id: Generated<string>;
      token_hash: Buffer;
      account_id: string | null;
      user_id: string | null;
      created_at: Generated<Date>;
      expires_at: Date;
      used_at: Date | null;
      revoked_at: Date | null;
    };
  }
}

export interface NewReset {
  id: string;
  token_hash: Buffer;
  account_id: string | null;
  /** Null where nobody has the address. */
  user_id: string | null;
  created_at: Date;
  expires_at: Date;
}

export async function insertReset(db: Tx, reset: NewReset): Promise<void> {
  await db
    .insertInto('password_resets')
    .values({ ...reset, used_at: null, revoked_at: null })
    .execute();
}

export interface Reset {
  account_id: string | null;
  user_id: string | null;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}

export async function findReset(db: Db, tokenHash: Buffer): Promise<Reset | undefined> {
  return db
    .selectFrom('password_resets')
    .select(['account_id', 'user_id', 'expires_at', 'used_at', 'revoked_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
}

/** False when it cannot be used, or somebody else was quicker. */
export async function useReset(db: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const used = await db
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

export async function deleteOldResets(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<', before).execute();
}
