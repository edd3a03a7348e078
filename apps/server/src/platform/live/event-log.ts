import { DAY_MS } from '@muster/domain/values/minutes';
import type { Permit } from '@muster/domain/values/role';
import type { AccountId } from '@muster/domain/values/ids';
import { sql } from 'kysely';
import type { Db, TableOf, Tx } from '../db/executor.ts';
import { type ChangeContents, readContents } from '../changes/contents.ts';
import { notifyAfterCommit } from '../db/transaction.ts';
import { enqueue } from '../tasks/outbox.ts';
import { withAccount } from '../db/account.ts';
import { accountOfChannel } from '../sign-in/person.ts';

declare module '../db/executor.ts' {
  interface Tables {
    live_channels: TableOf<'live_channels'>;
    live_events: TableOf<'live_events'>;
  }
}

/** Who receives an event: the users of an account; the staff have that of Muster itself. */
export type Channel = `account ${AccountId}`;

export function channelOf(account: AccountId): Channel {
  return `account ${account}`;
}

/** What changed; without an id, more than one. Most are a change of the account’s log, and tell what that holds. */
export interface LiveEvent {
  number: number;
  topic: string;
  id?: string;
  change?: ChangeContents;
}

/** The channel of NOTIFY that nudges the hubs of all processes. */
export const NUDGES = 'muster_live';
/** A browser that was away longer than this has to load everything again. */
const KEPT_MS = DAY_MS;

/**
 * Numbers and keeps an event. To be called last in a transaction, or before what needs the number: from here on all others of the
 * channel wait for its commit.
 */
export async function announce(
  db: Tx,
  channel: Channel,
  event: { topic: string; id?: string },
): Promise<number> {
  const { last, is_relayed } = await db
    .insertInto('live_channels')
    .values({ name: channel, last: '1' })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ last: sql<string>`live_channels.last + 1` }),
    )
    .returning(['last', 'is_relayed'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('live_events')
    .values({ channel, number: last, topic: event.topic, id: event.id ?? null })
    .execute();
  if (is_relayed)
    await enqueue(db, ANNOUNCED, { channel, account: channel, number: Number(last) } satisfies Announced);
  notifyAfterCommit(db, NUDGES, JSON.stringify({ channel }));
  return Number(last);
}

/** What is told beside the log, and kept nowhere: by a name, and of what. Whoever wants to know more reads that. */
export interface Notice {
  readonly event: string;
  readonly id: string;
  /** Who of the account hears of it, where that is not who hears of most. */
  readonly readers?: readonly Permit[];
}

/** Tells the streams of a channel, or the processes themselves, once the transaction has committed. */
export function tellOf(db: Tx, channel: Channel | typeof PROCESSES, notice: Notice): void {
  notifyAfterCommit(db, NUDGES, JSON.stringify({ told: channel, notice }));
}

/** What only processes hear. */
export const PROCESSES = 'processes';

/** The task that hears of what is announced on a channel that is relayed. */
export const ANNOUNCED = 'outside announced';

export interface Announced {
  channel: Channel;
  /** Whose turn it takes. */
  account: Channel;
  number: number;
}

/** Whether a task hears of each event of the channel. Takes the channel's lock, like announcing: to be called last. */
export async function relayChannel(db: Tx, channel: Channel, isRelayed: boolean): Promise<void> {
  await db
    .insertInto('live_channels')
    .values({ name: channel, last: '0', is_relayed: isRelayed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ is_relayed: isRelayed }))
    .execute();
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
  const numbers = rows.map(({ number }) => Number(number));
  const contents =
    rows.length === 0
      ? new Map<number, ChangeContents>()
      : await withAccount(db, accountOfChannel(channel), (db) => readContents(db, numbers));
  return rows.map(({ number, topic, id }) =>
    eventOf(Number(number), topic, id, contents.get(Number(number))),
  );
}

function eventOf(
  number: number,
  topic: string,
  id: string | null,
  change: ChangeContents | undefined,
): LiveEvent {
  return { number, topic, ...(id !== null && { id }), ...(change && { change }) };
}

export async function forgetEvents(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('live_events')
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
}
