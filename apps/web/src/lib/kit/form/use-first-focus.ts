import { useEffect, useRef } from 'react';
import { takeFocus } from '../../take-focus.ts';

/** For the first field of a form that somebody has just asked for: they write into it next. */
export function useFirstFocus(isAsked = true) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsked) takeFocus(first.current);
  }, [isAsked]);
  return first;
}
