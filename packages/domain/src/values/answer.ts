/**
 * Every answer of the API is `{code, message, data}`. The specification fixes 800 for success;
 * 801 is a refusal on a public form that a person can act on, sent with HTTP 200 as its clients expect.
 * All other codes are the HTTP status, with a digit appended where one status has several meanings.
 */
export const answers = {
  ok: { code: 800, status: 200, meaning: 'Done.' },
  refused: {
    code: 801,
    status: 200,
    meaning: 'Understood and refused; the message says why and what to change.',
  },
  malformed: { code: 400, status: 400, meaning: 'The request does not fit the schema.' },
  unauthenticated: { code: 401, status: 401, meaning: 'Sign in first.' },
  forbidden: { code: 403, status: 403, meaning: 'Signed in, but not allowed to do this.' },
  xsrf: {
    code: 4031,
    status: 403,
    meaning: 'The X-XSRF-TOKEN header does not match the session; reload the page.',
  },
  notActivated: {
    code: 4032,
    status: 403,
    meaning: 'Activate your account first; we have sent you a mail.',
  },
  notFound: { code: 404, status: 404, meaning: 'There is nothing here, or nothing you may see.' },
  conflict: { code: 409, status: 409, meaning: 'Somebody else changed this meanwhile; load it again.' },
  tooLarge: { code: 413, status: 413, meaning: 'The request is larger than allowed.' },
  unsupportedType: { code: 415, status: 415, meaning: 'Send JSON.' },
  unprocessable: {
    code: 422,
    status: 422,
    meaning: 'Well-formed, but it breaks a rule; the message says which.',
  },
  keyReused: { code: 4221, status: 422, meaning: 'This Idempotency-Key was used with another request.' },
  tooMany: {
    code: 429,
    status: 429,
    meaning: 'Too many requests; the Retry-After header says when to try again.',
  },
  internal: { code: 500, status: 500, meaning: 'Our fault; it has been logged under the request id.' },
  unavailable: { code: 503, status: 503, meaning: 'The service cannot answer just now; try again shortly.' },
} as const;

export type AnswerName = keyof typeof answers;
export type ErrorName = Exclude<AnswerName, 'ok'>;

export const SUCCESS = answers.ok.code;

export interface Answer<T> {
  code: number;
  message: string;
  data: T;
}
