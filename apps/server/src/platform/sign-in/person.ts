import { randomUUIDv7 } from 'node:crypto';
import type { AccountId, UserId } from '@muster/domain/values/ids';
import { withAccount } from '../db/account.ts';
import type { Db, Tx } from '../db/executor.ts';
import { transaction } from '../db/transaction.ts';

/** Somebody who signs in: a user of an account, or one of Muster's own staff, who belong to none. */
export type Person =
  | { readonly kind: 'user'; readonly account: AccountId; readonly user: UserId }
  | { readonly kind: 'staff'; readonly user: UserId };

/** How tables outside every account name a person. */
interface PersonRow {
  account_id: string | null;
  user_id: string;
}

/** This file alone makes ids of accounts: of one that is being opened … */
export function accountToOpen(id: string = randomUUIDv7()): AccountId {
  return id as AccountId;
}

/** … and of one that a row outside every account names. The caller has proven that row: by a session, a password or a link. */
export function accountNamedBy({ account_id }: { account_id: string }): AccountId {
  return account_id as AccountId;
}

/** … and of one whose channel somebody follows, which only who holds the id can name. */
export function accountOfChannel(channel: `account ${AccountId}`): AccountId {
  return channel.slice('account '.length) as AccountId;
}

/**
 * … and of Muster itself, under which is kept what its own people do, as every business has a log of its own. No one signs in to it, and
 * whoever is signed in to a business never comes here (decisions/054).
 */
export const HOUSE = '00000000-0000-0000-0000-000000000000' as AccountId;

export function personNamedBy({ account_id, user_id }: PersonRow): Person {
  const user = user_id as UserId;
  return account_id === null
    ? { kind: 'staff', user }
    : { kind: 'user', account: accountNamedBy({ account_id }), user };
}

export function rowOf(person: Person): PersonRow {
  return { account_id: person.kind === 'user' ? person.account : null, user_id: person.user };
}

/** A transaction in somebody's account, or outside all of them for staff. */
export async function withPerson<T>(db: Db, person: Person, work: (db: Tx) => Promise<T>): Promise<T> {
  return person.kind === 'staff' ? transaction(db, work) : withAccount(db, person.account, work);
}
