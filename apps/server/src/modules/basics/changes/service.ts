import { DAY_MS } from '@muster/domain/values/minutes';
import { undoProblem } from '@muster/domain/basics/changes/rules';
import type { LongUndo, Undone } from '@muster/domain/basics/changes/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Command } from '../../../platform/changes/command.ts';
import { findByCommand, readChange } from '../../../platform/changes/log.ts';
import { writtenTo } from '../../../platform/changes/undo.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import {
  countUndos,
  findUndoOf,
  forgetOldUndos,
  forgetRefusals as forgetRefusedUndos,
  insertUndo,
  lockUndos,
  readUndo,
} from './store.ts';

export { forgetRefusedUndos };

/** The task that takes a large change back. */
export const UNDO = 'long undo';

export interface UndoTask {
  readonly account: AccountId;
  readonly id: string;
}

/** Up to so many entries somebody waits for: about a second. */
const LARGE = 1_000;
/** What may wait of one account. */
const MOST_WAITING = 20;
const RETRY_SECONDS = 30;
const KEPT_MS = DAY_MS;

type UndoCommand = Omit<Command, 'kind' | 'body' | 'undoes'> & { readonly undoes: number };

/**
 * Hands the undo of a large change to the background, once for each id: asked for again, it is told as it stands, and one that failed
 * begins anew. Undefined, where it is done at once: what is small, is done already or can never be.
 */
export async function askForLongUndo(
  db: Tx,
  command: UndoCommand,
  restAlone: boolean,
): Promise<LongUndo | undefined> {
  const { account, id, author, scenario = null, at, undoes: number } = command;
  const change = await readChange(db, number);
  if (!change || change.entries <= LARGE || change.scenario_id !== (scenario ?? account)) return undefined;
  if (undoProblem(change, at) !== undefined || (await findByCommand(db, id))) return undefined;
  await lockUndos(db);
  const known = await readUndo(db, id);
  if (known && (known.undoes !== number || known.rest_alone !== restAlone)) throw new Failure('keyReused');
  if (known && known.state !== 'failed') return longUndo(db, id);
  if (await findUndoOf(db, number))
    throw new Failure('conflict', 'This is already being undone. Wait until that’s done.');
  if ((await countUndos(db)) >= MOST_WAITING)
    throw new Failure(
      'tooMany',
      `${MOST_WAITING} large changes are already waiting to be undone. Wait until they’re done, then try again.`,
      { retryAfterSeconds: RETRY_SECONDS },
    );
  await forgetOldUndos(db, { before: new Date(at.getTime() - KEPT_MS), anew: id });
  await insertUndo(db, { id, number, restAlone, total: change.entries, author, scenario, at });
  await enqueue(db, UNDO, { account, id } satisfies UndoTask);
  return longUndo(db, id);
}

/** How far an undo is. It is done with its change, whether or not anybody lived to write that down. */
export async function longUndo(db: Tx, id: string): Promise<LongUndo> {
  const own = await findByCommand(db, id);
  const waiting = await readUndo(db, id);
  if (own?.kind === 'undo') {
    const answer = own.answer as Pick<Undone, 'undone' | 'stays'>;
    const { entries } = (await readChange(db, own.number))!;
    const written_to = [...(await writtenTo.run(db, answer.undone))];
    // It goes on for longer than anything waits to be sent.
    const result = { ...answer, written_to, not_written_to: [], change: own.number, made: true };
    return { id, undoes: answer.undone, state: 'done', total: entries, done: entries, result, refusal: null };
  }
  if (!waiting) throw new Failure('notFound');
  const { undoes, state, total, done, refusal } = waiting;
  return { id, undoes, state, total, done, result: null, refusal };
}
