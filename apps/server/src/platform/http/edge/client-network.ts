import { isIP } from 'node:net';
import { isLoopback, type Settings } from '../../../settings.ts';

const IPV6_PARTS = 8;
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
  const address = bareAddress(ip);
  if (isIP(address) !== 6) return address;
  const parts = expand(address).slice(0, NETWORK_PARTS);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}

/** Without port, brackets or zone, and IPv4 as IPv4 even where it arrives as a part of an IPv6 address. */
function bareAddress(ip: string): string {
  const bare = ip
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const parts = expand(bare);
  const isMapped = parts.slice(0, 5).every((part) => part === 0) && parts[5] === 0xffff;
  if (!isMapped) return bare;
  const [high = 0, low = 0] = parts.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight numbers of an IPv6 address, with `::` and a dotted tail written out. */
function expand(address: string): number[] {
  const hex = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a: string, b: string, c: string, d: string) =>
      [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((part) => part.toString(16)).join(':'),
  );
  const [head = [], tail = []] = hex
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((part) => Number.parseInt(part, 16))));
  const gap = hex.includes('::') ? IPV6_PARTS - head.length - tail.length : 0;
  return [...head, ...Array.from({ length: Math.max(0, gap) }, () => 0), ...tail];
}
