import { useEffect, useSyncExternalStore } from 'react';

/** Keys that a page hears, as they are told to whoever asks. */
export interface KeyList {
  title: string;
  keys: readonly { keys: readonly string[]; text: string }[];
}

let lists: readonly KeyList[] = [];
const listeners = new Set<() => void>();

function set(next: readonly KeyList[]): void {
  lists = next;
  for (const tell of listeners) tell();
}

/** Tells of the keys of a page while it is there. The list has to be the same object every time. */
export function usePageKeys(list: KeyList): void {
  useEffect(() => {
    set([...lists.filter((one) => one !== list), list]);
    return () => set(lists.filter((one) => one !== list));
  }, [list]);
}

/** The lists of whatever is on the screen. */
export function useKeyLists(): readonly KeyList[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lists,
  );
}
