import { isIP } from 'node:net';
import { isAbn, storedAbn } from '@muster/domain/values/abn';

/** Every setting Muster has, once: parsed from here, documented in the README from here. */
export const settings = {
  PORT: { parse: port, fallback: '3000', about: 'port to listen on' },
  HOST: {
    parse: text,
    fallback: '127.0.0.1',
    about: 'address to listen on; the default can be reached from this machine only',
  },
  DATABASE_URL: {
    parse: optional(url('postgres:', 'postgresql:')),
    secret: true,
    fallback: '',
    about:
      'PostgreSQL 15 or later to use, signed in as the role that owns the schema; empty: Muster runs its own',
  },
  DATA_DIR: {
    parse: optional(text),
    fallback: '',
    about:
      'folder of the built-in PostgreSQL; empty: `.data` next to the code, or `/var/lib/muster/…` when started as root',
  },
  MASTER_KEY: {
    parse: masterKeys,
    secret: true,
    fallback: '',
    about:
      'key that encrypts the secrets of connections, 32 bytes in base64 (`openssl rand -base64 32`), the same for all processes; when you change it, the new one followed by a comma and the old; empty: `muster-master-key` in the data folder, made at the first start',
  },
  BASE_URL: {
    parse: optional(site),
    fallback: '',
    about:
      'public address, used in emails; empty: `http://HOST:PORT`, unless `SMTP_URL` is set and `HOST` isn’t loopback',
  },
  SCHEDULER_URL: {
    parse: optional(site),
    fallback: '',
    about: 'address of the scheduler, opened by "Go back to Login"; empty: the same origin',
  },
  ASSETS_BASE_URL: {
    parse: optional(site),
    fallback: '',
    about: 'address that pictures and logos of the public pages load from; empty: the same origin',
  },
  BRAND_NAME: { parse: text, fallback: 'Muster', about: 'product name shown on pages and in emails' },
  SMTP_URL: {
    parse: optional(url('smtp:', 'smtps:')),
    secret: true,
    fallback: '',
    about: 'mail server; empty: emails stay on the inbox page (built-in database only)',
  },
  MAIL_FROM: {
    parse: mailbox,
    fallback: 'Muster <no-reply@example.com>',
    about: 'sender of all emails; must be set with `SMTP_URL` unless `HOST` is loopback',
  },
  SALES_EMAIL: {
    parse: mailbox,
    fallback: 'sales@example.com',
    about: 'where new enquiries are announced; to be set beside `SMTP_URL` unless `HOST` is loopback',
  },
  SUPPORT_EMAIL: {
    parse: optional(mailbox),
    fallback: '',
    about: 'where people find help, shown on every page; empty: none',
  },
  SUPPORT_PHONE: {
    parse: optional(phone),
    fallback: '',
    about: 'support phone number shown on every page; empty: none',
  },
  STATUS_NOTE: {
    parse: optional(text),
    fallback: '',
    about:
      'one-line notice of a known problem, shown at the top of every page until the next start; empty: no notice',
  },
  TRUST_PROXY: {
    parse: trustProxy,
    fallback: 'false',
    about:
      'proxies trusted to name the client: `false`, a number of hops, or a list of addresses and networks',
  },
  WEBHOOK_NETWORKS: {
    parse: networks,
    fallback: '',
    about:
      'private addresses and networks that webhooks may be sent to, separated by commas; empty: public addresses only',
  },
  PUSH_SERVICES: {
    parse: hosts,
    fallback: '',
    about:
      'hosts of push services that phones may be alerted through, beside those of Google, Mozilla, Apple and Microsoft, separated by commas; a private address must be in `WEBHOOK_NETWORKS`',
  },
  TWILIO_URL: {
    parse: site,
    fallback: 'https://api.twilio.com',
    about:
      'address of Twilio’s HTTP interface, for businesses that send their texts through it; a private address must be in `WEBHOOK_NETWORKS`',
  },
  STRIPE_URL: {
    parse: site,
    fallback: 'https://api.stripe.com',
    about: 'address of Stripe’s API, for businesses that take card payments through it',
  },
  STRIPE_CHECKOUT_URL: {
    parse: site,
    fallback: 'https://checkout.stripe.com',
    about: 'where Stripe’s pages to pay on are; customers are sent to no other address',
  },
  XERO_CLIENT_ID: {
    parse: optional(text),
    fallback: '',
    about:
      'client ID of your own app at developer.xero.com, whose redirect URI is `BASE_URL` followed by `/settings/accounting`; empty: businesses can’t connect Xero',
  },
  XERO_CLIENT_SECRET: {
    parse: optional(text),
    secret: true,
    fallback: '',
    about: 'client secret of that app; to be set beside `XERO_CLIENT_ID`',
  },
  XERO_URL: { parse: site, fallback: 'https://api.xero.com', about: 'address of Xero’s API' },
  XERO_LOGIN_URL: {
    parse: site,
    fallback: 'https://login.xero.com',
    about: 'address where owners sign in to Xero and choose an organisation',
  },
  XERO_IDENTITY_URL: {
    parse: site,
    fallback: 'https://identity.xero.com',
    about: 'address of Xero’s tokens',
  },
  BILLING_STRIPE_KEY: {
    parse: optional(stripeKey),
    secret: true,
    fallback: '',
    about:
      'your own secret or restricted key of Stripe, to charge businesses for their licences; empty: everything is free and no card is asked for',
  },
  BILLING_STRIPE_WEBHOOK_SECRET: {
    parse: optional(webhookSecret),
    secret: true,
    fallback: '',
    about:
      'signing secret of the endpoint `/services/subscription/api/v1/events` in your Stripe account; empty: Stripe is asked every hour, and when an owner comes back from its page',
  },
  BILLING_NAME: {
    parse: optional(text),
    fallback: '',
    about: 'your business or legal name on Muster’s tax invoices; to be set with `BILLING_STRIPE_KEY`',
  },
  BILLING_ABN: {
    parse: optional(abn),
    fallback: '',
    about: 'your ABN on Muster’s tax invoices; to be set with `BILLING_STRIPE_KEY`',
  },
  BILLING_GST: {
    parse: oneOf('yes', 'no'),
    fallback: 'yes',
    about: '`yes` if you’re registered for GST, so that prices include it; `no` if you aren’t',
  },
  PLAN_THREADS: {
    parse: number(0, 99),
    fallback: '1',
    about: 'how many optimiser runs this process does at once, each on its own core; the others wait',
  },
  MAP_STYLE_URL: {
    parse: optional(mapStyle),
    secret: true,
    fallback: '',
    about:
      'MapLibre style for the map, sent to every signed-in browser; its tiles, sprites and fonts must come from the same origin; empty: the coastline and place names in the package',
  },
  ROUTING_URL: {
    parse: optional(routing),
    secret: true,
    fallback: '',
    about:
      'OSRM-compatible routing service for drive times; it gets the positions of sites and bases and nothing else; a key can follow a ?; empty: drives are estimated',
  },
  ROUTING_TABLE: {
    parse: number(2, 1000),
    fallback: '100',
    about: 'how many places the routing service accepts in one table',
  },
  ROUTING_AT_ONCE: {
    parse: number(1, 20),
    fallback: '2',
    about: 'how many requests this process sends the routing service at once',
  },
  ROUTING_PER_SECOND: {
    parse: number(1, 1000),
    fallback: '5',
    about: 'how many requests this process sends the routing service a second',
  },
  ROUTING_SECONDS: {
    parse: number(1, 60),
    fallback: '10',
    about: 'how long to wait for the routing service; no one’s screen waits for it',
  },
  GEOCODER_URL: {
    parse: optional(routing),
    secret: true,
    fallback: '',
    about:
      'Photon or Nominatim to find sites by their address; it gets what is entered as the address, suburb, state and postcode, and no names; a private address must be in `WEBHOOK_NETWORKS`; a key can follow a ?; empty: sites are in the centre of their suburb until someone sets a pin',
  },
  GEOCODER_KIND: {
    parse: optional(oneOf('photon', 'nominatim')),
    fallback: '',
    about: 'photon or nominatim; empty: as the address says',
  },
  GEOCODER_PER_SECOND: {
    parse: number(1, 1000),
    fallback: '1',
    about: 'how many addresses this process sends the geocoder a second; public ones allow 1',
  },
  GEOCODER_SECONDS: {
    parse: number(1, 60),
    fallback: '10',
    about: 'how long to wait for the geocoder; no one’s screen waits for it',
  },
  FILES_DIR: {
    parse: optional(text),
    fallback: '',
    about: 'folder for photos and documents, shared by all processes; empty: `files` in the data folder',
  },
  FILES_URL: {
    parse: optional(bucket),
    secret: true,
    fallback: '',
    about: 'S3-compatible bucket to use instead of a folder: `https://KEY:SECRET@host/bucket?region=…`',
  },
  FILES_LARGEST_MB: {
    parse: number(1, 100_000),
    fallback: '500',
    about: 'largest size of one file',
  },
  FILES_QUOTA_GB: {
    parse: number(1, 100_000),
    fallback: '20',
    about: 'most space the files of one business can use',
  },
  FFMPEG_PATH: {
    parse: optional(text),
    fallback: '',
    about:
      'the program `ffmpeg`, with `ffprobe` beside it, that converts videos; empty: the one on the PATH; without it, videos play as they were sent',
  },
  LOG_LEVEL: {
    parse: oneOf('silent', 'error', 'warn', 'info', 'debug', 'trace'),
    fallback: 'info',
    about: 'silent, error, warn, info, debug or trace',
  },
} as const satisfies Record<string, Setting<unknown>>;

