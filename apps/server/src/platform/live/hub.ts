import type { Logger } from 'pino';
import type { Database } from '../db/connect.ts';
import { listen } from '../db/listen.ts';
import { sendNotices } from '../db/transaction.ts';
import { type Channel, lastNumbers, type Notice, NUDGES, type PROCESSES } from './event-log.ts';
import { createFollowing, type Follower, type Following } from './following.ts';

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
    compareAll().catch((error: unknown) => log.debug({ err: error }, 'The log of events could not be read.'));
  }
}
