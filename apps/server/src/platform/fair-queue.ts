import type { Failure } from './http/answers/errors.ts';
import { unavailable } from './http/answers/errors.ts';

/** The queue moves fast, so a second is enough. */
const RETRY_SECONDS = 1;

interface Waiting {
  readonly isUrgent: boolean;
  enter: () => void;
  refuse: (reason: Failure) => void;
}

interface FairQueue {
  /** Runs the work when the turn of its key comes, or throws `unavailable` if too many wait or it waits too long. */
  run<T>(key: string, work: () => Promise<T>, isUrgent?: boolean): Promise<T>;
}

interface Size {
  readonly atOnce: number;
  /** Of one key, so that some places are free for whoever comes next, however long the work takes. */
  readonly ofOne?: number;
  /** Places of all, and of each key, that only what is urgent may take. */
  readonly kept?: { readonly ofAll: number; readonly ofOne: number };
  /** How many may wait. */
  readonly longest?: number;
  readonly waitMs?: number;
}

/**
 * Runs a few at a time. Keys that wait (networks, accounts) take turns, and if too many wait, the key with the most loses its last one:
 * whoever asks for much cannot keep others out. What is urgent finds places that nothing else takes.
 */
export function createFairQueue({
  atOnce,
  ofOne = atOnce,
  kept = { ofAll: 0, ofOne: 0 },
  longest = Number.POSITIVE_INFINITY,
  waitMs,
}: Size): FairQueue {
  /** One line for each key that waits, in the order of their turns. */
  const lines = new Map<string, Waiting[]>();
  const inside = new Map<string, number>();
  let running = 0;
  let waiting = 0;

  const hasPlace = (key: string, isUrgent: boolean) =>
    running < atOnce - (isUrgent ? 0 : kept.ofAll) &&
    (inside.get(key) ?? 0) < ofOne - (isUrgent ? 0 : kept.ofOne);

  function makeRoom(own: number): boolean {
    if (waiting < longest) return true;
    const line = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (line.length <= own + 1) return false;
    // The last one of the longest line has waited least.
    line.pop()!.refuse(unavailable(RETRY_SECONDS));
    waiting -= 1;
    return true;
  }

  function take(key: string): void {
    running += 1;
    inside.set(key, (inside.get(key) ?? 0) + 1);
  }

  async function enter(key: string, isUrgent: boolean): Promise<void> {
    if (hasPlace(key, isUrgent)) return take(key);
    const own = lines.get(key) ?? [];
    if (!makeRoom(own.length)) throw unavailable(RETRY_SECONDS);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place: Waiting = { isUrgent, enter: resolve, refuse: reject };
    lines.set(key, own);
    own.push(place);
    waiting += 1;
    const timer = waitMs === undefined ? undefined : setTimeout(() => giveUp(key, place), waitMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  function giveUp(key: string, place: Waiting): void {
    const line = lines.get(key);
    const at = line?.indexOf(place) ?? -1;
    if (!line || at < 0) return;
    line.splice(at, 1);
    waiting -= 1;
    if (line.length === 0) lines.delete(key);
    place.refuse(unavailable(RETRY_SECONDS));
  }

  /** Gives a free place to the next in line directly, so that nobody else can take it in between. */
  function leave(key: string): void {
    running -= 1;
    const left = inside.get(key)! - 1;
    if (left === 0) inside.delete(key);
    else inside.set(key, left);
    for (const [next, line] of lines) {
      // What is urgent goes before whatever else of its key waits.
      const first =
        line.find(({ isUrgent }) => isUrgent && hasPlace(next, true)) ??
        line.find(({ isUrgent }) => !isUrgent && hasPlace(next, false));
      if (!first) continue;
      line.splice(line.indexOf(first), 1);
      waiting -= 1;
      lines.delete(next);
      if (line.length > 0) lines.set(next, line);
      take(next);
      first.enter();
      return;
    }
  }

  return {
    async run(key, work, isUrgent = false) {
      await enter(key, isUrgent);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
