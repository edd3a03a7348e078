import { codes } from './code.ts';

/** Every answer of the API is `{code, message, data}`. A refusal that a person can act on is sent with HTTP 200, as its clients expect. */
export const answers = {
  ok: { code: codes.ok, status: 200, meaning: 'Done.' },
  refused: {
    code: codes.refused,
    status: 200,
    meaning: 'Understood and refused; the message says why and what to change.',
  },
  malformed: { code: codes.malformed, status: 400, meaning: 'The request does not fit the schema.' },
  unauthenticated: { code: codes.unauthenticated, status: 401, meaning: 'Sign in first.' },
  forbidden: { code: codes.forbidden, status: 403, meaning: 'Signed in, but not allowed to do this.' },
  xsrf: {
    code: codes.xsrf,
    status: 403,
    meaning: 'The X-XSRF-TOKEN header does not match the session; reload the page.',
  },
  notActivated: {
    code: codes.notActivated,
    status: 403,
    meaning: 'Activate your account first; we have sent you a mail.',
  },
  notFound: { code: codes.notFound, status: 404, meaning: 'There is nothing here, or nothing you may see.' },
  conflict: {
    code: codes.conflict,
    status: 409,
    meaning: 'Somebody else changed this meanwhile; load it again.',
  },
  otherVersion: {
    code: codes.otherVersion,
    status: 412,
    meaning: 'The request speaks a version of the protocol that this server does not.',
  },
  tooLarge: { code: codes.tooLarge, status: 413, meaning: 'The request is larger than allowed.' },
  unsupportedType: { code: codes.unsupportedType, status: 415, meaning: 'Send JSON.' },
  misdirected: {
    code: codes.misdirected,
    status: 421,
    meaning: 'This server answers under the names of its own machine alone.',
  },
  unprocessable: {
    code: codes.unprocessable,
    status: 422,
    meaning: 'Well-formed, but it breaks a rule; the message says which.',
  },
  keyReused: {
    code: codes.keyReused,
    status: 422,
    meaning: 'This Idempotency-Key was used with another request.',
  },
  tooMany: {
    code: codes.tooMany,
    status: 429,
    meaning: 'Too many requests; the Retry-After header says when to try again.',
  },
  internal: {
    code: codes.internal,
    status: 500,
    meaning: 'Our fault; it has been logged under the request id.',
  },
  unavailable: {
    code: codes.unavailable,
    status: 503,
    meaning: 'The service cannot answer just now; try again shortly.',
  },
} as const;

export type AnswerName = keyof typeof answers;
export type ErrorName = Exclude<AnswerName, 'ok'>;

export interface Answer<T> {
  code: number;
  message: string;
  data: T;
}
