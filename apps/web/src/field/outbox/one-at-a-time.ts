const last = new Map<string, Promise<unknown>>();

/** Among all tabs and the worker; over plain http, where the browser has no locks, within this page. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  if ('locks' in navigator) return navigator.locks.request(name, work);
  const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
  last.set(name, mine);
  return mine;
}
