import { useSyncExternalStore } from 'react';

/** A value that stands beside the components, for all of a page. */
export interface Store<Value> {
  readonly get: () => Value;
  /** Everybody who shows it is drawn again, unless it is the same. */
  readonly set: (next: Value) => void;
  /** Calls whenever it is another. Answers how to stop. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const tell of listeners) tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What a component shows of a store. */
export function useStore<Value>(store: Pick<Store<Value>, 'get' | 'subscribe'>): Value;
export function useStore<Value, Seen>(
  store: Pick<Store<Value>, 'get' | 'subscribe'>,
  see: (value: Value) => Seen,
): Seen;
export function useStore<Value>(
  { get, subscribe }: Pick<Store<Value>, 'get' | 'subscribe'>,
  see: (value: Value) => unknown = (value) => value,
): unknown {
  const read = () => see(get());
  return useSyncExternalStore(subscribe, read, read);
}
