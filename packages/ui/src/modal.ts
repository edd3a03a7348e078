import { useLayoutEffect, useRef, type RefObject } from 'react';

/** The browser's modal dialog, open for as long as it is said to be: from the very change on, so that no key or press slips past it. */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return undefined;
    element.showModal();
    return () => element.close();
  }, [open]);
  return dialog;
}
