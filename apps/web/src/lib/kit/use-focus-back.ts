import { useEffect, useState } from 'react';

/**
 * For a dialog that is on the page only while it is open: whatever had the focus has it again afterwards. The kit does so only for a
 * dialog that it has seen closed first.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // After the dialog has let go of it.
      requestAnimationFrame(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost && before instanceof HTMLElement && before.isConnected)
          before.focus({ preventScroll: true });
      });
    },
    [before],
  );
}
