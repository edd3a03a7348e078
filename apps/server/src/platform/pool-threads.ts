import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const TASKS = '/proc/self/task';
/** What Node calls the threads that do its long work: hashes above all. */
const POOL_THREAD = 'libuv-worker';
/** Enough to give way at once; still some of a core that somebody else keeps busy. */
const NICE = 15;

/**
 * Lets the threads of Node's pool give way to the one that answers, and to PostgreSQL: a hash that takes a core for 20 ms
 * may take 22, but nobody who asks for something small should wait for it. They exist from the first long work on.
 * Linux alone tells us which threads they are; elsewhere everything stays as it is.
 */
export function letPoolThreadsGiveWay(): void {
  try {
    for (const thread of readdirSync(TASKS)) {
      const name = readFileSync(`${TASKS}/${thread}/comm`, 'utf8').trim();
      if (name === POOL_THREAD) setPriority(Number(thread), NICE);
    }
  } catch {
    // Not Linux, or not allowed to look: slower answers while passwords are hashed, and nothing else.
  }
}
