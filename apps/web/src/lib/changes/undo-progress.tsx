import { progressInWords, useLongUndo } from './long-undo.ts';

/**
 * That something is being undone, and how far it is. A screen reader is told the first, and not every step of the second: it can look
 * at the bar.
 */
export function UndoProgress({ id, what }: { id: string; what: string }) {
  const undo = useLongUndo(id);
  return (
    <>
      {what}
      <progress
        aria-label="Undone so far"
        // Without a value it only says that something is under way.
        {...(undo && undo.done > 0 && { max: undo.total, value: undo.done })}
        style={{ display: 'block', width: '100%', accentColor: 'var(--primary)' }}
      />
      <span aria-hidden="true">{sentence(progressInWords(undo))}</span>
    </>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
