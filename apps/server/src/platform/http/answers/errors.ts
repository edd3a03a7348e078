import type { Socket } from 'node:net';
import type { ErrorName } from '@muster/domain/values/answer';
import { answers } from '@muster/domain/values/answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Settings } from '../../../settings.ts';
import { isDatabaseAway, isOutOfRoom } from '../../db/connection-errors.ts';
import { dataHeaders } from '../edge/security-headers.ts';

/** The one error that is meant for the caller. Everything else that is thrown is a fault of ours. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly answer: ErrorName;
  readonly retryAfterSeconds: number | undefined;
  /** What a program can go on with, as the route's schema describes it for this status. */
  readonly data: object | null;

  constructor(
    answer: ErrorName,
    message: string = answers[answer].meaning,
    { retryAfterSeconds, data = null }: { retryAfterSeconds?: number; data?: object | null } = {},
  ) {
    super(message);
    this.answer = answer;
    this.retryAfterSeconds = retryAfterSeconds;
    this.data = data;
  }
}

/** The server cannot do it now, but the same request may succeed after so many seconds. */
export function unavailable(
  retryAfterSeconds: number,
  message: string = answers.unavailable.meaning,
): Failure {
  return new Failure('unavailable', message, { retryAfterSeconds });
}

/** Long enough for a restarted database, short enough that a person who waits does not leave. */
const RETRY_SECONDS = 2;

/** States in which PostgreSQL gave up, but the same request may succeed next time. */
const PASSING_STATES = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available
  '57014', // query_canceled: a statement ran into its time limit
]);

/** The one mapping from whatever was thrown to what the caller is told. */
export function toFailure(error: unknown, requestId: string): Failure {
  if (error instanceof Failure) return error;
  if (isCutOff(error))
    return new Failure('malformed', 'The request was cut off before all of it arrived. Send it again.');
  if (isDatabaseAway(error) || isOutOfRoom(error) || PASSING_STATES.has(textOf(error, 'code'))) {
    return unavailable(RETRY_SECONDS);
  }
  const refusal = fromFramework(error);
  if (refusal) return refusal;
  return new Failure(
    'internal',
    `Something went wrong on our side. Try again. If it keeps happening, contact us with this request id: ${requestId}`,
  );
}

/** What Node says of a client that left before its body was whole. */
function isCutOff(error: unknown): boolean {
  return textOf(error, 'code') === 'ECONNRESET' && textOf(error, 'message') === 'aborted';
}

/** Fastify's own refusals: a body that cannot be read, a schema that does not fit, a bad address. */
function fromFramework(error: unknown): Failure | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('validation' in error && Array.isArray(error.validation)) {
    return new Failure('malformed', explain(error.validation, textOf(error, 'validationContext')));
  }
  if (!textOf(error, 'code').startsWith('FST_ERR_') || !('statusCode' in error)) return undefined;
  switch (error.statusCode) {
    case 404:
      return new Failure('notFound');
    case 413:
      return new Failure('tooLarge');
    case 415:
      return new Failure('unsupportedType');
    case 400:
    case 414:
      return new Failure('malformed', textOf(error, 'message').slice(0, LONGEST_MESSAGE));
    case 503:
      return unavailable(1);
    default:
      return undefined;
  }
}

/** Limits, because a longer message would only repeat what the caller sent. */
const SHOWN_PROBLEMS = 5;
const SHOWN_PATH = 80;
const LONGEST_MESSAGE = 200;

function explain(problems: unknown[], context: string): string {
  const unknown = new Set(problems.flatMap(unknownFields));
  const lines = problems
    .filter((problem) => !isAboutUnknown(problem, unknown))
    .slice(0, SHOWN_PROBLEMS)
    .map((problem) => `${placeOf(problem) || context || 'request'} ${textOf(problem, 'message')}`);
  const names = [...unknown].slice(0, SHOWN_PROBLEMS).map((name) => `unknown field ${JSON.stringify(name)}`);
  return `${[...names, ...lines].join('; ')}.`;
}

/** The fields that nobody asked for, by the name of the place where they are. */
function unknownFields(problem: unknown): string[] {
  const params = typeof problem === 'object' && problem !== null ? Reflect.get(problem, 'params') : undefined;
  const names: unknown =
    typeof params === 'object' && params !== null ? Reflect.get(params, 'additionalProperties') : [];
  const place = placeOf(problem);
  return Array.isArray(names)
    ? names.map((name) => [place, String(name).slice(0, SHOWN_PATH)].filter(Boolean).join('.'))
    : [];
}

/** The validator tells of an unknown field twice: at its place, and where it should not be. */
function isAboutUnknown(problem: unknown, unknown: ReadonlySet<string>): boolean {
  return (
    unknownFields(problem).length > 0 ||
    (unknown.has(placeOf(problem)) && textOf(problem, 'keyword') === 'boolean')
  );
}

function placeOf(problem: unknown): string {
  return textOf(problem, 'instancePath').slice(1, SHOWN_PATH).replaceAll('/', '.');
}

function textOf(value: unknown, key: string): string {
  const found = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return typeof found === 'string' ? found : '';
}

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

/** Written by hand rather than by a route's schema, because a refusal looks the same on every route. */
function failureText(failure: Failure): string {
  return JSON.stringify({ code: answers[failure.answer].code, message: failure.message, data: failure.data });
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
      ? 'The request took too long to arrive. Try again.'
      : 'We couldn’t read this request.';
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
