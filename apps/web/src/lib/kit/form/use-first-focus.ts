import { useEffect, useRef } from 'react';

/** For the first field of a form that somebody has just asked for: they write into it next. */
export function useFirstFocus() {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
  return first;
}
