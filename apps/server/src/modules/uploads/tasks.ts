import { withAccount } from '../../platform/db/account.ts';
import type { Tx } from '../../platform/db/executor.ts';
import type { Deps } from '../../platform/deps.ts';
import type { FileStorage, Stored } from '../../platform/files/storage.ts';
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

/**
 * Takes away what nobody needs any more: uploads that were given up, files that were deleted a month ago, and pieces that nothing
 * tells of, because something died between storing them and writing that down. Those are left for a day, as they may be on their way.
 */
export function sweepFiles({ files: storage }: Pick<Deps, 'files'>): Cleaner {
  let swept = 0;
  return async (db, now) => {
    if (now.getTime() - swept < EVERY_MS) return;
    swept = now.getTime();
    for await (const pieces of portionsOf(storage.list())) {
      const account = accountNamedBy({ account_id: pieces[0]!.account });
      const needless = await withAccount(db, account, (db) => needlessAmong(db, pieces, now));
      await removeAll(storage, account, needless);
    }
  };
}

async function needlessAmong(db: Tx, pieces: readonly Stored[], now: Date): Promise<string[]> {
  // Another installation may keep its files in the same place.
  if (!(await isAccountKnown(db))) return [];
  const gone = await deleteExpired(db, now);
  const freed = await forgetFiles(db, gone, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
  const old = pieces.filter(({ storedAt }) => storedAt.getTime() < now.getTime() - DAY_MS);
  const known = await isKnown(
    db,
    old.map(({ key }) => key).filter((key) => UUID.test(key)),
  );
  return [...freed, ...old.map(({ key }) => key).filter((key) => !known.has(key))];
}

async function removeAll(
  storage: FileStorage,
  account: Parameters<FileStorage['remove']>[0],
  keys: string[],
) {
  for (const key of keys) await storage.remove(account, key);
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