interface Setting<T> {
  /** Throws an Error whose message completes the sentence "NAME must be …". */
  parse: (raw: string) => T;
  fallback: string;
  about: string;
  /** Its value may hold a password. */
  secret?: true;
}

export type Settings = { readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> };

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = [];
  const read = Object.entries(settings).map(([name, setting]) => {
    const raw = env[name]?.trim() || setting.fallback;
    try {
      return [name, setting.parse(raw)] as const;
    } catch (error) {
      // A setting that may hold a password is not repeated in the message.
      const given = 'secret' in setting ? '' : `, not "${raw}"`;
      problems.push(`${name} must be ${(error as Error).message}${given}.`);
      return [name, undefined] as const;
    }
  });
  const found = Object.fromEntries(read) as Settings;
  if (problems.length === 0) problems.push(...problemsTogether(found, (name) => Boolean(env[name]?.trim())));
  if (problems.length > 0) throw new SettingsError(problems.join('\n'));
  return found;
}

/** Settings that real mails need, and why no default can be right. */
const ofRealMails = {
  BASE_URL: 'links in emails start with it',
  MAIL_FROM: 'emails must come from an address you own',
  SALES_EMAIL: 'enquiries must not be sent to strangers',
} as const satisfies Partial<Record<keyof Settings, string>>;

