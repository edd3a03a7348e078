import type { AccountId } from '@muster/domain/values/ids';
import type { Logger } from 'pino';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Stored } from '../../platform/files/storage.ts';
import { accountNamedBy } from '../../platform/sign-in/person.ts';
import type { Cleaner } from '../../platform/tasks/cleaning.ts';
import { forgetFiles, isKnown } from '../files/service.ts';
import { deleteExpired, isAccountKnown } from './store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** To look through everything takes a while, and nothing that is found is in a hurry. */
const EVERY_MS = 6 * HOUR_MS;
/** As long as an undo is possible. */
const KEPT_DAYS = 30;
const PORTION = 500;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A crash leaves a few pieces behind. More than these, and more than this share of an account's, are of a database that knows too little. */
const LIKELY_UNKNOWN = 100;
const LIKELY_SHARE = 0.1;

/**
 * Takes away what nobody needs any more: uploads that were given up, files that were deleted or refused a month ago, and pieces that
 * nothing tells of, because something died between storing them and writing that down. Those are left for a day, as they may be on
 * their way.
 */
export function sweepFiles({ files: storage, log }: Pick<Deps, 'files' | 'log'>): Cleaner {
  let swept = 0;
  return async (db, now) => {
    if (now.getTime() - swept < EVERY_MS) return;
    swept = now.getTime();
    for await (const found of lookedThrough(db, storage.list(), now)) {
      const { account } = found;
      const needless = await withAccount(db, account, (db) => needlessOf(db, found, { log, now }));
      for (const key of needless) await storage.remove(account, key);
    }
  };
}

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
  const known = await isKnown(
    db,
    keys.filter((key) => UUID.test(key)),
  );
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
      'Too many stored pieces of files are unknown to this database: nothing of the account is swept.',
    );
    return [];
  }
  const gone = await deleteExpired(db, now);
  await forgetFiles(db, account, gone, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  return unknown;
}

/** Pieces of one account at a time. */
async function* portionsOf(pieces: AsyncIterable<Stored>): AsyncGenerator<Stored[]> {
  let portion: Stored[] = [];
  for await (const piece of pieces) {
    if (!UUID.test(piece.account)) continue;
    if (portion.length === PORTION || (portion[0] && portion[0].account !== piece.account)) {
      yield portion;
      portion = [];
    }
    portion.push(piece);
  }
  if (portion.length > 0) yield portion;
}
