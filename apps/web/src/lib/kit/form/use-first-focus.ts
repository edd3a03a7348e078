import { useEffect, useRef } from 'react';

/** For the first field of a form that somebody has just asked for: they write into it next, unless a dialog has opened meanwhile. */
export function useFirstFocus() {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const dialog = document.activeElement?.closest('[aria-modal=true]');
    if (!dialog || dialog.contains(first.current)) first.current?.focus();
  }, []);
  return first;
}
