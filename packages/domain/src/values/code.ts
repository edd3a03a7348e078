/**
 * What an answer of the API says in one number. The specification fixes 800 for success; 801 is a refusal on a public form that a
 * person can act on. All others are the HTTP status, with a digit appended where one status has several meanings.
 */
export const codes = {
  ok: 800,
  refused: 801,
  malformed: 400,
  unauthenticated: 401,
  readOnly: 402,
  forbidden: 403,
  xsrf: 4031,
  notActivated: 4032,
  notFound: 404,
  tooSlow: 408,
  conflict: 409,
  otherVersion: 412,
  tooLarge: 413,
  unsupportedType: 415,
  misdirected: 421,
  unprocessable: 422,
  keyReused: 4221,
  tooMany: 429,
  internal: 500,
  unavailable: 503,
} as const;

export const SUCCESS = codes.ok;
