import { codes } from './code.ts';

/** Every answer of the API is `{code, message, data}`. A refusal that a person can act on is sent with HTTP 200, as its clients expect. */
export const answers = {
  ok: { code: codes.ok, status: 200, meaning: 'Done.' },
  refused: {
    code: codes.refused,
    status: 200,
    meaning: 'Refused. The message says why and what to change.',
  },
  malformed: { code: codes.malformed, status: 400, meaning: 'The request doesn’t match the schema.' },
  unauthenticated: { code: codes.unauthenticated, status: 401, meaning: 'Sign in first.' },
  readOnly: {
    code: codes.readOnly,
    status: 402,
    meaning:
      'This account is read-only until it’s paid. The message says why. Reading and exporting still work.',
  },
  forbidden: {
    code: codes.forbidden,
    status: 403,
    meaning: 'You’re signed in but not allowed to do this. Ask an owner for access.',
  },
  xsrf: {
    code: codes.xsrf,
    status: 403,
    meaning: 'The X-XSRF-TOKEN header doesn’t match the session. Reload the page.',
  },
  notActivated: {
    code: codes.notActivated,
    status: 403,
    meaning: 'Activate your account first. We’ve sent you an email with a link.',
  },
  notFound: {
    code: codes.notFound,
    status: 404,
    meaning: 'This doesn’t exist, or you don’t have access to it.',
  },
  tooSlow: {
    code: codes.tooSlow,
    status: 408,
    meaning: 'The request arrived too slowly. Try again.',
  },
  conflict: {
    code: codes.conflict,
    status: 409,
    meaning: 'Someone else changed this in the meantime. Reload it.',
  },
  otherVersion: {
    code: codes.otherVersion,
    status: 412,
    meaning: 'This server doesn’t support the protocol version of the request.',
  },
  tooLarge: { code: codes.tooLarge, status: 413, meaning: 'The request is larger than allowed.' },
  unsupportedType: { code: codes.unsupportedType, status: 415, meaning: 'Send JSON.' },
  misdirected: {
    code: codes.misdirected,
    status: 421,
    meaning: 'This server only answers on its own machine.',
  },
  unprocessable: {
    code: codes.unprocessable,
    status: 422,
    meaning: 'The request breaks a rule. The message says which.',
  },
  keyReused: {
    code: codes.keyReused,
    status: 422,
    meaning: 'This Idempotency-Key was already used for another request. Use a new one.',
  },
  tooMany: {
    code: codes.tooMany,
    status: 429,
    meaning: 'Too many requests. The Retry-After header says when to try again.',
  },
  internal: {
    code: codes.internal,
    status: 500,
    meaning: 'Something went wrong on our side. It’s logged under the request id.',
  },
  unavailable: {
    code: codes.unavailable,
    status: 503,
    meaning: 'The service can’t answer right now. Try again shortly.',
  },
} as const;

export type AnswerName = keyof typeof answers;
export type ErrorName = Exclude<AnswerName, 'ok'>;

export interface Answer<T> {
  code: number;
  message: string;
  data: T;
}
