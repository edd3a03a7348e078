import type { ToldChange } from './live.ts';

export interface Told {
  readonly number: number;
  readonly change: ToldChange;
}

/** As many as arrive while something is read. */
const mostKept = 200;
const told: Told[] = [];
const listeners = new Set<(one: Told) => void>();

/** Keeps what the stream tells, for those who are reading meanwhile: what they read may be older. */
export function keepTold(one: Told): void {
  told.push(one);
  told.splice(0, told.length - mostKept);
  for (const listen of listeners) listen(one);
}

/** Calls the listener with each change as it is told. Returns the way to stop. */
export function onTold(listener: (one: Told) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function toldAfter(number: number): Told[] {
  return told.filter((one) => one.number > number);
}