/** Which of the two a geocoder is: as it was set, or as its address says. */
export function geocoderKind({
  GEOCODER_URL = '',
  GEOCODER_KIND,
}: Partial<Pick<Settings, 'GEOCODER_URL' | 'GEOCODER_KIND'>>): 'photon' | 'nominatim' | undefined {
  if (GEOCODER_KIND !== undefined) return GEOCODER_KIND;
  if (/photon|\/api\/?($|\?)/i.test(GEOCODER_URL)) return 'photon';
  return /nominatim|\/search\/?($|\?)/i.test(GEOCODER_URL) ? 'nominatim' : undefined;
}

/** What the law wants on an invoice of ours, once we charge. */
const ofTaxInvoices = ['BILLING_NAME', 'BILLING_ABN'] as const;

/** Problems that only several settings together show. */
function problemsTogether(found: Settings, isSet: (name: keyof Settings) => boolean): string[] {
  const { HOST, SMTP_URL, GEOCODER_URL, BILLING_STRIPE_KEY, XERO_CLIENT_ID, XERO_CLIENT_SECRET } = found;
  if ((XERO_CLIENT_ID === undefined) !== (XERO_CLIENT_SECRET === undefined))
    return ['XERO_CLIENT_ID and XERO_CLIENT_SECRET must be set together.'];
  const missing = BILLING_STRIPE_KEY === undefined ? [] : ofTaxInvoices.filter((name) => !isSet(name));
  if (missing.length > 0)
    return missing.map((name) => `${name} must be set with BILLING_STRIPE_KEY: tax invoices say who sells.`);
  if (GEOCODER_URL !== undefined && geocoderKind(found) === undefined)
    return ['GEOCODER_KIND must be photon or nominatim: GEOCODER_URL doesn’t say which.'];
  if (SMTP_URL === undefined || isLoopback(HOST)) return [];
  return Object.entries(ofRealMails)
    .filter(([name]) => !isSet(name as keyof typeof ofRealMails))
    .map(
      ([name, why]) => `${name} must be set when SMTP_URL is set and HOST can be reached by others: ${why}.`,
    );
}

