import { type Failure, unavailable } from '../http/errors.ts';

/** The queue moves fast, so a second is enough. */
const RETRY_SECONDS = 1;

interface Waiting {
  enter: () => void;
  refuse: (reason: Failure) => void;
}

export interface FairQueue {
  /** Runs the work when its turn comes, or throws `unavailable` if too many wait. */
  run<T>(network: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Runs a few at a time. Networks that wait take turns, and if too many wait, the network with the most loses its last one: one network
 * with many connections cannot keep others out.
 */
export function createFairQueue({ atOnce, longest }: { atOnce: number; longest: number }): FairQueue {
  /** One line for each network that waits, in the order of their turns. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function makeRoom(own: number): boolean {
    if (waiting < longest) return true;
    const line = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    if (line.length <= own + 1) return false;
    // The last one of the longest line has waited least.
    line.pop()!.refuse(unavailable(RETRY_SECONDS));
    waiting -= 1;
    return true;
  }

  async function enter(network: string): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    const own = lines.get(network) ?? [];
    if (!makeRoom(own.length)) throw unavailable(RETRY_SECONDS);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    lines.set(network, own);
    own.push({ enter: resolve, refuse: reject });
    waiting += 1;
    await promise;
  }

  /** Gives a free place to the next in line directly, so that nobody else can take it in between. */
  function leave(): void {
    const [turn] = lines;
    if (!turn) {
      running -= 1;
      return;
    }
    const [network, line] = turn;
    const next = line.shift()!;
    waiting -= 1;
    lines.delete(network);
    if (line.length > 0) lines.set(network, line);
    next.enter();
  }

  return {
    async run(network, work) {
      await enter(network);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
