import type { AccountId } from '@muster/domain/values/ids';
import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../db/executor.ts';
import { notifyAfterCommit } from '../db/transaction.ts';

declare module '../db/executor.ts' {
  interface Tables {
    live_channels: { name: string; last: string };
    live_events: {
      channel: string;
      /** A bigint, which arrives as text. */
      number: string;
      topic: string;
      id: string | null;
      at: Generated<Date>;
    };
  }
}

/** Who receives an event: the users of an account, or the staff in the office. */
export type Channel = `account ${AccountId}` | 'office';

export function channelOf(account: AccountId): Channel {
  return `account ${account}`;
}

/** Names what changed; without an id, several things did. */
export interface LiveEvent {
  number: number;
  topic: string;
  id?: string;
}

/** The channel of NOTIFY that nudges the hubs of all processes. */
export const NUDGES = 'muster_live';
/** A browser that was away longer than this has to load everything again. */
const KEPT_MS = 24 * 3_600_000;

/** Numbers and stores an event. Call it last in a transaction, because all others of the channel then wait for the commit. */
export async function announce(
  db: Tx,
  channel: Channel,
  event: { topic: string; id?: string },
): Promise<void> {
  const { last } = await db
    .insertInto('live_channels')
    .values({ name: channel, last: '1' })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ last: sql<string>`live_channels.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('live_events')
    .values({ channel, number: last, topic: event.topic, id: event.id ?? null })
    .execute();
  notifyAfterCommit(db, NUDGES, JSON.stringify({ channel }));
}

/** The number of the latest event of each channel; 0 if there was none yet. */
export async function lastNumbers(db: Db, channels: Channel[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('live_channels')
    .select(['name', 'last'])
    .where('name', 'in', channels)
    .execute();
  return new Map([
    ...channels.map((name) => [name, 0] as const),
    ...rows.map(({ name, last }) => [name, Number(last)] as const),
  ]);
}

/** Events after that number, the oldest first. */
export async function readEvents(
  db: Db,
  channel: Channel,
  after: number,
  limit: number,
): Promise<LiveEvent[]> {
  const rows = await db
    .selectFrom('live_events')
    .select(['number', 'topic', 'id'])
    .where('channel', '=', channel)
    .where('number', '>', String(after))
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ number, topic, id }) =>
    id === null ? { number: Number(number), topic } : { number: Number(number), topic, id },
  );
}

export async function forgetEvents(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('live_events')
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
}
