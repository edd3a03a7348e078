import {
  bucket,
  mailbox,
  mapStyle,
  networks,
  number,
  oneOf,
  optional,
  phone,
  port,
  routing,
  site,
  text,
  trustProxy,
  url,
} from './settings-values.ts';

/** Every setting Muster has, once: parsed from here, documented in the README from here. */
export const settings = {
  PORT: { parse: port, fallback: '3000', about: 'port to listen on' },
  HOST: {
    parse: text,
    fallback: '127.0.0.1',
    about: 'address to listen on; the default is reachable from this machine only',
  },
  DATABASE_URL: {
    parse: optional(url('postgres:', 'postgresql:')),
    secret: true,
    fallback: '',
    about: 'a PostgreSQL 15 or later to use, as the role that owns the schema; empty: Muster runs its own',
  },
  DATA_DIR: {
    parse: optional(text),
    fallback: '',
    about:
      'folder of the built-in PostgreSQL; empty: `.data` beside the code, or `/var/lib/muster/…` when started as root',
  },
  BASE_URL: {
    parse: optional(site),
    fallback: '',
    about:
      'public address, used in mails; empty: `http://HOST:PORT`, unless `SMTP_URL` is set and `HOST` is not loopback',
  },
  SCHEDULER_URL: {
    parse: optional(site),
    fallback: '',
    about: 'address of the scheduler, where "Go back to Login" leads; empty: the same origin',
  },
  ASSETS_BASE_URL: {
    parse: optional(site),
    fallback: '',
    about: 'address the pictures and logos of the public pages load from; empty: the same origin',
  },
  BRAND_NAME: { parse: text, fallback: 'Muster', about: 'product name shown on pages and in mails' },
  SMTP_URL: {
    parse: optional(url('smtp:', 'smtps:')),
    secret: true,
    fallback: '',
    about: 'mail server; empty: mails are kept in the inbox page (built-in database only)',
  },
  MAIL_FROM: {
    parse: mailbox,
    fallback: 'Muster <no-reply@example.com>',
    about: 'sender of all mails; to be set beside `SMTP_URL` unless `HOST` is loopback',
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
    about: 'a phone number where people find help, shown on every page; empty: none',
  },
  STATUS_NOTE: {
    parse: optional(text),
    fallback: '',
    about:
      'one line about something that is known to be wrong, shown above every page until the next start; empty: nothing is',
  },
  TRUST_PROXY: {
    parse: trustProxy,
    fallback: 'false',
    about:
      'which proxies may name the client: `false`, a number of hops, or a list of addresses and networks',
  },
  WEBHOOK_NETWORKS: {
    parse: networks,
    fallback: '',
    about:
      'private addresses and networks, separated by commas, that webhooks may be sent to; empty: public addresses alone',
  },
  PLAN_THREADS: {
    parse: number(0, 99),
    fallback: '1',
    about:
      'how many runs of the optimiser this process does at a time, each on a core of its own; the others wait',
  },
  MAP_STYLE_URL: {
    parse: optional(mapStyle),
    secret: true,
    fallback: '',
    about:
      'a MapLibre style to draw the map on, told to every browser that is signed in; its tiles, sprites and letters come from the same origin; empty: coast and names of places from the package',
  },
  ROUTING_URL: {
    parse: optional(routing),
    secret: true,
    fallback: '',
    about:
      'a routing service that speaks like OSRM, to tell how long drives take; it is told the positions of sites and bases, and nothing else; a key may stand behind a ?; empty: drives are estimated',
  },
  ROUTING_TABLE: {
    parse: number(2, 1000),
    fallback: '100',
    about: 'how many places the routing service takes in one table',
  },
  ROUTING_AT_ONCE: {
    parse: number(1, 20),
    fallback: '2',
    about: 'how many requests of this process the routing service gets at a time',
  },
  ROUTING_PER_SECOND: {
    parse: number(1, 1000),
    fallback: '5',
    about: 'how many requests of this process the routing service gets in a second',
  },
  ROUTING_SECONDS: {
    parse: number(1, 60),
    fallback: '10',
    about: 'how long the routing service may take to answer; nobody waits for it meanwhile',
  },
  FILES_DIR: {
    parse: optional(text),
    fallback: '',
    about:
      'folder of photos and documents, which all processes have to share; empty: `files` in the folder of the data',
  },
  FILES_URL: {
    parse: optional(bucket),
    secret: true,
    fallback: '',
    about:
      'a bucket of a store that speaks S3, instead of a folder: `https://KEY:SECRET@host/bucket?region=…`',
  },
  FILES_LARGEST_MB: {
    parse: number(1, 100_000),
    fallback: '500',
    about: 'how large a single file may be',
  },
  FILES_QUOTA_GB: {
    parse: number(1, 100_000),
    fallback: '20',
    about: 'how much room the files of one business may take',
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
  BASE_URL: 'links in mails start with it',
  MAIL_FROM: 'mails must come from an address that is yours',
  SALES_EMAIL: 'whoever enquires must not be announced to strangers',
} as const satisfies Partial<Record<keyof Settings, string>>;

/** Problems that only several settings together show. */
function problemsTogether({ HOST, SMTP_URL }: Settings, isSet: (name: keyof Settings) => boolean): string[] {
  if (SMTP_URL === undefined || isLoopback(HOST)) return [];
  return Object.entries(ofRealMails)
    .filter(([name]) => !isSet(name as keyof typeof ofRealMails))
    .map(([name, why]) => `${name} must be set beside SMTP_URL and a HOST for others: ${why}.`);
}

/** Whether a server that listens on this host can be reached from its own machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export class SettingsError extends Error {}
