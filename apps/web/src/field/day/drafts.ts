import { useSyncExternalStore } from 'react';
import { DRAFTS } from '../../lib/storage/phone-data.ts';
import { fieldState } from '../state.ts';

/** What somebody has typed and not kept yet, by visit: a phone that rings, or runs out, must not take it away. */
function keyOf(visit: string, what: string): string {
  return [DRAFTS, fieldState().session?.user.id ?? '', visit, what].join(' ');
}

/** What was typed since the page was opened. Storage may be forbidden or full, and words must not disappear for that. */
const typed = new Map<string, string>();
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(key: string): string {
  try {
    return typed.get(key) ?? localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  typed.set(key, text);
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Then what is typed stays while the page is open.
  }
  for (const tell of listeners) tell();
}

/** A text that survives closing the page, until it is set to nothing. Whoever shows the same one shows the same words. */
export function useDraft(visit: string, what: string): [string, (text: string) => void] {
  const key = keyOf(visit, what);
  const text = useSyncExternalStore(listen, () => read(key));
  return [text, (next) => write(key, next)];
}