/** Whether a server that listens on this host can be reached from its own machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export class SettingsError extends Error {}

// How a value is read. Each throws an Error whose message completes the sentence "NAME must be …".

function text(raw: string): string {
  return raw;
}

function optional<T>(parse: (raw: string) => T) {
  return (raw: string): T | undefined => (raw === '' ? undefined : parse(raw));
}

function port(raw: string): number {
  if (!/^[1-9]\d{0,4}$/.test(raw) || Number(raw) > 65_535) throw new Error('a port number from 1 to 65535');
  return Number(raw);
}

function number(least: number, most: number) {
  return (raw: string): number => {
    if (!/^\d{1,6}$/.test(raw) || Number(raw) < least || Number(raw) > most)
      throw new Error(`a number from ${least} to ${most}`);
    return Number(raw);
  };
}

function url(...protocols: string[]) {
  return (raw: string): string => {
    if (!URL.canParse(raw) || !protocols.includes(new URL(raw).protocol)) {
      throw new Error(
        `an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
      );
    }
    return raw.replace(/\/+$/, '');
  };
}

/** An address that a path can be appended to. */
function site(raw: string): string {
  const address = url('http:', 'https:')(raw);
  if (/[?#]/.test(address)) throw new Error('an address without ? and #');
  return address;
}

/** A browser refuses to ask an address that holds a password. */
function mapStyle(raw: string): string {
  const address = url('http:', 'https:')(raw);
  const { username, password } = new URL(address);
  if (username || password) throw new Error('an address without a name and password before its host');
  return address;
}

/** Paths are put behind its path, and more behind its query. */
function routing(raw: string): string {
  const address = url('http:', 'https:')(raw);
  const { username, password, hash } = new URL(address);
  if (username || password || hash) throw new Error('an address without a name and password, and without #');
  return address;
}

/** The key and the bucket are in the address. */
function bucket(raw: string): string {
  const address = url('http:', 'https:')(raw);
  const { username, password, pathname, hash } = new URL(address);
  if (!username || !password || pathname.length < 2 || hash)
    throw new Error('an address such as https://KEY:SECRET@host/bucket');
  return address;
}

function mailbox(raw: string): string {
  if (!/^([^\s<>@]+@[^\s<>@]+|[^<>@]*<[^\s<>@]+@[^\s<>@]+>)$/.test(raw))
    throw new Error('an email address, or a name followed by one in <brackets>');
  return raw;
}

function phone(raw: string): string {
  if (!/^\+?[\d ()-]{5,25}$/.test(raw)) throw new Error('a phone number, like 1300 123 456');
  return raw;
}

function trustProxy(raw: string): false | number | string[] {
  if (raw === 'false') return false;
  if (/^[1-9]\d?$/.test(raw)) return Number(raw);
  const networks = raw.split(',').map((part) => part.trim());
  if (networks.every(isNetwork)) return networks;
  throw new Error('`false`, a number of hops from 1 to 99, or addresses and networks separated by commas');
}

function stripeKey(raw: string): string {
  if (!/^(sk|rk)_(test|live)_\w+$/.test(raw))
    throw new Error('a secret or restricted key of Stripe, like sk_live_… or rk_live_…');
  return raw;
}

function webhookSecret(raw: string): string {
  if (!/^whsec_\S+$/.test(raw)) throw new Error('a signing secret of Stripe, like whsec_…');
  return raw;
}

function abn(raw: string): string {
  const digits = storedAbn(raw) ?? '';
  if (!isAbn(digits)) throw new Error('an ABN: eleven digits whose check digits are right');
  return digits;
}

function networks(raw: string): string[] {
  const found = raw === '' ? [] : raw.split(',').map((part) => part.trim());
  if (found.every(isNetwork)) return found;
  throw new Error('addresses and networks separated by commas');
}

function hosts(raw: string): string[] {
  const found = raw === '' ? [] : raw.split(',').map((part) => part.trim());
  if (found.every((host) => URL.parse(`https://${host}`)?.hostname === host)) return found;
  throw new Error('host names separated by commas');
}

function masterKeys(raw: string): string[] {
  const keys = raw === '' ? [] : raw.split(',').map((part) => part.trim());
  // 32 bytes: 42 whole letters, one whose last two bits are none, and the sign that fills up.
  if (keys.every((key) => /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/.test(key))) return keys;
  throw new Error('32 bytes in base64, or several such keys separated by commas, the new one first');
}

function oneOf<const T extends string>(...allowed: T[]) {
  return (raw: string): T => {
    const found = allowed.find((value) => value === raw);
    if (!found) throw new Error(`one of ${allowed.join(', ')}`);
    return found;
  };
}

function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest;
}
