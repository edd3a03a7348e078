import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.ts';
import { clientNetwork } from '../http/client-network.ts';
import { cookieName, readCookie, writeCookie } from '../http/cookies.ts';
import { tokenHash } from './secret.ts';
import { isHttps } from '../http/security-headers.ts';
import { readSessionToken, sessionCookie, sessionCookies } from './session.ts';

/** What a request tells about the browser it comes from. */
export interface Browser {
  network: string;
  userAgent: string;
  /** The token of the session it has now, whatever that is worth. */
  session: string | undefined;
  /** The secret by which we know this browser again, whoever signs in with it. */
  device: string | undefined;
  /** The hash of the secret that it registered with. */
  registration: Buffer | undefined;
}

/** A year: as long as a browser is known after its last sign-in. */
export const DEVICE_SECONDS = 365 * 24 * 3600;

export function browserOf(request: FastifyRequest, settings: Settings): Browser {
  const { cookie, 'user-agent': userAgent = '', 'x-forwarded-for': forwarded } = request.raw.headers;
  const registration = readSecret(cookie, cookieName(settings, 'muster_registration'));
  return {
    network: clientNetwork(request.raw.socket.remoteAddress, forwarded, settings.TRUST_PROXY),
    userAgent,
    session: readSessionToken(cookie, sessionCookie(settings)),
    device: readSecret(cookie, cookieName(settings, 'muster_device')),
    registration: registration === undefined ? undefined : tokenHash(registration),
  };
}

/** What a browser keeps of a sign-in: the session, and that we know the browser. */
export interface SignedIn {
  session: string;
  device: string;
}

export function signedInCookies(settings: Settings, { session, device }: SignedIn): string[] {
  return [...sessionCookies(settings, session), deviceCookie(settings, device)];
}

export function deviceCookie(settings: Settings, device: string): string {
  const options = { maxAgeSeconds: DEVICE_SECONDS, readable: false, secure: isHttps(settings) };
  return writeCookie(cookieName(settings, 'muster_device'), device, options);
}

/** A secret of ours that a cookie carries; whatever cannot be one is none. */
export function readSecret(cookies: string | undefined, name: string): string | undefined {
  const value = readCookie(cookies, name);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}
