import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Waits for what must come; only the test's own time limit ends it, so a slow machine fails nothing. It looks less and less often,
 * because looking keeps busy those whom it waits for.
 */
export async function until<T>(look: () => Promise<T> | T): Promise<NonNullable<T>> {
  for (let pause = 5; ; pause = Math.min(pause * 1.5, 150)) {
    const found = await look();
    if (found) return found;
    await sleep(pause);
  }
}
