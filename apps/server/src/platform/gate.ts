import type {
  FastifyReply,
  FastifyRequest,
  HookHandlerDoneFunction,
  onSendHookHandler,
  RouteOptions,
} from 'fastify';
import { answers } from '@muster/domain/values/answer';
import { authenticate } from './access.ts';
import { clientNetwork } from './client-network.ts';
import type { App, Platform } from './deps.ts';
import type { Edge } from './edge.ts';
import { Failure } from './errors.ts';
import { hasOddAddress, readBody } from './hygiene.ts';
import { checkIdempotency } from './idempotency.ts';
import { perNetwork } from './rate-limit.ts';
import { readSessionToken, sessionCookie, sessionCookies } from './session.ts';
import { isXsrfValid, needsXsrf, XSRF_HEADER } from './xsrf.ts';

const AWAY_RETRY_SECONDS = 1;

/**
 * What every request passes before its handler, in one hook that is made for its route: nothing is looked up twice,
 * and a route without a database, a limit or a session pays for none of them.
 */
export function guardRoutes(app: App, platform: Platform, edge: Edge): void {
  const { settings, database, limiter, now } = platform;
  const cookie = sessionCookie(settings);

  function gateFor({ method, url, config }: RouteOptions) {
    const access = config?.access;
    if (!access)
      throw new Error(`${String(method)} ${url} does not declare who may call it (config.access).`);
    const limit = config.limit && perNetwork(config.limit, settings);
    const offline = config.offline ?? false;
    const isUnsafe = [method].flat().some(needsXsrf);

    function refusal(request: FastifyRequest, reply: FastifyReply): Failure | undefined {
      if (hasOddAddress(request)) return new Failure('malformed', 'The address holds a NUL character.');
      if (!offline && database.isAway()) {
        return new Failure('unavailable', answers.unavailable.meaning, AWAY_RETRY_SECONDS);
      }
      return isUnsafe ? checkXsrf(request, reply) : undefined;
    }

    async function slowly(
      request: FastifyRequest,
      reply: FastifyReply,
      network: string,
      done: HookHandlerDoneFunction,
    ): Promise<void> {
      try {
        if (limit) await limiter.take(limit, network);
        if (access && access !== 'public') await authenticate(request, access, platform);
      } catch (error) {
        return done(error as Error);
      }
      next(request, reply, done);
    }

    /** The body comes last: of whoever is refused nothing is read. */
    const next = isUnsafe
      ? readBody
      : (_request: FastifyRequest, _reply: FastifyReply, done: HookHandlerDoneFunction) => done();

    return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => {
      edge.begin(request, reply);
      const refused = refusal(request, reply);
      if (refused) return done(refused);
      const network = limit
        ? clientNetwork(
            request.raw.socket.remoteAddress,
            request.raw.headers['x-forwarded-for'],
            settings.TRUST_PROXY,
          )
        : '';
      const isQuick = access === 'public' && (!limit || limiter.takeLeased(limit, network, now()));
      if (isQuick) return next(request, reply, done);
      void slowly(request, reply, network, done);
    };
  }

  function checkXsrf(request: FastifyRequest, reply: FastifyReply): Failure | undefined {
    const token = readSessionToken(request.raw.headers.cookie, cookie);
    if (!token || isXsrfValid(token, request.headers[XSRF_HEADER])) return undefined;
    // Whoever lost the readable cookie gets it again, so that the next try works.
    reply.header('set-cookie', sessionCookies(settings, token)[1]);
    return new Failure('xsrf');
  }

  app.decorateRequest('session', null);
  app.decorateRequest('startedAt', 0);
  app.decorateRequest('place', 0);
  app.addHook('onRoute', (route) => {
    const end = edge.endFor(route.url);
    const finish: onSendHookHandler = (request, reply, payload, done) => {
      end(request, reply);
      done(null, payload);
    };
    checkIdempotency(route);
    route.onRequest = [gateFor(route), ...[route.onRequest ?? []].flat()];
    route.onSend = [...[route.onSend ?? []].flat(), finish];
  });
}
