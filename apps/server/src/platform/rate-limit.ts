import { type Generated, sql } from 'kysely';
import type { Settings } from '../settings.ts';
import { isPrivate } from './client-network.ts';
import type { Db } from './db/executor.ts';
import { Failure } from './errors.ts';

declare module './db/executor.ts' {
  interface Tables {
    rate_limits: { key: string; window_start: Date; used: Generated<number>; expires_at: Date };
  }
}

export interface Limit {
  /** Part of the key in the database: limits of one name share their count. */
  name: string;
  max: number;
  perSeconds: number;
}

export interface Limiter {
  /** Takes a hit that was leased before; undefined when the database has to be asked. */
  takeLeased(limit: Limit, key: string, at: number): true | undefined;
  /** Takes a hit or throws `tooMany`. */
  take(limit: Limit, key: string): Promise<void>;
  /** Returns a hit that should not have counted after all. */
  giveBack(limit: Limit, key: string): Promise<void>;
  /** For a limit that is counted inside a statement: throws `tooMany` where that is known without asking. */
  refuseSpent(limit: Limit, key: string): void;
  /** Remembers that the statement found none left, and returns what to tell the caller. */
  spend(limit: Limit, key: string): Failure;
}

interface Lease {
  windowStart: number;
  left: number;
  /** The database has none left for this window, so there is no need to ask again before it ends. */
  spent: boolean;
  waiting: PromiseWithResolvers<boolean>[];
}

/** A hundredth: at worst a process that ends early takes 1 % of the limit with it. */
const LEASES_PER_LIMIT = 100;
/** While nobody but this machine can reach the server, trying things out should not run into limits. */
const PRIVATE_FACTOR = 100;
/** Above this many clients in memory, all are forgotten; at worst that costs them a lease. */
const CLIENTS_KEPT = 20_000;

/**
 * Counts hits in fixed windows in the database, so that a restart forgets nothing and several processes count together.
 * A process takes a hundredth of the limit at a time and serves it from memory: a low limit is counted hit by hit,
 * a high one costs no query per request. What a process leases and never uses counts as used.
 */
export function createLimiter({ db, now }: { db: Db; now: () => number }): Limiter {
  const byLimit = new Map<string, Map<string, Lease>>();

  function leaseOf(limit: Limit, key: string, at: number): Lease {
    let leases = byLimit.get(limit.name);
    if (!leases) byLimit.set(limit.name, (leases = new Map()));
    const known = leases.get(key);
    if (known && at - known.windowStart < limit.perSeconds * 1000) return known;
    if (leases.size > CLIENTS_KEPT) leases.clear();
    const lease = { windowStart: startOfWindow(limit, at), left: 0, spent: false, waiting: [] };
    leases.set(key, lease);
    return lease;
  }

  /** One query at a time for a client; whoever arrives meanwhile is served by the next one. */
  async function refill(limit: Limit, key: string, lease: Lease): Promise<void> {
    try {
      for (let count = lease.waiting.length; count > 0; count = lease.waiting.length) {
        const wanted = Math.max(count, leaseSize(limit));
        const granted = await reserve(db, limit, key, lease.windowStart, wanted);
        lease.left += granted;
        lease.spent = granted < wanted;
        for (const waiter of lease.waiting.splice(0, count)) {
          waiter.resolve(lease.left > 0);
          lease.left = Math.max(0, lease.left - 1);
        }
      }
    } catch (error) {
      for (const waiter of lease.waiting.splice(0)) waiter.reject(error);
    }
  }

  return {
    takeLeased(limit, key, at) {
      const lease = leaseOf(limit, key, at);
      if (lease.left < 1) return undefined;
      lease.left -= 1;
      return true;
    },

    async take(limit, key) {
      const lease = leaseOf(limit, key, now());
      if (lease.left > 0) {
        lease.left -= 1;
        return;
      }
      if (!lease.spent) {
        const waiter = Promise.withResolvers<boolean>();
        if (lease.waiting.push(waiter) === 1) void refill(limit, key, lease);
        if (await waiter.promise) return;
      }
      throw tooMany(secondsLeft(limit, now()));
    },

    async giveBack(limit, key) {
      const lease = leaseOf(limit, key, now());
      if (leaseSize(limit) > 1) lease.left += 1;
      else await release(db, limit, key, lease.windowStart);
      lease.spent = false;
    },

    refuseSpent(limit, key) {
      if (leaseOf(limit, key, now()).spent) throw tooMany(secondsLeft(limit, now()));
    },

    spend(limit, key) {
      leaseOf(limit, key, now()).spent = true;
      return tooMany(secondsLeft(limit, now()));
    },
  };
}

function leaseSize({ max }: Limit): number {
  return Math.max(1, Math.floor(max / LEASES_PER_LIMIT));
}

/** A limit per network as it applies to this server. */
export function perNetwork(limit: Limit, settings: Settings): Limit {
  return { ...limit, max: limit.max * (isPrivate(settings) ? PRIVATE_FACTOR : 1) };
}

/** A limit that was changed starts anew: what was leased of a larger one would be more than all of a smaller one. */
function rowKey({ name, max }: Limit, key: string): string {
  return `${name} ${max} ${key}`;
}

async function release(db: Db, limit: Limit, key: string, windowStart: number): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set({ used: sql<number>`least(used, ${limit.max}::int) - 1` })
    .where('key', '=', rowKey(limit, key))
    .where('window_start', '=', new Date(windowStart))
    .where('used', '>', 0)
    .execute();
}

/** Adds to the count, never past the limit by more than it asks for, and returns how many of them may be used. */
async function reserve(db: Db, limit: Limit, key: string, windowStart: number, wanted: number) {
  const { used } = await db
    .insertInto('rate_limits')
    .values({
      key: rowKey(limit, key),
      window_start: new Date(windowStart),
      used: wanted,
      expires_at: new Date(windowStart + limit.perSeconds * 1000),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet({ used: sql<number>`least(rate_limits.used, ${limit.max}::int) + excluded.used` }),
    )
    .returning('used')
    .executeTakeFirstOrThrow();
  return Math.max(0, wanted - Math.max(0, used - limit.max));
}

/** Where a hit is counted, for a statement that does so by itself: only for limits that are counted nowhere else, because the limiter's memory does not hear of it. */
export function counterOf(limit: Limit, key: string): string {
  return rowKey(limit, key);
}

/** What else such a statement must know of its limits, which it counts for many keys at one time. */
export function windowsOf(limits: readonly Limit[], at: Date) {
  const starts = limits.map((limit) => startOfWindow(limit, at.getTime()));
  return {
    maxima: limits.map(({ max }) => max),
    starts: starts.map((start) => new Date(start)),
    ends: limits.map(({ perSeconds }, index) => new Date(starts[index]! + perSeconds * 1000)),
  };
}

function startOfWindow({ perSeconds }: Limit, at: number): number {
  return at - (at % (perSeconds * 1000));
}

function secondsLeft(limit: Limit, at: number): number {
  const end = startOfWindow(limit, at) + limit.perSeconds * 1000;
  return Math.max(1, Math.ceil((end - at) / 1000));
}

export function tooMany(seconds: number): Failure {
  return new Failure('tooMany', `Too many requests; please try again in ${inWords(seconds)}.`, seconds);
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
