import { DAY_SECONDS } from '@muster/domain/values/minutes';
import { randomBytes, createHmac, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@muster/domain/values/ids';
import type { Rights } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Settings } from '../../settings.ts';
import type { Db, TableOf, Tx } from '../db/executor.ts';
import type { Cookie } from '../http/requests/cookies.ts';
import { readCookie } from '../http/requests/cookies.ts';
import type { Person } from './person.ts';
import { personNamedBy, rowOf } from './person.ts';
import { tokenHash } from './secret.ts';

declare module '../db/executor.ts' {
  interface Tables {
    sessions: TableOf<'sessions'>;
  }
}

/** Proves that somebody is signed in. The id names the session, but is no token to use it with. */
export type Session = Person & Required<Rights> & { readonly id: string };

const TOKEN_BYTES = 32;
const TOKEN_LENGTH = 43;
/** An unused session ends after `IDLE_SECONDS`, every session after `SESSION_SECONDS`. */
const IDLE_SECONDS = 7 * DAY_SECONDS;
const SESSION_SECONDS = 30 * DAY_SECONDS;
const SHOWN_AGENT = 200;
/** More browsers than anybody has. A further session ends the oldest one. */
const MOST_SESSIONS = 20;
/** "sess" as a number: any, but always the same. */
const SESSIONS_LOCK = 0x73657373;

export const SESSION_COOKIE = 'muster_session';

export function readSessionToken(request: FastifyRequest, settings: Settings): string | undefined {
  return readCookie(request, settings, SESSION_COOKIE);
}

/** The two cookies of a session; an empty token takes both away. */
export function sessionCookies(token: string): [Cookie, Cookie] {
  const maxAgeSeconds = token === '' ? 0 : SESSION_SECONDS;
  const xsrf = token === '' ? '' : xsrfToken(token);
  return [
    { name: SESSION_COOKIE, value: token, maxAgeSeconds },
    { name: XSRF_COOKIE, value: xsrf, maxAgeSeconds, readable: true },
  ];
}

/** A secret of 256 bits, as cookies carry it. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Starts a session and returns its token, which is kept nowhere: the database holds only its hash. The caller holds the lock. */
export async function openSession(
  db: Tx,
  person: Person,
  { userAgent, now }: { userAgent: string; now: Date },
): Promise<string> {
  const token = newToken();
  const { id } = await db
    .insertInto('sessions')
    .values({
      ...rowOf(person),
      token_hash: tokenHash(token),
      created_at: now,
      seen_at: now,
      expires_at: later(now, IDLE_SECONDS),
      ends_at: later(now, SESSION_SECONDS),
      user_agent: userAgent.slice(0, SHOWN_AGENT),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await endOldest(db, person.user, id);
  return token;
}

/** Lets one person sign in once at a time. Otherwise two sign-ins would not see each other's sessions, or could block each other. */
export async function lockSessions(db: Tx, { user }: Person): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${user}, ${SESSIONS_LOCK}))`.execute(db);
}

async function endOldest(db: Tx, user: string, kept: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('id', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user)
        .where('id', '<>', kept)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(MOST_SESSIONS - 1),
    )
    .execute();
}

/** The session of a token. The look-up counts as use of the session. */
export async function findSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  if (token.length !== TOKEN_LENGTH) return undefined;
  const found = await sql<Required<Rights> & { id: string; account_id: string | null; user_id: string }>`
    select * from use_session(${tokenHash(token)}, ${now}, ${later(now, IDLE_SECONDS)})`.execute(db);
  const row = found.rows[0];
  return row && { ...personNamedBy(row), id: row.id, role: row.role, money: row.money };
}

/** Whether a session has neither been ended nor expired. Asking does not count as use. */
export async function isSessionOpen(db: Db, session: Session, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session.id)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** Ends the session of a cookie that is about to be replaced, if there is one. */
export async function closeToken(db: Tx, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash(token)).execute();
}

/** All sessions of somebody, the latest used first. */
export async function listSessions(db: Db, user: UserId, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'seen_at', 'user_agent'])
    .where('user_id', '=', user)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends one session of this user; false if there is none. The database notifies the streams of that session. */
export async function endSession(db: Db, user: UserId, id: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function endOtherSessions(db: Db, session: Session): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', session.user).where('id', '<>', session.id).execute();
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** The specification's names. Its HTTP client copies this cookie into this header. */
const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'x-xsrf-token';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Made from the session's secret, so it needs no storage and nobody without the session can make it. */
function xsrfToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('muster xsrf').digest('base64url');
}

/** Another site can make a browser send the session cookie, but not this header. */
export function needsXsrf(method: string): boolean {
  return !SAFE_METHODS.has(method);
}

export function isXsrfValid(sessionToken: string, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false;
  const [given, wanted] = [Buffer.from(header), Buffer.from(xsrfToken(sessionToken))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
