import { DAY_MS } from '../../values/minutes.ts';
import { type ChangeKind, ruleOf } from './kinds.ts';

/** How long a change can be undone. */
export const UNDO_DAYS = 30;

/** What speaks against an undo, whatever has happened since. */
export function undoProblem(
  change: { kind: ChangeKind; at: Date },
  now: Date,
): 'no inverse' | 'too old' | undefined {
  if (!ruleOf(change.kind)?.undo) return 'no inverse';
  return now.getTime() - change.at.getTime() > UNDO_DAYS * DAY_MS ? 'too old' : undefined;
}

/**
 * The latest of the changes of a row after that one which still counts; they are given the latest first. One that was taken back and
 * the one that took it back leave the row as it was before: whoever undoes step by step meets none of them. Asked row by row, because
 * an undo may have left some rows of a change as they are.
 */
export function stillInForce<Newer extends { readonly number: number; readonly undoes: number | null }>(
  newer: readonly Newer[],
  number: number,
): Newer | undefined {
  const takenBack = new Set<number>();
  return newer.find((change) => {
    if (takenBack.has(change.number)) return false;
    if (change.undoes === null || change.undoes <= number) return true;
    takenBack.add(change.undoes);
    return false;
  });
}
