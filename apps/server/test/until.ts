import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what must come; only the test's own time limit ends it, so a slow machine fails nothing. */
export async function until<T>(look: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await sleep(10);
  }
}
