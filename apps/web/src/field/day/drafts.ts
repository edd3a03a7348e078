import { useState } from 'react';
import { DRAFTS } from '../../lib/phone-data.ts';
import { fieldState } from '../state.ts';

/** What somebody has typed and not kept yet, by visit: a phone that rings, or runs out, must not take it away. */
function keyOf(visit: string, what: string): string {
  return [DRAFTS, fieldState().session?.user.id ?? '', visit, what].join(' ');
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage may be forbidden or full; then what is typed stays while the page is open.
  }
}

/** A text that survives closing the page, until it is set to nothing. */
export function useDraft(visit: string, what: string): [string, (text: string) => void] {
  const key = keyOf(visit, what);
  const [text, setText] = useState(() => read(key));
  return [
    text,
    (next) => {
      setText(next);
      write(key, next);
    },
  ];
}
