const lines = new Map<string, Promise<unknown>>();

/**
 * Runs the work of one network in this process one after the other. Its hits are counted under one lock in the database, and a request
 * that waited for the lock there would hold a connection that others need.
 */
export async function inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(network) ?? Promise.resolve();
  const mine = before.then(work, work);
  lines.set(network, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(network) === mine) lines.delete(network);
  }
}
