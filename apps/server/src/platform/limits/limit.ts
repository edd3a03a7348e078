import type { Settings } from '../../settings.ts';
import { isPrivate } from '../http/client-network.ts';
import { Failure } from '../http/errors.ts';

/** At most `max` hits within any `perSeconds` seconds. */
export interface Limit {
  /** Part of the key in the database: limits of one name share their hits. */
  name: string;
  max: number;
  perSeconds: number;
}

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

export function tooMany(seconds: number): Failure {
  return new Failure('tooMany', `Too many requests; please try again in ${duration(seconds)}.`, {
    retryAfterSeconds: seconds,
  });
}

function duration(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
