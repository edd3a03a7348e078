import { useHotkeys } from '@mantine/hooks';
import { useUndo } from '../../lib/undo.ts';

/** Ctrl-Z takes back what this person did last, Ctrl-Shift-Z does it again. In a field they are the browser's own, about what was typed. */
export function UndoKeys({ user }: { user: string }) {
  const { undoLatest, redoLatest } = useUndo();
  useHotkeys([
    ['mod+Z', () => isForPage() && undoLatest(user)],
    ['mod+shift+Z', () => isForPage() && redoLatest()],
    ['mod+Y', () => isForPage() && redoLatest()],
  ]);
  return null;
}

/** While a dialog is open, nobody means what lies behind it. */
function isForPage(): boolean {
  return document.querySelector('[aria-modal=true]') === null;
}
