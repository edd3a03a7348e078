import { createStore, useStore } from '@muster/ui/store';
import { DRAFTS } from '../../lib/storage/phone-data.ts';
import { fieldState } from '../state.ts';

/** What somebody has typed and not kept yet, by visit: a phone that rings, or runs out, must not take it away. */
function keyOf(visit: string, what: string): string {
  return [DRAFTS, fieldState().session?.user.id ?? '', visit, what].join(' ');
}

/** What was typed since the page was opened. Storage may be forbidden or full, and words must not disappear for that. */
const typed = createStore<ReadonlyMap<string, string>>(new Map());

function read(key: string): string {
  try {
    return typed.get().get(key) ?? localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Then what is typed stays while the page is open.
  }
  typed.set(new Map(typed.get()).set(key, text));
}

/** A text that survives closing the page, until it is set to nothing. Whoever shows the same one shows the same words. */
export function useDraft(visit: string, what: string): [string, (text: string) => void] {
  const key = keyOf(visit, what);
  const text = useStore(typed, () => read(key));
  return [text, (next) => write(key, next)];
}
