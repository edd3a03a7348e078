import { createHmac, timingSafeEqual } from 'node:crypto';

/** The specification's names. Its HTTP client copies this cookie into this header. */
export const XSRF_COOKIE = 'XSRF-TOKEN';
export const XSRF_HEADER = 'x-xsrf-token';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Made from the session's secret, so it needs no storage and nobody without the session can make it. */
export function xsrfToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('muster xsrf').digest('base64url');
}

/** Another site can make a browser send the session cookie, but not this header. */
export function needsXsrf(method: string): boolean {
  return !SAFE_METHODS.has(method);
}

export function isXsrfValid(sessionToken: string, header: string | string[] | undefined): boolean {
  if (typeof header !== 'string') return false;
  const [given, wanted] = [Buffer.from(header), Buffer.from(xsrfToken(sessionToken))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
