import { sql } from 'kysely';
import type { Settings } from '../settings.ts';
import type { Db, TableOf, Tx } from './db/executor.ts';
import { transaction } from './db/transaction.ts';
import { Failure } from './http/answers/errors.ts';
import { isPrivate } from './http/edge/client-network.ts';
import type { Limit } from './limit-table.ts';

/** A limit for one network, one address, one user … */
export interface Bucket {
  limit: Limit;
  key: string;
}

/** On a private server people try things out, and should not run into limits. */
const PRIVATE_FACTOR = 100;

/** A limit per network as it applies to this server. */
export function perNetwork(limit: Limit, settings: Settings): Limit {
  return { ...limit, max: limit.max * (isPrivate(settings) ? PRIVATE_FACTOR : 1) };
}

function tooMany(seconds: number): Failure {
  return new Failure('tooMany', `Too many requests. Try again in ${duration(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

function duration(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

declare module './db/executor.ts' {
  interface Tables {
    limit_hits: TableOf<'limit_hits'>;
  }
}

/** The ids of hits that were counted together, so that they can be taken back. */
type Hits = readonly string[];

/** "hits" as a number: any, but always the same. */
const HITS_LOCK = 0x68697473;

/**
 * Counts a hit in every bucket, or in none if one of them is full, and then returns how many seconds it stays full. Every hit is a
 * row, so that hits survive a restart, several processes count together, and each hit counts for exactly as long as it should.
 * If the caller's transaction rolls back, nothing is counted.
 */
export async function tryHits(
  db: Tx,
  buckets: readonly Bucket[],
  at: Date,
): Promise<Hits | { waitSeconds: number }> {
  // Locks are taken in the order of the keys, so that two requests for the same buckets cannot block each other.
  const keys = buckets.map(keyOf).toSorted();
  await sql`select pg_advisory_xact_lock(hashtextextended(key, ${HITS_LOCK}))
              from unnest(${keys}::text[]) as key`.execute(db);
  const waitSeconds = await secondsUntilRoom(db, buckets, at);
  if (waitSeconds > 0) return { waitSeconds };
  const rows = buckets.map((bucket) => ({
    key: keyOf(bucket),
    at,
    expires_at: new Date(at.getTime() + bucket.limit.perSeconds * 1000),
  }));
  const inserted = await db.insertInto('limit_hits').values(rows).returning('id').execute();
  return inserted.map(({ id }) => id);
}

/** Counts a hit in every bucket, or throws `tooMany`. */
export async function takeHits(db: Tx, buckets: readonly Bucket[], at: Date): Promise<Hits> {
  const hits = await tryHits(db, buckets, at);
  if ('waitSeconds' in hits) throw tooMany(hits.waitSeconds);
  return hits;
}

/** Throws `tooMany` if a bucket is full, and counts nothing: for a check before expensive work. */
export async function refuseWhenFull(db: Db, buckets: readonly Bucket[], at: Date): Promise<void> {
  const waitSeconds = await secondsUntilRoom(db, buckets, at);
  if (waitSeconds > 0) throw tooMany(waitSeconds);
}

/** Takes hits back that should not count. */
export async function giveBack(db: Db, hits: Hits): Promise<void> {
  if (hits.length > 0) await db.deleteFrom('limit_hits').where('id', 'in', hits).execute();
}

export async function forgetHits(db: Db, now: Date): Promise<void> {
  await sql`delete from limit_hits where expires_at < ${now} or at >= ${now}::timestamptz + ${AHEAD}`.execute(
    db,
  );
}

function keyOf({ limit, key }: Bucket): string {
  return `${limit.name} ${key}`;
}

/** Processes may differ by so much. Hits that lie further ahead were counted by a clock that was wrong, and count for nobody. */
const AHEAD = sql`interval '1 minute'`;

/** A bucket has room again when the oldest of its last `max` hits no longer counts. */
async function secondsUntilRoom(db: Db, buckets: readonly Bucket[], at: Date): Promise<number> {
  const { rows } = await sql<{ free_at: Date | null }>`
    select (select h.at + make_interval(secs => b.seconds) from limit_hits h
             where h.key = b.key and h.at > ${at}::timestamptz - make_interval(secs => b.seconds)
               and h.at < ${at}::timestamptz + ${AHEAD}
             order by h.at desc offset b.max - 1 limit 1) as free_at
      from unnest(${buckets.map(keyOf)}::text[], ${buckets.map(({ limit }) => limit.max)}::int[],
                  ${buckets.map(({ limit }) => limit.perSeconds)}::int[]) as b (key, max, seconds)`.execute(
    db,
  );
  const waits = rows.map(({ free_at }) =>
    free_at ? Math.ceil((free_at.getTime() - at.getTime()) / 1000) : 0,
  );
  return Math.max(0, ...waits);
}

interface Counted {
  /** Limits that only failed attempts count towards. */
  failures: readonly Bucket[];
  /** Limits that every attempt counts towards. */
  attempts: readonly Bucket[];
  /** The network that the attempt comes from. */
  network: string;
}

/** Counts each attempt before it is made, so that many at once are counted too; a success takes its failure back. */
export async function countFailures<T>(
  db: Db,
  { failures, attempts, network }: Counted,
  at: Date,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const hits = await inTurn(network, () =>
    transaction(db, (db) => takeHits(db, [...failures, ...attempts], at)),
  );
  const result = await attempt().catch(async (error: unknown) => {
    // The server was too busy to check the attempt, so it must not count.
    await giveBack(db, hits);
    throw error;
  });
  if (result !== undefined) await giveBack(db, hits.slice(0, failures.length));
  return result;
}

const lines = new Map<string, Promise<unknown>>();

/**
 * Runs the work of one network, or of whoever else has that name, one after the other in this process. Hits of a network are counted
 * under one lock in the database, and a request that waited for the lock there would hold a connection that others need.
 */
export async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = lines.get(name) ?? Promise.resolve();
  const mine = before.then(work, work);
  lines.set(name, mine);
  try {
    return await mine;
  } finally {
    if (lines.get(name) === mine) lines.delete(name);
  }
}
