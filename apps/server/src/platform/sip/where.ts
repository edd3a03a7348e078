import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Target } from '../socket.ts';
import { findAddress, ForbiddenAddress, type Resolve } from '../tasks/post.ts';
import type { Transport } from './wire.ts';

/** What an owner writes: "sip:reception@pbx.example.com:5061;transport=tls", where need be with ";proxy=sbc.example.com". */
export interface SipAddress {
  readonly user: string;
  readonly domain: string;
  readonly transport: Transport;
  /** As a host with or without its port. */
  readonly proxy: string | null;
}

const HOST = String.raw`(?:[a-z\d](?:[a-z\d.-]{0,252})|\[[\da-f:.]{2,45}\])`;
const written = new RegExp(
  String.raw`^(sips?):([^@\s;<>"]{1,100})@(${HOST}(?::\d{1,5})?)((?:;[a-z]+=[^\s;<>"]+)*)$`,
  'i',
);
const server = new RegExp(String.raw`^(${HOST})(?::(\d{1,5}))?$`, 'i');
const transports: readonly string[] = ['udp', 'tcp', 'tls'] satisfies Transport[];
const HOW =
  'Enter an address like sip:reception@pbx.example.com, and add ;transport=tls or ;transport=tcp if your phone service asks for it.';

/** Throws how it is to be written. */
export function readSipAddress(text: string): SipAddress {
  const [, scheme = '', user = '', domain = '', rest = ''] = written.exec(text.trim()) ?? [];
  const parameters = new Map(
    rest
      .toLowerCase()
      .split(';')
      .map((part) => part.split('=', 2) as [string, string]),
  );
  const transport = scheme.toLowerCase() === 'sips' ? 'tls' : (parameters.get('transport') ?? 'udp');
  const proxy = parameters.get('proxy') ?? null;
  if (!isServer(domain) || !transports.includes(transport) || (proxy !== null && !isServer(proxy)))
    throw new ForbiddenAddress(HOW);
  return {
    user: decoded(user),
    domain: domain.toLowerCase(),
    transport: transport as Transport,
    proxy,
  };
}

function isServer(text: string): boolean {
  const [host, , port] = server.exec(text) ?? [];
  return host !== undefined && (port === undefined || isPort(Number(port)));
}

function isPort(port: number): boolean {
  return port > 0 && port < 65_536;
}

function decoded(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    throw new ForbiddenAddress(HOW);
  }
}

interface Server {
  readonly name: string;
  readonly port: number;
}

/** The servers that a name service lists for a service, the one to ask first in front. */
type ListServers = (service: string) => Promise<readonly Server[]>;

interface Looking {
  readonly networks: readonly string[];
  readonly resolve?: Resolve;
  readonly listServers?: ListServers;
}

/** Others than the first are for when it is away. */
const MOST_TARGETS = 3;

/** Where to register: at the very port that is written, else where the name service says (RFC 3263), else at the usual one. */
export async function findExchange(
  { domain, transport, proxy }: SipAddress,
  { listServers = askNameService, ...looking }: Looking,
): Promise<readonly Target[]> {
  const [, bracketed = '', port] = server.exec(proxy ?? domain) ?? [];
  const host = bracketed.replace(/^\[|\]$/g, '');
  const isSecure = transport === 'tls';
  const listed = port === undefined && !isIP(host) ? await listServers(`${services[transport]}.${host}`) : [];
  const named = listed.filter((one) => isPort(one.port));
  const usual = { name: host, port: Number(port ?? (isSecure ? 5061 : 5060)) };
  const found = await Promise.allSettled(
    (named.length > 0 ? named : [usual]).slice(0, MOST_TARGETS).map(async ({ name, port }) => {
      const { address } = await findAddress(name, looking);
      // Its certificate is for the name that the owner wrote: what a name service says can be forged.
      return { host, port, isSecure, address };
    }),
  );
  const targets = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const [first] = found;
  if (targets.length === 0 && first?.status === 'rejected') throw first.reason;
  return targets;
}

const services: Readonly<Record<Transport, string>> = {
  udp: '_sip._udp',
  tcp: '_sip._tcp',
  tls: '_sips._tcp',
};
const NAME_MS = 1_500;

async function askNameService(service: string): Promise<Server[]> {
  const resolver = new Resolver({ timeout: NAME_MS, tries: 1 });
  const found = await resolver.resolveSrv(service).catch(() => []);
  return found
    .filter(({ name }) => name !== '' && name !== '.')
    .toSorted((a, b) => a.priority - b.priority || b.weight - a.weight);
}
