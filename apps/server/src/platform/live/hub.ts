import type { Logger } from 'pino';
import { logFault } from '../db/connection-errors.ts';
import type { Database } from '../db/connect.ts';
import type { Db } from '../db/executor.ts';
import { listen } from '../db/listen.ts';
import { sendNotices } from '../db/transaction.ts';
import type { Channel, Notice, PROCESSES, LiveEvent } from './event-log.ts';
import { lastNumbers, NUDGES, readEvents } from './event-log.ts';

export interface LiveHub {
  /**
   * Tells the follower every event of a channel after that number, or from now on, whichever process announced it, in the order of
   * commits, without gaps or repeats. Returns a function that stops it.
   */
  follow(channel: Channel, after: number | undefined, follower: Follower): Promise<() => void>;
  /** Calls the listener with what any process tells beside the log of a channel. Returns a function that stops it. */
  hear(channel: Channel | typeof PROCESSES, listener: (notice: Notice) => void): () => void;
  /** Calls the listener when a session has ended in any process. Returns a function that stops it. */
  onSessionEnd(listener: (session: string) => void): () => void;
  /** Passes words on to every process, this one too: in one order for all, kept nowhere, and lost to whoever does not listen just then. */
  broadcast(payloads: readonly string[]): Promise<void>;
  /** Calls the listener with what any process broadcasts. Returns a function that stops it. */
  onBroadcast(listener: (payload: string) => void): () => void;
  close(): Promise<void>;
}

/** The channel of NOTIFY for what is not in the log. */
const BROADCASTS = 'muster_broadcasts';

/** A nudge, the end of a session, or what is told of a channel. */
interface Heard {
  channel?: string;
  session?: string;
  told?: string;
  notice?: Notice;
}

/** Events whose nudge was lost are found after this long. */
const LOOK_MS = 5_000;

/** Reads the log of events for all streams of this process, after each nudge and every few seconds. */
export async function startLive({
  database: { appUrl, db },
  log,
}: {
  database: Pick<Database, 'appUrl' | 'db'>;
  log: Logger;
}): Promise<LiveHub> {
  const followed = new Map<string, Following>();
  const enders = new Set<(session: string) => void>();
  const hearers = new Map<string, Set<(notice: Notice) => void>>();
  const receivers = new Set<(payload: string) => void>();
  const beside = { [BROADCASTS]: (payload: string) => receivers.forEach((receive) => receive(payload)) };
  const ear = await listen({ appUrl, channel: NUDGES, log, onNotice, onGap: look, beside });
  const timer = setInterval(look, LOOK_MS).unref();

  return {
    async follow(channel, after, follower) {
      const following = followed.getOrInsertComputed(channel, () => createFollowing(db, channel, log));
      const stop = await following.add(after, follower);
      return () => {
        stop();
        if (following.isIdle() && followed.get(channel) === following) followed.delete(channel);
      };
    },
    hear(channel, listener) {
      const ofChannel = hearers.getOrInsertComputed(channel, () => new Set());
      ofChannel.add(listener);
      return () => {
        ofChannel.delete(listener);
        if (ofChannel.size === 0) hearers.delete(channel);
      };
    },
    onSessionEnd(listener) {
      enders.add(listener);
      return () => enders.delete(listener);
    },
    broadcast: (payloads) =>
      sendNotices(
        db,
        payloads.map((payload) => [BROADCASTS, payload]),
      ),
    onBroadcast(listener) {
      receivers.add(listener);
      return () => receivers.delete(listener);
    },
    async close() {
      clearInterval(timer);
      await ear.close();
    },
  };

  function onNotice(payload: string): void {
    try {
      const { channel, session, told, notice } = JSON.parse(payload) as Heard;
      if (channel !== undefined) followed.get(channel)?.catchUp();
      if (told !== undefined && notice) for (const hear of hearers.get(told) ?? []) hear(notice);
      if (session !== undefined) for (const end of enders) end(session);
    } catch (error) {
      // Anybody who can sign in to the database can send anything on the channel.
      log.warn({ err: error }, 'A live notice could not be read.');
    }
  }

  async function compareAll(): Promise<void> {
    const channels = [...followed.keys()] as Channel[];
    if (channels.length === 0) return;
    const before = new Map([...followed].map(([channel, following]) => [channel, following.tail()]));
    for (const [channel, number] of await lastNumbers(db, channels))
      followed.get(channel)?.compare(number, before.get(channel));
  }

  function look(): void {
    compareAll().catch((error: unknown) => logFault(log, error, 'The log of events could not be read.'));
  }
}

/** Whoever follows a channel. */
interface Follower {
  /** Called first, with the number that the events follow. */
  onStart(number: number): void;
  onEvent(event: LiveEvent): void;
  /** The missed events are too many or deleted. The follower has to load everything, and is then up to date with this number. */
  onReadAgain(number: number): void;
}

interface Following {
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
function createFollowing(db: Db, channel: Channel, log: Logger): Following {
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
    catchUp().catch((error: unknown) => logFault(log, error, 'Events could not be read.', { channel }));
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
