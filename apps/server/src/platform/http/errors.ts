import { answers, type ErrorName } from '@muster/domain/values/answer';
import { isDatabaseAway, isOutOfRoom } from '../db/away.ts';

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
  if (isCutOff(error)) return new Failure('malformed', 'The body did not arrive completely.');
  if (isDatabaseAway(error) || isOutOfRoom(error) || PASSING_STATES.has(textOf(error, 'code'))) {
    return unavailable(RETRY_SECONDS);
  }
  const refusal = fromFramework(error);
  if (refusal) return refusal;
  return new Failure(
    'internal',
    `Something went wrong on our side. If it stays so, please tell us this request id: ${requestId}`,
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
  const names = [...unknown]
    .slice(0, SHOWN_PROBLEMS)
    .map((name) => `there is no field ${JSON.stringify(name)} here`);
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
