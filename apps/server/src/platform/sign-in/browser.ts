import type { FastifyRequest } from 'fastify';
import type { Settings } from '../../settings.ts';
import { networkOf } from '../http/edge/client-network.ts';
import type { Cookie } from '../http/requests/cookies.ts';
import { readCookie } from '../http/requests/cookies.ts';
import { tokenHash } from './secret.ts';
import { readSessionToken, sessionCookies } from './session.ts';

/** What a request tells about the browser it comes from. */
export interface Browser {
  network: string;
  userAgent: string;
  /** The token in its session cookie, which is not verified yet. */
  session: string | undefined;
  /** The secret by which we recognise this browser, whoever signs in with it. */
  device: string | undefined;
  /** The hash of the secret that it registered with. */
  registration: Buffer | undefined;
}

const DEVICE_COOKIE = 'muster_device';
export const REGISTRATION_COOKIE = 'muster_registration';

/** A browser is known for a year after its last sign-in. */
export const DEVICE_SECONDS = 365 * 24 * 3600;

export function browserOf(request: FastifyRequest, settings: Settings): Browser {
  const registration = readSecret(request, settings, REGISTRATION_COOKIE);
  return {
    network: networkOf(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    session: readSessionToken(request, settings),
    device: readSecret(request, settings, DEVICE_COOKIE),
    registration: registration === undefined ? undefined : tokenHash(registration),
  };
}

/** The secrets that a browser keeps after a sign-in: of its session, and of itself as a known device. */
export interface SignedIn {
  session: string;
  device: string;
}

export function signedInCookies({ session, device }: SignedIn): Cookie[] {
  return [...sessionCookies(session), deviceCookie(device)];
}

export function deviceCookie(device: string): Cookie {
  return { name: DEVICE_COOKIE, value: device, maxAgeSeconds: DEVICE_SECONDS };
}

/** The secret in a cookie; undefined if the value does not have the form of our secrets. */
export function readSecret(request: FastifyRequest, settings: Settings, name: string): string | undefined {
  const value = readCookie(request, settings, name);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** Browsers also name others that they are compatible with, so the order matters: the first match is right. */
const browsers: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bVersion\/\S+.* Safari\//],
];

const systems: readonly [name: string, mark: RegExp][] = [
  ['Windows', /\bWindows\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** A browser in words that its owner recognises, as in "Chrome on Windows". What it says of itself proves nothing. */
export function deviceName(userAgent: string): string {
  const named = (list: typeof browsers) => list.find(([, mark]) => mark.test(userAgent))?.[0];
  const [browser, system] = [named(browsers), named(systems)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? (system ? `A browser on ${system}` : 'An unknown device');
}
