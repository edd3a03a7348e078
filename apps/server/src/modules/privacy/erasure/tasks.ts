import type { AccountId } from '@muster/domain/values/ids';
import { latestChange } from '../../../platform/changes/command.ts';
import { forgetNamingAnswers } from '../../../platform/changes/log.ts';
import { forgetUnchangedAnswers } from '../../../platform/changes/unchanged.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { ERASURE, type ErasureTask } from './service.ts';
import { endErasure, holdErasure, noteLookedTo } from './store.ts';

/** Answers that are looked through in one transaction: some tenths of a second. */
const PORTION = 2_000;

/**
 * Looks for those who were erased in every answer that their account was given, portion by portion. How far it is, is kept with each,
 * so that it goes on from there after its process has ended.
 */
export function erasureTasks({ database: { db } }: Pick<Deps, 'database'>): Readonly<Record<string, Task>> {
  return {
    [ERASURE]: async (payload, _, signal) => {
      const { account, id } = payload as ErasureTask;
      while (await withAccount(db, account, (db) => lookOn(db, account, id))) signal?.throwIfAborted();
    },
  };
}

/** Looks through the next portion; false, where there is none. */
async function lookOn(db: Tx, account: AccountId, id: string): Promise<boolean> {
  const found = await holdErasure(db, id);
  if (!found) return false;
  const { erased, looked_to: after, unchanged_looked_to } = found;
  const upTo = Math.min(after + PORTION, await latestChange(db, account));
  if (upTo > after) {
    await forgetNamingAnswers(db, erased, { after, upTo });
    await noteLookedTo(db, id, { looked_to: upTo, unchanged_looked_to });
    return true;
  }
  const last = await forgetUnchangedAnswers(db, erased, { after: unchanged_looked_to, most: PORTION });
  if (last === undefined) await endErasure(db, id);
  else await noteLookedTo(db, id, { looked_to: after, unchanged_looked_to: last });
  return last !== undefined;
}
