import { useHotkeys } from '@mantine/hooks';
import { useUndo } from '../../lib/undo.ts';

/** Ctrl-Z takes back what this person did last, Ctrl-Shift-Z does it again. In a field they are the browser's own, about what was typed. */
export function UndoKeys({ user }: { user: string }) {
  const { undoLatest, redoLatest } = useUndo();
  useHotkeys([
    ['mod+Z', () => undoLatest(user)],
    ['mod+shift+Z', redoLatest],
    ['mod+Y', redoLatest],
  ]);
  return null;
}
