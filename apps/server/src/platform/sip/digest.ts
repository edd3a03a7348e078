import { createHash } from 'node:crypto';
import { parametersIn, splitOutside } from './message.ts';

/** What an exchange wants to have proven, and by which of the ways that we know (RFC 3261, 22; RFC 8760). */
export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  /** As it was written; empty where it was not. */
  readonly algorithm: string;
  readonly hasQop: boolean;
  /** The proof was right, and only its nonce too old. */
  readonly isStale: boolean;
}

const hashes: ReadonlyMap<string, string> = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
]);
const SESSION = /-sess$/;

function hashOf({ algorithm }: Challenge): string | undefined {
  return hashes.get((algorithm || 'MD5').toLowerCase().replace(SESSION, ''));
}

/** The first one that we can answer: an exchange names those it likes best first. */
export function findChallenge(headers: readonly string[]): Challenge | undefined {
  return headers.map(challengeIn).find((one) => one && hashOf(one) !== undefined);
}

function challengeIn(header: string): Challenge | undefined {
  const words = /^Digest[ \t]+(.*)$/i.exec(header)?.[1];
  if (words === undefined) return undefined;
  const told = parametersIn(splitOutside(words, ','));
  const [realm, nonce, qop] = ['realm', 'nonce', 'qop'].map((name) => told.get(name));
  if (realm === undefined || nonce === undefined) return undefined;
  const ways = (qop ?? '').split(',').map((way) => way.trim().toLowerCase());
  if (qop !== undefined && !ways.includes('auth')) return undefined;
  return {
    realm,
    nonce,
    opaque: told.get('opaque'),
    algorithm: told.get('algorithm') ?? '',
    hasQop: qop !== undefined,
    isStale: told.get('stale')?.toLowerCase() === 'true',
  };
}

interface Question {
  readonly user: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  /** How often this nonce has been used, this time included. */
  readonly count: number;
  /** A word of ours that nobody can foresee. */
  readonly ours: string;
}

/** The proof that we know the password, as the value of a header. */
export function answerTo(
  challenge: Challenge,
  { user, password, method, uri, count, ours }: Question,
): string {
  const { realm, nonce, opaque, algorithm, hasQop } = challenge;
  const digest = (text: string) => createHash(hashOf(challenge)!).update(text).digest('hex');
  const known = digest(`${user}:${realm}:${password}`);
  const secret = SESSION.test(algorithm.toLowerCase()) ? digest(`${known}:${nonce}:${ours}`) : known;
  const times = count.toString(16).padStart(8, '0');
  const proof = [secret, nonce, ...(hasQop ? [times, ours, 'auth'] : []), digest(`${method}:${uri}`)];
  return `Digest ${[
    `username=${quoted(user)}`,
    `realm=${quoted(realm)}`,
    `nonce=${quoted(nonce)}`,
    `uri=${quoted(uri)}`,
    `response="${digest(proof.join(':'))}"`,
    ...(algorithm === '' ? [] : [`algorithm=${algorithm}`]),
    ...(opaque === undefined ? [] : [`opaque=${quoted(opaque)}`]),
    ...(hasQop || SESSION.test(algorithm.toLowerCase()) ? [`cnonce="${ours}"`] : []),
    ...(hasQop ? ['qop=auth', `nc=${times}`] : []),
  ].join(', ')}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
