import { createHash, randomBytes } from 'node:crypto';
import type { AccountId, UserId } from '@muster/domain/values/ids';
import type { Role } from '@muster/domain/values/role';
import { type Generated, sql } from 'kysely';
import type { Settings } from '../settings.ts';
import { readCookie, writeCookie } from './cookies.ts';
import type { Db, Tx } from './db/executor.ts';
import { isHttps } from './security-headers.ts';
import { XSRF_COOKIE, xsrfToken } from './xsrf.ts';

declare module './db/executor.ts' {
  interface Tables {
    sessions: {
      token_hash: Buffer;
      account_id: string | null;
      user_id: string;
      created_at: Generated<Date>;
      seen_at: Generated<Date>;
      expires_at: Date;
      user_agent: string;
    };
  }
}

/** Somebody who signed in. Its ids are proof: only this file makes them. */
export interface Session {
  /** Names the session without being able to use it. */
  id: string;
  /** Null for staff, who belong to no account. */
  account: AccountId | null;
  user: UserId;
  role: Role;
}

/** Told to an account's live listeners when a session ends, with its id; never passed on to clients. */
export const SESSION_ENDED = 'session ended';

const TOKEN_BYTES = 32;
const TOKEN_LENGTH = 43;
const SESSION_SECONDS = 30 * 24 * 3600;
const SHOWN_AGENT = 200;

/** The `__Host-` prefix makes the browser refuse the cookie from another host or over plain http. */
export function sessionCookie(settings: Settings): string {
  return isHttps(settings) ? '__Host-muster_session' : 'muster_session';
}

export function readSessionToken(cookieHeader: string | undefined, cookie: string): string | undefined {
  return cookieHeader?.includes(cookie) ? readCookie(cookieHeader, cookie) : undefined;
}

/** The two cookies of a session; an empty token takes both away. */
export function sessionCookies(settings: Settings, token: string): string[] {
  const options = { maxAgeSeconds: token === '' ? 0 : SESSION_SECONDS, secure: isHttps(settings) };
  const xsrf = token === '' ? '' : xsrfToken(token);
  return [
    writeCookie(sessionCookie(settings), token, { ...options, readable: false }),
    writeCookie(XSRF_COOKIE, xsrf, { ...options, readable: true }),
  ];
}

/** Starts a session and returns its token, which is kept nowhere: the database holds only its hash. */
export async function openSession(
  db: Tx,
  who: { account: string | null; user: string; userAgent: string; now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashOf(token),
      account_id: who.account,
      user_id: who.user,
      created_at: who.now,
      seen_at: who.now,
      expires_at: new Date(who.now.getTime() + SESSION_SECONDS * 1000),
      user_agent: who.userAgent.slice(0, SHOWN_AGENT),
    })
    .execute();
  return token;
}

export async function findSession(db: Db, token: string, now: Date): Promise<Session | undefined> {
  if (token.length !== TOKEN_LENGTH) return undefined;
  const hash = hashOf(token);
  const found = await sql<{ account_id: string | null; user_id: string; role: Role }>`
    select * from find_session(${hash}, ${now})`.execute(db);
  const row = found.rows[0];
  return row && sessionOf(hash, row);
}

/** Whether it still is one: it may have been ended elsewhere, or have run out. */
export async function isSessionOpen(db: Db, session: Session, now: Date): Promise<boolean> {
  const found = await sql`
    select from find_session(${Buffer.from(session.id, 'hex')}, ${now})`.execute(db);
  return found.rows.length > 0;
}

export async function closeSession(db: Tx, session: Session): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', Buffer.from(session.id, 'hex')).execute();
}

function sessionOf(hash: Buffer, row: { account_id: string | null; user_id: string; role: Role }): Session {
  return {
    id: hash.toString('hex'),
    account: row.account_id as AccountId | null,
    user: row.user_id as UserId,
    role: row.role,
  };
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
