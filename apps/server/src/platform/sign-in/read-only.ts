import { readOnlyRefusal } from '@muster/domain/identity/accounts/read-only';
import type { ReadOnlyReason } from '@muster/domain/identity/billing/schema';
import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import type { Db } from '../db/executor.ts';
import { Failure } from '../http/answers/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Why a call that changes something is taken of a read-only account too. One that gives no reason is refused. */
    whenReadOnly?: string;
  }
}

/** Since when nothing is changed in an account, and why; undefined, where it is open. */
export async function readOnlyOf(
  db: Db,
  account: AccountId,
): Promise<{ since: Date; reason: ReadOnlyReason } | undefined> {
  const { rows } = await sql<{ since: Date; reason: ReadOnlyReason }>`
    select since, reason from read_only_of(${account})`.execute(db);
  return rows[0];
}

/** Whatever changes something comes by here, be it a request or a command of nobody's: what does not say that it is taken anyway is refused. */
export async function refuseReadOnly(db: Db, account: AccountId): Promise<void> {
  const found = await readOnlyOf(db, account);
  if (found) throw new Failure('readOnly', readOnlyRefusal(found.reason));
}
