import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** What only the browser knows: a pre-rendered page has to do with `before` until it has come to life. */
export function useKnownLater<Known, Before>(read: () => Known, before: Before): Known | Before {
  return useSyncExternalStore<Known | Before>(neverChanges, read, () => before);
}
