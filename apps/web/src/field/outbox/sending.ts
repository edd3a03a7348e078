import { useSyncExternalStore } from 'react';

/** How much of a file has gone, as long as this page sends it. */
const parts = new Map<string, number>();
const listeners = new Set<() => void>();

export function tellPart(file: string, part: number | undefined): void {
  if (part === undefined) parts.delete(file);
  else parts.set(file, part);
  for (const listen of listeners) listen();
}

/** Undefined while it is not being sent from here. */
export function usePart(file: string): number | undefined {
  return useSyncExternalStore(
    (listen) => {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    () => parts.get(file),
  );
}
