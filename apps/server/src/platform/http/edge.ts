import type { App, Deps } from '../deps.ts';
import { takeProxyId } from './request-id.ts';
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
