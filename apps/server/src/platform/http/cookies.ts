import type { Settings } from '../../settings.ts';
import { isHttps } from './security-headers.ts';

/** The `__Host-` prefix makes the browser refuse the cookie from another host or over plain http. */
export function cookieName(settings: Settings, name: string): string {
  return isHttps(settings) ? `__Host-${name}` : name;
}

/** The value of one cookie in a Cookie header; the first one wins, as browsers send the most specific first. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

export interface CookieOptions {
  maxAgeSeconds: number;
  /** Whether the page's own script may read it. */
  readable: boolean;
  secure: boolean;
}

/** Values are our own tokens in base64url, so nothing in them needs to be escaped. */
export function writeCookie(name: string, value: string, options: CookieOptions): string {
  const flags = [options.secure && 'Secure', !options.readable && 'HttpOnly', 'SameSite=Lax'];
  return [`${name}=${value}`, 'Path=/', `Max-Age=${options.maxAgeSeconds}`, ...flags.filter(Boolean)].join(
    '; ',
  );
}
