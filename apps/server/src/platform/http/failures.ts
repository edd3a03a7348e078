import { answers } from '@muster/domain/values/answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Settings } from '../../settings.ts';
import { failureText } from './envelope.ts';
import { Failure, toFailure } from './errors.ts';
import { dataHeaders } from './security-headers.ts';

export type Answerer = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** The one place where something thrown becomes an answer. */
export function createAnswerer({ log, settings }: { log: Logger; settings: Settings }): Answerer {
  const strict = dataHeaders(settings);
  return (error, request, reply) => {
    const failure = toFailure(error, request.id);
    const { status } = answers[failure.answer];
    if (status === 500) log.error({ id: request.id, err: error }, 'internal');
    // A database that is away and a crowd are no bugs, so they are logged without a stack.
    else if (status > 500) log.warn({ id: request.id, reason: String(error) }, failure.answer);
    // Fastify runs no hook for an address that it cannot parse, so the headers are set here.
    if (!reply.hasHeader('x-request-id')) reply.headers({ ...strict, 'x-request-id': request.id });
    // The rest of a body that is refused is not read, so the connection cannot be used again.
    if (failure.answer === 'tooLarge' || failure.answer === 'unsupportedType')
      reply.header('connection', 'close');
    if (failure.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(failure.retryAfterSeconds));
    reply.code(status).type('application/json; charset=utf-8').send(failureText(failure));
  };
}

/** Answers requests that are not HTTP, too slow or with too long headers, and closes the connection. */
export function refuseBadConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
  const message =
    error.code === TIMED_OUT
      ? 'The request did not arrive in time. Please try again.'
      : 'This is not a request that we can read.';
  const body = failureText(new Failure('malformed', message));
  const head = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
}

const TIMED_OUT = 'ERR_HTTP_REQUEST_TIMEOUT';
const STATUS: Readonly<Record<string, string>> = {
  [TIMED_OUT]: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};
