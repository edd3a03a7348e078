import type { Logger } from 'pino';
import type { Db } from '../db/executor.ts';
import { type Channel, lastNumbers, type LiveEvent, readEvents } from './event-log.ts';

/** Whoever follows a channel. */
export interface Follower {
  /** Called first, with the number that the events follow. */
  onStart(number: number): void;
  onEvent(event: LiveEvent): void;
  /** The missed events are too many or deleted. The follower has to load everything, and is then up to date with this number. */
  onReadAgain(number: number): void;
}

export interface Following {
  add(after: number | undefined, follower: Follower): Promise<() => void>;
  /** Reads new events and passes them on. */
  catchUp(): void;
  /** The number of the latest event that was read. */
  tail(): number | undefined;
  /** Told now and then which event is the last, should a nudge have been lost, and what the tail was when that was asked. */
  compare(last: number, before: number | undefined): void;
  isIdle(): boolean;
}

/** A follower that missed more events loads everything again, because that is faster. */
const MOST_MISSED = 200;

/** One channel, read once for all its followers in this process. */
export function createFollowing(db: Db, channel: Channel, log: Logger): Following {
  const followers = new Map<Follower, number>();
  /** The latest events, without gaps; the last of them has the number `tail`. */
  let recent: LiveEvent[] = [];
  let tail: number | undefined;
  let reading: Promise<void> | undefined;
  let isNews = false;
  let arriving = 0;

  async function read(): Promise<void> {
    do {
      isNews = false;
      tail ??= (await lastNumbers(db, [channel])).get(channel) ?? 0;
      const events = await readEvents(db, channel, tail, MOST_MISSED);
      if (events.length === MOST_MISSED) isNews = true;
      recent = [...recent, ...events].slice(-MOST_MISSED);
      tail = events.at(-1)?.number ?? tail;
      for (const [follower, told] of followers) tell(follower, told);
    } while (isNews);
  }

  function catchUp(): Promise<void> {
    isNews = true;
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  }

  function catchUpSoon(): void {
    catchUp().catch((error: unknown) => log.debug({ err: error, channel }, 'Events could not be read.'));
  }

  function tell(follower: Follower, told: number): void {
    // Whoever came while the log was read may have been told more than was read for all.
    if (tail === undefined || told >= tail) return;
    const missed = recent.filter(({ number }) => number > told);
    followers.set(follower, tail);
    try {
      if (missed[0]?.number === told + 1) for (const event of missed) follower.onEvent(event);
      else follower.onReadAgain(tail);
    } catch (error) {
      log.error({ err: error, channel }, 'A live listener failed.');
    }
  }

  return {
    async add(after, follower) {
      arriving += 1;
      try {
        await catchUp();
        const missed = after === undefined ? [] : await readEvents(db, channel, after, MOST_MISSED);
        // No await from here to the end, so that no event can arrive between those that were read and those that follow.
        const start = after ?? tail!;
        const isWhole = missed.length === 0 ? start === tail : missed[0]!.number === start + 1;
        if (isWhole && missed.length < MOST_MISSED) {
          follower.onStart(start);
          for (const event of missed) follower.onEvent(event);
          followers.set(follower, missed.at(-1)?.number ?? start);
        } else {
          follower.onStart(tail!);
          follower.onReadAgain(tail!);
          followers.set(follower, tail!);
        }
        tell(follower, followers.get(follower)!);
      } finally {
        arriving -= 1;
      }
      return () => followers.delete(follower);
    },
    catchUp: catchUpSoon,
    tail: () => tail,
    compare(last, before) {
      if (tail === undefined || last > tail) catchUpSoon();
      // The answer may have been on its way while later events were read.
      if (before === undefined || last >= before) return;
      // The database was put back to an earlier day: nothing that was told before is true.
      [tail, recent] = [last, []];
      for (const follower of followers.keys()) tell(follower, -1);
    },
    isIdle: () => followers.size === 0 && arriving === 0,
  };
}
