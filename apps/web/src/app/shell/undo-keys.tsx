import { useHotkeys } from '@mantine/hooks';
import { useUndo } from '../../lib/undo.ts';

/** Ctrl-Z takes back what this person did last on this screen. In a field it is the browser's own, which takes back what was typed. */
export function UndoKeys() {
  const { undoLatest } = useUndo();
  useHotkeys([['mod+Z', undoLatest]]);
  return null;
}
