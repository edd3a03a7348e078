import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from './deps.ts';
import type { InFlight } from './in-flight.ts';
import { answerLog } from './log.ts';
import { dataHeaders, postHeaders } from './security-headers.ts';

/** The two ends of every request. */
export interface Edge {
  begin(request: FastifyRequest, reply: FastifyReply): void;
  /** For one route, or for what no route takes. */
  endFor(route: string): (request: FastifyRequest, reply: FastifyReply) => void;
}

export function createEdge(
  { settings, log, now }: Pick<Deps, 'settings' | 'log' | 'now'>,
  inFlight: InFlight,
): Edge {
  const onData = dataHeaders(settings);
  const onPost = postHeaders(settings);
  return {
    begin(request, reply) {
      request.startedAt = performance.now();
      reply.header('x-request-id', request.id);
      for (const header of request.raw.method === 'POST' ? onPost : onData)
        reply.header(header[0], header[1]);
      inFlight.add(reply);
    },
    endFor(route) {
      const write = answerLog(log, route);
      return (request, reply) => {
        inFlight.remove(reply);
        write(request, reply, now());
      };
    },
  };
}
