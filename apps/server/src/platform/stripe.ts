import { askedPause } from '@muster/domain/basics/deliveries/rules';
import { Stripe } from 'stripe';

/** Where Stripe is, and who asks. */
export interface StripeLogin {
  readonly url: string;
  readonly key: string;
}

/** Why something was not done, or why nobody knows whether it was. */
type Fault =
  /** Stripe says no, and would say so again. */
  | 'refused'
  /** What was asked for is not there. */
  | 'gone'
  /** It does not know the key. */
  | 'key'
  /** The key may not do this. */
  | 'permission'
  /** It wants to be asked later, and has done nothing. */
  | 'busy'
  /** Nothing of the request has left. */
  | 'unreachable'
  /** It may have been done: to be asked again with the same idempotency key, or to be looked up. */
  | 'unknown';

interface About {
  readonly retryAfterSeconds?: number;
  readonly permission?: string | undefined;
  readonly account?: string | undefined;
  readonly code?: string | undefined;
}

/** Its message is for people, and holds no part of a key. */
export class StripeFailure extends Error {
  readonly kind: Fault;
  readonly retryAfterSeconds: number;
  /** As the dashboard of Stripe names it. */
  readonly permission: string | undefined;
  /** The account of the key, where only a refusal has named it. */
  readonly account: string | undefined;
  readonly code: string | undefined;
  constructor(kind: Fault, words: string, about: About = {}) {
    super(words);
    this.kind = kind;
    this.retryAfterSeconds = about.retryAfterSeconds ?? 0;
    this.permission = about.permission;
    this.account = about.account;
    this.code = about.code;
  }
}

/** Asks Stripe one thing. Throws a `StripeFailure`. */
export type AskStripe = <T>(question: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** What requests and answers look like; a later one is taken on purpose, with its tests. */
const API_VERSION = '2026-10-28.endive';
const ANSWER_MS = 20_000;

/** A line to Stripe that repeats nothing by itself, because a delivery decides that, and that tells nobody about this machine. */
export function askStripe({ url, key }: StripeLogin): AskStripe {
  const { protocol, hostname, port } = new URL(url);
  const stripe = new Stripe(key, {
    apiVersion: API_VERSION,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port),
    timeout: ANSWER_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    // The library's other way repeats by itself what was cut off.
    httpClient: Stripe.createFetchHttpClient((address, init) =>
      fetch(address, { ...init, redirect: 'error' }),
    ),
  });
  return async (question) => {
    try {
      return await question(stripe);
    } catch (error) {
      throw failureOf(error);
    }
  };
}

/** A moment, of which Stripe counts the seconds. */
export function momentOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

/** Whether nothing that is done with this key moves money. */
export function isTestKey(key: string): boolean {
  return /^[a-z]+_test_/.test(key);
}

/** Stripe says so to a key that charges, of what was made with a test key. */
export function isOnlyInTestMode({ kind, message }: StripeFailure): boolean {
  return kind === 'gone' && message.includes('exists in test mode');
}

/** Nothing of a request has left where it ended so. */
const NOT_REACHED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const PERMISSION = /'rak_(\w+)' permission/;
const ACCOUNT = /on account '(acct_\w+)'/;

function failureOf(error: unknown): StripeFailure {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) return new StripeFailure('unknown', WORDS.unclear);
  const { code, message, statusCode = 0 } = error;
  const retryAfterSeconds = askedPause(error.headers?.['retry-after'], Date.now());
  if (error instanceof errors.StripeConnectionError)
    return NOT_REACHED.has(causeOf(error))
      ? new StripeFailure('unreachable', WORDS.unreachable)
      : new StripeFailure('unknown', WORDS.silent);
  if (error instanceof errors.StripeAuthenticationError) return new StripeFailure('key', WORDS.key);
  if (error instanceof errors.StripePermissionError) {
    const missing = PERMISSION.exec(message)?.[1];
    const permission = missing && permissionName(missing);
    const account = ACCOUNT.exec(message)?.[1];
    const words =
      permission === undefined
        ? 'Stripe doesn’t let this key do that.'
        : `This key doesn’t have the permission “${permission}”.`;
    return new StripeFailure('permission', words, { permission, account, code });
  }
  if (statusCode === 429 || statusCode === 409)
    return new StripeFailure('busy', WORDS.busy, { retryAfterSeconds });
  if (statusCode >= 500 || statusCode === 0)
    return new StripeFailure('unknown', WORDS.silent, { retryAfterSeconds });
  const kind = statusCode === 404 || code === 'resource_missing' ? 'gone' : 'refused';
  return new StripeFailure(kind, `Stripe refused it: ${withoutKeys(message)}`, { code });
}

const WORDS = {
  unclear: 'Stripe’s answer made no sense.',
  unreachable: 'We couldn’t reach Stripe.',
  silent: 'Stripe didn’t answer in time, or not clearly.',
  key: 'Stripe doesn’t know this key. It may have been deleted or have expired.',
  busy: 'Stripe takes no more requests for now.',
} as const;

const MOST_WORDS = 200;

function withoutKeys(message: string): string {
  return message.replaceAll(/\b(sk|rk|pk|whsec)_[\w*]+/g, 'the key').slice(0, MOST_WORDS);
}

function causeOf({ detail }: { detail?: unknown }): string {
  const cause: unknown = detail instanceof Error ? (detail.cause ?? detail) : detail;
  const code: unknown = Reflect.get(Object(cause), 'code');
  return typeof code === 'string' ? code : '';
}

/** The words of the page on which a restricted key is made. */
function permissionName(name: string): string {
  const [, resource = name, right = ''] = /^(\w+)_(read|write)$/.exec(name) ?? [];
  const known = permissionNames[resource] ?? resource.replaceAll('_', ' ');
  return right === '' ? known : `${known}: ${right === 'read' ? 'Read' : 'Write'}`;
}

const permissionNames: Readonly<Record<string, string>> = {
  balance: 'Balance',
  balance_transaction_source: 'Balance transaction sources',
  charge: 'Charges and Refunds',
  checkout_session: 'Checkout Sessions',
  dispute: 'Disputes',
  event: 'Events',
  payment_intent: 'PaymentIntents',
  payout: 'Payouts',
  webhook: 'Webhook Endpoints',
};

/** Stripe repeats an event with a new signature, so that an old one is somebody else's. */
const MOST_SECONDS_OLD = 300;

/** What Stripe tells at our address, if its signature is right; the bytes must be those that came. */
export function readStripeEvent(
  body: Buffer,
  { signature, secret, now }: { signature: string | undefined; secret: string; now: number },
): Stripe.Event | undefined {
  try {
    return Stripe.webhooks.constructEvent(body, signature ?? '', secret, MOST_SECONDS_OLD, undefined, now);
  } catch {
    // That it is wrong is all that whoever sent it learns.
    return undefined;
  }
}

/** Whether a page to pay on lies where the operator says that Stripe has them: nobody is sent anywhere else. */
export function isCheckoutAddress(address: string | null, checkout: string): address is string {
  return address !== null && URL.parse(address)?.origin === new URL(checkout).origin;
}
