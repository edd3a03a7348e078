import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isLoopback, type Settings } from '../../settings.ts';

/** A household or a server is given a whole /64, the first four parts of an address, so that counts as one client. */
const NETWORK_PARTS = 4;

/** Whether only people on this machine can use the server: it listens on loopback, and no proxy forwards requests of others. */
export function isPrivate({ HOST, TRUST_PROXY, BASE_URL }: Settings): boolean {
  const isOwnAddress =
    BASE_URL === undefined || isLoopback(new URL(BASE_URL).hostname.replace(/^\[|\]$/g, ''));
  return isLoopback(HOST) && TRUST_PROXY === false && isOwnAddress;
}

/** The setting as Fastify takes it: a function for a number of hops, otherwise the list of trusted addresses. */
export function trustedProxies(
  trust: Settings['TRUST_PROXY'],
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust;
}

/** The network of a client: an IPv4 address, or the /64 of an IPv6 address. Fastify finds the client, by `trustProxy`. */
export function networkOf(ip: string): string {
  // A proxy may name the client with a port, in brackets or with a zone.
  const bare = ip
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  // `process` turns an IPv4 address that is written as IPv6 back into IPv4.
  const address = ipaddr.process(bare);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const parts = address.parts.slice(0, NETWORK_PARTS);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
