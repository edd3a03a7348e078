import { useEffect, useRef, type RefObject } from 'react';

/** The browser's modal dialog, open for as long as it is said to be. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    return () => element.close();
  }, [open]);
  return dialog;
}
