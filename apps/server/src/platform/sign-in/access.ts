import type { AccountId } from '@muster/domain/values/ids';
import type { Role } from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { Failure } from '../http/errors.ts';
import { findSession, readSessionToken, type Session } from './session.ts';

/** Who may call a route: anybody, or people with one of these roles. */
type Access = 'public' | readonly Role[];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it. One that does not keeps the server from starting. */
    access?: Access;
    /** Works without the database, so it is not refused while that is away. */
    offline?: boolean;
    /** Every public POST says that it honours the Idempotency-Key, or why it need not. */
    idempotent?: true | string;
  }
  interface FastifyRequest {
    session: Session | null;
  }
}

/** Finds out who is calling and refuses those whom the route does not name. */
export async function authenticate(
  request: FastifyRequest,
  allowed: readonly Role[],
  { database, settings, now }: Deps,
): Promise<void> {
  const token = readSessionToken(request, settings);
  if (token === undefined) throw new Failure('unauthenticated');
  const session = await findSession(database.db, token, new Date(now()));
  // The cookies are not cleared, because another tab may just have received new ones.
  if (!session) throw new Failure('unauthenticated');
  if (!allowed.includes(session.role)) throw new Failure('forbidden');
  request.session = session;
}

/** The session of a route that asks for one. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Failure('unauthenticated');
  return request.session;
}

/** The account of a route that only people of an account may call. */
export function accountOf(request: FastifyRequest): AccountId {
  const session = sessionOf(request);
  if (session.kind === 'staff') throw new Failure('forbidden');
  return session.account;
}
