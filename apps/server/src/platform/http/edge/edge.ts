import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { App, Deps } from '../../deps.ts';
import type { EventStreams } from '../../live/event-stream.ts';
import { dataHeaders, postHeaders } from './security-headers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Its end is logged by the stream itself, because the client may leave at any time. */
    isStream: boolean;
  }
}

/** Sets the headers of every answer and writes the log line of every request. */
export function watchEdges(app: App, { settings, log }: Deps): void {
  const [onData, onPost] = [dataHeaders(settings), postHeaders(settings)];
  app.decorateRequest('isStream', false);
  app.addHook('onRequest', async (request, reply) => {
    takeProxyId(request);
    reply.header('x-request-id', request.id);
    reply.headers(request.method === 'POST' ? onPost : onData);
  });
  // The address itself is not logged, because its query may hold a token.
  app.addHook('onResponse', async ({ id, isStream, method, routeOptions }, reply) => {
    if (isStream) return;
    const route = routeOptions.url ?? 'unknown';
    log.info({ route, method, status: reply.statusCode, ms: Math.round(reply.elapsedTime), id });
  });
}

const SANE_ID = /^[\w.:-]{8,64}$/;

/** A random part for the process and a counter for the request: unique, and far cheaper than a random number each time. */
export function requestIds(): () => string {
  const start = randomBytes(6).toString('hex');
  let count = 0;
  return () => `${start}-${(count += 1)}`;
}

/** A proxy that we trust may name the request instead, so that its log and ours can be read side by side. */
function takeProxyId(request: FastifyRequest): void {
  const given = request.headers['x-request-id'];
  // The list has more than the address of the connection only if a trusted proxy added one.
  const isForwarded = (request.ips?.length ?? 0) > 1;
  if (isForwarded && typeof given === 'string' && SANE_ID.test(given)) request.id = given;
}

/** Requests that are under way get this long; then all connections are closed. */
const GRACE_MS = 10_000;
const REAP_MS = 50;

/**
 * On closing, streams end, requests under way finish, and each connection is closed as soon as it is idle
 * (Node alone closes only those that are idle at that moment, and waits for the others without a limit).
 */
export function closeWithGrace(app: App, streams: EventStreams): void {
  app.addHook('preClose', (done) => {
    streams.closeAll();
    const reap = setInterval(() => app.server.closeIdleConnections(), REAP_MS);
    const cut = setTimeout(() => app.server.closeAllConnections(), GRACE_MS);
    app.server.once('close', () => {
      clearInterval(reap);
      clearTimeout(cut);
    });
    reap.unref();
    cut.unref();
    done();
  });
}
