import { useState } from 'react';
import { fieldState } from '../state.ts';

const PREFIX = 'muster-draft';

/** What somebody has typed and not kept yet, by visit: a phone that rings, or runs out, must not take it away. */
function keyOf(visit: string, what: string): string {
  return [PREFIX, fieldState().session?.user.id ?? '', visit, what].join(' ');
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

/** Whoever signs out leaves no words behind. */
export function forgetDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // What could not be kept need not be forgotten.
  }
}
