import { BlockList, isIP } from 'node:net';
import { isLoopback, type Settings } from '../../settings.ts';

type Trust = Settings['TRUST_PROXY'];

const IPV6_PARTS = 8;
/** One household or one server is given a /64 to draw addresses from, so that is what counts as one client. */
const NETWORK_PARTS = 4;

/** The network a request comes from, as far as proxies that we trust tell; a forged header changes nothing. */
export function clientNetwork(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  trust: Trust,
): string {
  if (peer === undefined) return 'unknown';
  const hasWord = trust !== false && forwardedFor !== undefined;
  // The usual case, and every request passes here: a plain IPv4 address that speaks for itself.
  if (!hasWord && !peer.includes(':')) return peer;
  const nearest = plainAddress(peer);
  if (!hasWord) return networkOf(nearest);
  const chain = [nearest, ...String(forwardedFor).split(',').toReversed().map(plainAddress)];
  let at = 0;
  while (at + 1 < chain.length && isIP(chain[at + 1]!) > 0 && mayForward(chain[at]!, at, trust)) at += 1;
  return networkOf(chain[at]!);
}

export function isTrusted(peer: string | undefined, trust: Trust): boolean {
  return trust !== false && mayForward(plainAddress(peer ?? ''), 0, trust);
}

/** Whether nobody but the people of this machine use it: listening on loopback, and no proxy that brings others in. */
export function isPrivate({ HOST, TRUST_PROXY, BASE_URL }: Settings): boolean {
  const isOwnAddress =
    BASE_URL === undefined || isLoopback(new URL(BASE_URL).hostname.replace(/^\[|\]$/g, ''));
  return isLoopback(HOST) && TRUST_PROXY === false && isOwnAddress;
}

/** Whether the address at this distance is one of our proxies, whose word on the next one counts. */
function mayForward(address: string, distance: number, trust: number | string[]): boolean {
  if (typeof trust === 'number') return distance < trust;
  const family = isIP(address);
  return family > 0 && networks(trust).check(address, family === 6 ? 'ipv6' : 'ipv4');
}

const lists = new WeakMap<string[], BlockList>();

function networks(trust: string[]): BlockList {
  const known = lists.get(trust);
  if (known) return known;
  const list = new BlockList();
  for (const entry of trust) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  lists.set(trust, list);
  return list;
}

/** Without port, brackets or zone, and IPv4 as IPv4 even where it arrives dressed as IPv6. */
function plainAddress(raw: string): string {
  const bare = raw
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

function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const parts = expand(address).slice(0, NETWORK_PARTS);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
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
