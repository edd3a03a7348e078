import { DAY_MS } from '@muster/domain/values/minutes';
import { type AccountId, isId } from '@muster/domain/values/ids';
import type { Logger } from 'pino';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Stored } from '../../../platform/files/storage.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { forgetFiles, isKnown } from '../files/service.ts';
import { forgetDocuments } from '../reports/service.ts';
import { deleteExpired, isAccountKnown, readSweep, writeSweep } from './store.ts';

/** How many pieces are looked at in one go, the last account as a whole. To look through everything takes a while, and nothing is in a hurry. */
const LOOKED_AT_ONCE = 5_000;
/** As long as an undo is possible. */
const KEPT_DAYS = 30;
const PORTION = 500;

/** A crash leaves a few pieces behind. More than these, and more than this share of an account's, are of a database that knows too little. */
const LIKELY_UNKNOWN = 100;
const LIKELY_SHARE = 0.1;

/**
 * Takes away what nobody needs any more: uploads that were given up, files that were deleted or refused a month ago, and pieces that
 * nothing tells of, because something died between storing them and writing that down. Those are left for a day, as they may be on
 * their way.
 */
export async function sweepFiles(
  { database: { db }, files: storage, log }: Pick<Deps, 'database' | 'files' | 'log'>,
  now: Date,
): Promise<void> {
  const after = await transaction(db, (db) => readSweep(db, SWEEP));
  let looked = 0;
  let last = '';
  for await (const found of lookedThrough(db, storage.list(after), now)) {
    const { account } = found;
    const needless = await withAccount(db, account, (db) => needlessOf(db, found, { log, now }));
    for (const key of needless) await storage.remove(account, key);
    looked += found.looked;
    last = account;
    if (looked >= LOOKED_AT_ONCE) break;
  }
  // Behind the last account it begins again.
  await transaction(db, (db) => writeSweep(db, SWEEP, looked >= LOOKED_AT_ONCE ? last : '', now));
}

const SWEEP = 'files';

export function sweepTasks(deps: Deps): Readonly<Record<string, Task>> {
  return { [FILES_SWEPT]: () => sweepFiles(deps, new Date(deps.now())) };
}

/** The task that is done again and again: one at a time, whatever number of processes there is. */
export const FILES_SWEPT = 'files swept';

/** What lies in the store for an account for longer than a day. */
interface Found {
  readonly account: AccountId;
  readonly looked: number;
  readonly unknown: readonly string[];
}

/** One account after another: a store lists what belongs together. */
async function* lookedThrough(db: Db, stored: AsyncIterable<Stored>, now: Date): AsyncGenerator<Found> {
  let found: Found | undefined;
  for await (const portion of portionsOf(stored)) {
    const account = accountNamedBy({ account_id: portion[0]!.account });
    if (found && found.account !== account) yield found;
    const { looked, unknown } = found?.account === account ? found : { looked: 0, unknown: [] };
    const old = portion.filter(({ storedAt }) => storedAt.getTime() < now.getTime() - DAY_MS);
    const strange = await withAccount(db, account, (db) => unknownAmong(db, old));
    found = { account, looked: looked + old.length, unknown: [...unknown, ...strange] };
  }
  if (found) yield found;
}

async function unknownAmong(db: Tx, pieces: readonly Stored[]): Promise<string[]> {
  const keys = pieces.map(({ key }) => key);
  const known = await isKnown(db, keys.filter(isId));
  return keys.filter((key) => !known.has(key));
}

async function needlessOf(
  db: Tx,
  { account, looked, unknown }: Found,
  { log, now }: { log: Logger; now: Date },
): Promise<readonly string[]> {
  // Another installation may keep its files in the same place.
  if (!(await isAccountKnown(db))) return [];
  if (unknown.length > LIKELY_UNKNOWN && unknown.length > looked * LIKELY_SHARE) {
    // This may be a copy of the database, or an older one: what it does not know may be the files of the true one.
    log.warn(
      { account, unknown: unknown.length, looked },
      'Too many stored file pieces are missing from this database, so nothing of this account was deleted.',
    );
    return [];
  }
  const gone = await deleteExpired(db, now);
  await forgetFiles(db, account, gone, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  await forgetDocuments(db, new Date(now.getTime() - DAY_MS));
  return unknown;
}

/** Pieces of one account at a time. */
async function* portionsOf(pieces: AsyncIterable<Stored>): AsyncGenerator<Stored[]> {
  let portion: Stored[] = [];
  for await (const piece of pieces) {
    if (!isId(piece.account)) continue;
    if (portion.length === PORTION || (portion[0] && portion[0].account !== piece.account)) {
      yield portion;
      portion = [];
    }
    portion.push(piece);
  }
  if (portion.length > 0) yield portion;
}
