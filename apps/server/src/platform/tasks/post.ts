import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIPv6, BlockList, isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that takes longer has taken the news into its own hands at the wrong moment. */
const ANSWER_MS = 10_000;
/** What is read of an answer: its status and what it says about waiting are all that count. */
const MOST_HEADER_BYTES = 16_384;

/**
 * Sends a body to the very address that was checked, and says with which status it was answered, and how long to wait if it says so. Follows no redirect, reads nothing of
 * the answer, and keeps no connection.
 */
export async function post(
  target: Target,
  { body, headers }: { body: string | Buffer; headers: Readonly<Record<string, string>> },
): Promise<{ status: number; retryAfter: string | undefined }> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  const response = await send(target, { method: 'POST', headers, body, signal });
  // The rest of it is nobody's business, however long it is.
  response.on('error', () => undefined);
  response.destroy();
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
}

interface Question {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal: AbortSignal;
}

/** Asks the very address that was checked. Follows no redirect, and keeps no connection; whoever asks reads the answer, or leaves it. */
export async function send(
  { url, address }: Target,
  { method, headers, body = '', signal }: Question,
): Promise<IncomingMessage> {
  const family = isIPv6(address) ? 6 : 4;
  const pinned: LookupFunction = (_name, options, found) =>
    options.all ? found(null, [{ address, family }]) : found(null, address, family);
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = open(
    url,
    {
      method,
      agent: false,
      lookup: pinned,
      maxHeaderSize: MOST_HEADER_BYTES,
      signal,
      headers: { ...headers, ...length, connection: 'close' },
    },
    resolve,
  );
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Why an address is not connected to, in words for whoever gave it. */
export class ForbiddenAddress extends Error {}

/** The addresses that a name stands for. */
export type Resolve = (name: string) => Promise<readonly string[]>;

interface Target {
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

interface Looking {
  readonly networks: readonly string[];
  readonly resolve?: Resolve;
}

/** Looks a name up once, and finds the address to connect to: a public one, or one in the networks that the operator has named. */
export async function findTarget(text: string, looking: Looking): Promise<Target> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new ForbiddenAddress('The address must start with https://.');
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw new ForbiddenAddress('The address can’t include a user name, password or #.');
  const { address, isNamed } = await findAddress(url.hostname.replace(/^\[|\]$/g, ''), looking);
  if (url.protocol === 'http:' && !isNamed)
    throw new ForbiddenAddress('The address must start with https://.');
  return { url, address };
}

/** The same for a name alone, with whether the operator has named it: then it may be spoken to in the open. */
export async function findAddress(
  name: string,
  { networks, resolve = (name) => resolveName(name, networks.length > 0) }: Looking,
): Promise<{ address: string; isNamed: boolean }> {
  const found = isIP(name) ? [name] : await resolve(name);
  const named = listOf(networks);
  const address = found.find((it) => includes(named, it) || isPublic(it));
  if (address === undefined)
    throw new ForbiddenAddress(
      found.length === 0
        ? 'We couldn’t find this address. Check it for typos.'
        : 'This address is on a private network, which isn’t allowed. Use a public address.',
    );
  return { address, isNamed: includes(named, address) };
}

/** In this long a name server answers, or is not there. */
const NAME_MS = 1_500;
const NAME_TRIES = 2;

/**
 * Asks the name servers directly. The operating system's own way waits for as long as it likes, in one of the few threads that hash
 * passwords, too; so it is asked only for names that it alone can know: of this machine and of its neighbours.
 */
async function resolveName(name: string, hasNeighbours: boolean): Promise<string[]> {
  if (!name.includes('.') || name.endsWith('.localhost')) return lookUp(name);
  const resolver = new Resolver({ timeout: NAME_MS, tries: NAME_TRIES });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  return addresses.length === 0 && hasNeighbours ? lookUp(name) : addresses;
}

async function lookUp(name: string): Promise<string[]> {
  const found = lookup(name, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, sleep(NAME_MS, [], { ref: false })]);
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
