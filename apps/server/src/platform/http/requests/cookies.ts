import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../../settings.ts';
import { isHttps } from '../edge/security-headers.ts';

/** A cookie of ours, before it has its attributes. */
export interface Cookie {
  /** Without the prefix that https gives it. */
  name: string;
  value: string;
  maxAgeSeconds: number;
  /** Whether the page's own script may read it. */
  readable?: true;
}

/** The prefix makes the browser refuse the cookie from another host or over plain http. */
export function cookieName(settings: Settings, name: string): string {
  return isHttps(settings) ? `__Host-${name}` : name;
}

export function setCookies(reply: FastifyReply, settings: Settings, cookies: readonly Cookie[]): void {
  for (const cookie of cookies) {
    const options: CookieSerializeOptions = {
      path: '/',
      maxAge: cookie.maxAgeSeconds,
      secure: isHttps(settings),
      httpOnly: !cookie.readable,
      sameSite: 'lax',
    };
    // What scripts read has the name that the specification gives it.
    const name = cookie.readable ? cookie.name : cookieName(settings, cookie.name);
    reply.setCookie(name, cookie.value, options);
  }
}

export function readCookie(request: FastifyRequest, settings: Settings, name: string): string | undefined {
  return request.cookies[cookieName(settings, name)] || undefined;
}
