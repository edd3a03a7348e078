import { createStore, useStore } from '@muster/ui/store';

/** How much of a file has gone, as long as this page sends it. */
const parts = createStore<ReadonlyMap<string, number>>(new Map());

export function tellPart(file: string, part: number | undefined): void {
  const next = new Map(parts.get());
  if (part === undefined) next.delete(file);
  else next.set(file, part);
  parts.set(next);
}

/** Undefined while it is not being sent from here. */
export function usePart(file: string): number | undefined {
  return useStore(parts, (parts) => parts.get(file));
}
