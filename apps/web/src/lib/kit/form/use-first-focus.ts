import { useEffect, useRef } from 'react';
import { takeFocus } from '../../page/page.ts';

/** For the first field of a form that somebody has just asked for, or the first choice: they go on there. */
export function useFirstFocus<T extends HTMLElement = HTMLInputElement>(isAsked = true) {
  const first = useRef<T>(null);
  useEffect(() => {
    if (isAsked) takeFocus(first.current);
  }, [isAsked]);
  return first;
}
