import { Failure } from '../http/errors.ts';

/** Each holds a piece of a few megabytes in memory. */
const MOST = 32;
const MOST_OF_ONE = 12;
const RETRY_SECONDS = 2;

/** How many uploads this process takes in at a time, of one account and of all. Whoever finds no room comes again and loses nothing. */
export function createRoom() {
  const inside = new Map<string, number>();
  let all = 0;

  return {
    async enter<T>(account: string, work: () => Promise<T>): Promise<T> {
      const own = inside.get(account) ?? 0;
      if (all >= MOST || own >= MOST_OF_ONE)
        throw new Failure('tooMany', 'Too many files arrive at the same moment.', {
          retryAfterSeconds: RETRY_SECONDS,
        });
      all += 1;
      inside.set(account, own + 1);
      try {
        return await work();
      } finally {
        all -= 1;
        const left = inside.get(account)! - 1;
        if (left === 0) inside.delete(account);
        else inside.set(account, left);
      }
    },
  };
}
