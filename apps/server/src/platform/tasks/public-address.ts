import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Why an address is not connected to, in words for whoever gave it. */
export class ForbiddenAddress extends Error {}

/** The addresses that a name stands for. */
export type Resolve = (name: string) => Promise<readonly string[]>;

export interface Target {
  readonly url: URL;
  /** The one to connect to, whatever the name stands for a moment later. */
  readonly address: string;
}

/** IPv4 networks that lead to this machine, to its neighbours, or to nobody in particular (IANA's special-purpose registry). */
const notPublic = listOf([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Of what IPv6 gives to everybody, the parts that are tunnels, examples or local: an IPv4 address may be inside.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
/** All of IPv6 that is routed in public: not loopback, link-local, private, mapped IPv4 or translated. */
const publicV6 = listOf(['2000::/3']);

/** Looks a name up once, and finds the address to connect to: a public one, or one in the networks that the operator has named. */
export async function findTarget(
  text: string,
  { networks, resolve = resolveName }: { networks: readonly string[]; resolve?: Resolve },
): Promise<Target> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ForbiddenAddress('The address has to begin with https://.');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw new ForbiddenAddress('The address must hold no sign-in and no #.');
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const found = isIP(name) ? [name] : await resolve(name);
  const named = listOf(networks);
  const address = found.find((it) => includes(named, it) || isPublic(it));
  if (address === undefined)
    throw new ForbiddenAddress(
      found.length === 0
        ? 'The name of the address is not known.'
        : 'The address leads into a private network, which is not allowed.',
    );
  if (url.protocol === 'http:' && !includes(named, address))
    throw new ForbiddenAddress('The address has to begin with https://.');
  return { url, address };
}

async function resolveName(name: string): Promise<string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}

function isPublic(address: string): boolean {
  if (isIPv6(address) && !includes(publicV6, address)) return false;
  return !includes(notPublic, address);
}

function includes(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return list;
}
