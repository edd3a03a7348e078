import { createStore, useStore } from '@muster/ui/store';
import { useEffect } from 'react';

/** Keys that a page hears, as they are told to whoever asks. */
export interface KeyList {
  title: string;
  keys: readonly { keys: readonly string[]; text: string }[];
}

const lists = createStore<readonly KeyList[]>([]);

/** Tells of the keys of a page while it is there. The list has to be the same object every time. */
export function usePageKeys(list: KeyList): void {
  useEffect(() => {
    const others = () => lists.get().filter((one) => one !== list);
    lists.set([...others(), list]);
    return () => lists.set(others());
  }, [list]);
}

/** The lists of whatever is on the screen. */
export function useKeyLists(): readonly KeyList[] {
  return useStore(lists);
}
