const lines = new Map<string, Promise<unknown>>();

/**
 * Runs work of one network after the other in this process. Their hits are counted under one lock in the database, and whoever waits
 * for a lock holds a connection that others need: so they wait here.
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
