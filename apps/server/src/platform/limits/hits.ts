import { type Generated, sql } from 'kysely';
import type { Db, Tx } from '../db/executor.ts';
import { type Bucket, tooMany } from './limit.ts';

declare module '../db/executor.ts' {
  interface Tables {
    limit_hits: { id: Generated<string>; key: string; at: Date; expires_at: Date };
  }
}

/** The ids of hits that were counted together, so that they can be taken back. */
export type Hits = readonly string[];

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
  await db.deleteFrom('limit_hits').where('expires_at', '<', now).execute();
}

function keyOf({ limit, key }: Bucket): string {
  return `${limit.name} ${key}`;
}

/** A bucket has room again when the oldest of its last `max` hits no longer counts. */
async function secondsUntilRoom(db: Db, buckets: readonly Bucket[], at: Date): Promise<number> {
  const { rows } = await sql<{ free_at: Date | null }>`
    select (select h.at + make_interval(secs => b.seconds) from limit_hits h
             where h.key = b.key and h.at > ${at}::timestamptz - make_interval(secs => b.seconds)
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
