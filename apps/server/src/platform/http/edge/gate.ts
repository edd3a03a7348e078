import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { App, Deps } from '../../deps.ts';
import { accountBehind, accountOf, authenticate, authenticateKey } from '../../sign-in/access.ts';
import { readApiKey } from '../../sign-in/api-key.ts';
import { refuseReadOnly } from '../../sign-in/read-only.ts';
import {
  readSessionToken,
  sessionCookies,
  isXsrfValid,
  needsXsrf,
  XSRF_HEADER,
} from '../../sign-in/session.ts';
import { Failure, unavailable } from '../answers/errors.ts';
import { setCookies } from '../requests/cookies.ts';
import { checkIdempotency } from '../requests/idempotency.ts';

const AWAY_RETRY_SECONDS = 1;

/** Checks every request before its handler and before its body, so that no body is read of a request that is refused. */
export function guardRoutes(app: App, deps: Deps): void {
  const { settings, database } = deps;

  function gateFor({ method, url, config }: RouteOptions) {
    const access = config?.access;
    if (!access)
      throw new Error(`${String(method)} ${url} does not declare who may call it (config.access).`);
    const isUnsafe = [method].flat().some(needsXsrf);
    return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (request.raw.url?.includes('%00'))
        throw new Failure('malformed', 'The address contains a NUL character. Remove it.');
      if (!config.offline && database.isAway()) throw unavailable(AWAY_RETRY_SECONDS);
      // No browser sends a key by itself, so whoever sends one meant to.
      const key = access === 'public' ? undefined : readApiKey(request);
      if (isUnsafe) {
        if (key === undefined && config.ownToken === undefined) checkXsrf(request, reply);
        if (request.headers['content-encoding'] !== undefined)
          throw new Failure('unsupportedType', 'Send the JSON uncompressed.');
      }
      if (access === 'public') return;
      const token = key ?? readSessionToken(request, settings);
      if (token !== undefined) request.countForToken(token);
      if (key === undefined) await authenticate(request, access, deps);
      else await authenticateKey(request, key, access, deps);
      request.countForAccount(accountBehind(request));
      // A program only reads there, whatever people may still do.
      if (isUnsafe && (config.whenReadOnly === undefined || key !== undefined))
        await refuseReadOnly(database.db, accountOf(request));
    };
  }

  function checkXsrf(request: FastifyRequest, reply: FastifyReply): void {
    const token = readSessionToken(request, settings);
    if (!token || isXsrfValid(token, request.headers[XSRF_HEADER])) return;
    // The readable cookie may be lost. It is set again, so that the next try works.
    setCookies(reply, settings, [sessionCookies(token)[1]]);
    throw new Failure('xsrf');
  }

  app.decorateRequest('session', null);
  app.decorateRequest('keyHolder', null);
  app.addHook('onRoute', (route) => {
    checkIdempotency(route);
    route.onRequest = [gateFor(route), ...[route.onRequest ?? []].flat()];
  });
}
