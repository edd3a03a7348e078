import type { Deed, Entry } from './store.ts';

/** What some browsers tell of the line; no Safari does, and on a computer hardly any. */
interface Connection extends EventTarget {
  readonly type?: string;
}

function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection;
}

/** Whether the browser says over what it sends. */
export function tellsLine(): boolean {
  const type = connection()?.type;
  return type !== undefined && type !== 'unknown';
}

const unmetered = new Set<string | undefined>(['wifi', 'ethernet']);

/** Whether it is sure that nothing is sent over mobile data. */
export function isOnWifi(): boolean {
  return unmetered.has(connection()?.type);
}

/** Calls when the line is another one. Over when what is returned is called. */
export function onLineChange(listen: () => void): () => void {
  const line = connection();
  line?.addEventListener('change', listen);
  return () => line?.removeEventListener('change', listen);
}

/** Whether the line is one that something may be sent over. */
export function mayGo(deed: Deed): boolean {
  return deed.kind !== 'file' || deed.goes === undefined || (deed.goes === 'on wi-fi' && isOnWifi());
}

/** Whether it waits for more than a connection: for Wi-Fi, or for a word of whoever added it. */
export function isHeld({ state, deed }: Entry): boolean {
  return state === 'waiting' && !mayGo(deed);
}
