import type { AccountId, UserId } from '@muster/domain/values/ids';
import { isId } from '@muster/domain/values/ids';
import {
  isPermitted,
  type MoneyRight,
  type Permit,
  type Rights,
  type Role,
} from '@muster/domain/values/role';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { Failure } from '../http/answers/errors.ts';
import type { KeyHolder } from './api-key.ts';
import { findKeyHolder } from './api-key.ts';
import { HOUSE } from './person.ts';
import type { Session } from './session.ts';
import { findSession, readSessionToken, needsXsrf } from './session.ts';

/** Who may call a route: anybody, or people with one of these roles or rights. */
type Access = 'public' | readonly Permit[];

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
    keyHolder: KeyHolder | null;
  }
}

/** Finds out who is calling and refuses those whom the route does not name. */
export async function authenticate(
  request: FastifyRequest,
  allowed: readonly Permit[],
  { database, settings, now }: Deps,
): Promise<void> {
  const token = readSessionToken(request, settings);
  if (token === undefined) throw new Failure('unauthenticated');
  const session = await findSession(database.db, token, new Date(now()));
  // The cookies are not cleared, because another tab may just have received new ones.
  if (!session) throw new Failure('unauthenticated');
  // A phone sends what somebody did as them alone, whoever has signed in there since.
  const meant = request.headers['x-user'];
  if (meant !== undefined && meant !== session.user)
    throw new Failure('unauthenticated', 'Someone else has signed in on this browser. Reload the page.');
  if (!isPermitted(allowed, session)) throw new Failure('forbidden');
  request.session = session;
}

/** The role by whose rights a key acts; one that may only read has those of its reading. */
const KEY_ROLE = 'dispatcher' satisfies Role;
const KEY_SERVICES = ['/services/scheduling/', '/services/filesystem/'];
/** What somebody tells of themselves is no program's to tell. */
const OWN_CALLS = '/services/scheduling/api/v1/my/';

/**
 * A key opens the calls of the scheduler and of its files that a dispatcher has, those about money as far as it was made so, and nothing
 * about signing in.
 */
export function isForKeys(url: string, allowed: readonly Permit[], money: MoneyRight): boolean {
  const isOpen = KEY_SERVICES.some((service) => url.startsWith(service)) && !url.startsWith(OWN_CALLS);
  return isOpen && isPermitted(allowed, { role: KEY_ROLE, money });
}

/** The same for a program that names itself by a key. */
export async function authenticateKey(
  request: FastifyRequest,
  key: string,
  allowed: readonly Permit[],
  { database, settings, now }: Deps,
): Promise<void> {
  const holder = await findKeyHolder(database.db, key, { request, settings, at: new Date(now()) });
  if (!isForKeys(request.routeOptions.url ?? '', allowed, holder.money)) throw new Failure('forbidden');
  if (holder.rights === 'read only' && needsXsrf(request.method))
    throw new Failure('forbidden', 'This API key is read-only. Use one with the rights of a dispatcher.');
  request.keyHolder = holder;
}

/** The session of a route that asks for one. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Failure('unauthenticated');
  return request.session;
}

/** Whoever calls on behalf of an account: somebody who is signed in, or a program with a key. */
export interface Caller extends Required<Rights> {
  readonly account: AccountId;
  /** Of the session or the key. */
  readonly id: string;
  readonly user: UserId | null;
  readonly apiKey: string | null;
}

/** Whoever calls a route, and on behalf of whom: staff call on that of Muster itself. */
export function callerOf({ session, keyHolder }: FastifyRequest): Caller {
  if (keyHolder) {
    const { account, id, money } = keyHolder;
    return { account, id, user: null, apiKey: id, role: KEY_ROLE, money };
  }
  if (!session) throw new Failure('unauthenticated');
  const { id, user, role, money } = session;
  return { account: session.kind === 'staff' ? HOUSE : session.account, id, user, apiKey: null, role, money };
}

/** Whose share of the server a request that was let in takes: staff, who have no account, have one each. */
export function accountBehind({ session, keyHolder }: FastifyRequest): string {
  if (keyHolder) return keyHolder.account;
  if (!session) throw new Failure('unauthenticated');
  return session.kind === 'staff' ? session.user : session.account;
}

const SCENARIO_HEADER = 'x-scenario';

/** The scenario that a call is about; null: the live board. Only who plans has any: what is tried is told to nobody. */
export function scenarioOf(request: FastifyRequest): string | null {
  const given = request.headers[SCENARIO_HEADER];
  if (given === undefined) return null;
  if (typeof given !== 'string' || !isId(given))
    throw new Failure('malformed', 'The X-Scenario header doesn’t name a scenario.');
  if (!isPermitted(['owner', 'dispatcher', 'staff'], callerOf(request))) throw new Failure('forbidden');
  return given;
}

export function accountOf(request: FastifyRequest): AccountId {
  return callerOf(request).account;
}
