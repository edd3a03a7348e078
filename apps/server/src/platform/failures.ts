import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { answers } from '@muster/domain/values/answer';
import type { Logger } from 'pino';
import { failureText } from './envelope.ts';
import { Failure, toFailure } from './errors.ts';
import type { Edge } from './edge.ts';

export type Answerer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** The one place where something thrown becomes an answer. */
export function createAnswerer(log: Logger, edge: Edge): Answerer {
  const endStray = edge.endFor('unknown');
  return (error, request, reply) => {
    // No route took it: an unknown or unreadable address. It passes both ends all the same.
    const isStray = !request.startedAt;
    if (isStray) edge.begin(request, reply);
    const failure = toFailure(error, request.id);
    const { status } = answers[failure.answer];
    if (status >= 500) log.error({ id: request.id, err: error }, failure.answer);
    if (failure.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(failure.retryAfterSeconds));
    reply.code(status).type('application/json; charset=utf-8').send(failureText(failure));
    if (isStray) endStray(request, reply);
  };
}

/** Requests that are not even HTTP, too slow or with endless headers: told so, and cut off. */
export function refuseBadConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
  const body = failureText(new Failure('malformed', 'This is not a request that we can read.'));
  const head = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

const STATUS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};
