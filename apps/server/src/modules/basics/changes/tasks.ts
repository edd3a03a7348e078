import { answers } from '@muster/domain/values/answer';
import type { AnyTable } from '../../../platform/changes/tracked.ts';
import { undo } from '../../../platform/changes/undo.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Deps } from '../../../platform/deps.ts';
import { doLongWork, tellProgress } from '../../../platform/tasks/long-work.ts';
import type { Task } from '../../../platform/tasks/queue.ts';
import { UNDO, type UndoTask } from './service.ts';
import { beginUndo, endUndo, noteUndone, refuseUndo } from './store.ts';

const FAULT =
  'The undo failed because of a fault at our end. Nothing was undone. We’ve logged it; try again.';

/**
 * Takes large changes back, each as one command. Whatever ends it in between, nothing of it is there, and the next try begins anew; or
 * all of it is there, and the next try finds its change.
 */
export function undoTasks(
  { database: { db }, log }: Pick<Deps, 'database' | 'log'>,
  tables: ReadonlyMap<string, AnyTable>,
): Readonly<Record<string, Task>> {
  return {
    [UNDO]: async (payload, _, signal) => {
      const { account, id } = payload as UndoTask;
      const waiting = await withAccount(db, account, (db) => beginUndo(db, id));
      if (!waiting) return;
      const { tries, number: undoes, restAlone, author, scenario, at } = waiting;
      await doLongWork({
        tries,
        fault: FAULT,
        signal,
        log,
        async work() {
          let total = waiting.total;
          const progress = tellProgress(
            (done) => withAccount(db, account, (db) => noteUndone(db, id, { done, total })),
            log,
          );
          try {
            await undo(db, tables, { account, id, undoes, author, scenario, at }, restAlone, (done, of) => {
              signal?.throwIfAborted();
              total = of;
              progress.note(done);
            });
          } finally {
            await progress.end();
          }
          await withAccount(db, account, (db) => endUndo(db, id));
        },
        async fail({ answer, message, data }) {
          const refusal = { code: answers[answer].code, message, data };
          await withAccount(db, account, (db) => refuseUndo(db, id, refusal));
        },
      });
    },
  };
}
