import { randomUUIDv7 } from 'node:crypto';
import { refusedRegistration, type RegistrationInput } from '@muster/domain/accounts/rules';
import type { LinkState } from '@muster/domain/registrations/schema';
import type { Answer } from '@muster/domain/values/answer';
import { maskEmail } from '@muster/domain/values/email';
import type { AccountId } from '@muster/domain/values/ids';
import type { Browser, SignedIn } from '../../platform/browser.ts';
import { COMMON_PASSWORD, isCommonPassword } from '../../platform/common-passwords.ts';
import { type Cooldown, rest } from '../../platform/cooldown.ts';
import { countFailures } from '../../platform/count-failures.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { Platform } from '../../platform/deps.ts';
import { done } from '../../platform/envelope.ts';
import { Failure } from '../../platform/errors.ts';
import { type Key, recording } from '../../platform/idempotency.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import type { Limit } from '../../platform/rate-limit.ts';
import { fingerprint, linkToken, tokenHash } from '../../platform/secret.ts';
import { lockAddress, openAccount, plainAddress } from '../accounts/service.ts';
import { mailForAnybody, sendMailForAnybody } from '../messages/service.ts';
import { openSessionFor } from '../sessions/service.ts';
import {
  deleteOld,
  findLink,
  insertLink,
  insertRegistration,
  type Link,
  type Registration,
  useLink,
} from './store.ts';

const LINK_SECONDS = 48 * 3600;
/** As long as somebody who comes late can still ask for a new link with one click. */
const KEPT_SECONDS = 30 * 24 * 3600;
/** How long a browser that registered is known: until the last link that it can have asked for has run out. */
export const BROWSER_SECONDS = KEPT_SECONDS + LINK_SECONDS;
/** How often one address may ask for another link; also what a page counts down. */
export const RETRY_SECONDS = 60;
const resends: Cooldown = { name: 'resend to', seconds: RETRY_SECONDS };
const passwordsPerLink: Limit = { name: 'password for', max: 10, perSeconds: 15 * 60 };

type Database = Platform['database'];
type Secret = Database['secret'];

/** What can be stored of a form that was filled in rightly; otherwise tells what to change. */
export async function readForm(form: RegistrationInput & { plan_code: string }): Promise<Registration> {
  const problem = refusedRegistration(form)[0]?.message;
  if (problem) throw new Failure('refused', problem);
  if (isCommonPassword(form.password)) throw new Failure('refused', COMMON_PASSWORD);
  return {
    id: randomUUIDv7(),
    email: plainAddress(form.email),
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    phone: form.phone,
    plan_code: form.plan_code,
    password_hash: await hashPassword(form.password),
  };
}

/** Of the specification, §8. */
const REGISTERED = done(null, 'Successfully Created. Please check your email and activate your account!');

/**
 * The registration, its link and its mail: all or none. Whoever has an account already gets another mail, that is all. Undefined
 * when a request with its key was answered before.
 */
export async function register(
  { db, secret }: Database,
  registration: Registration,
  { browser, now, key }: { browser: Buffer; now: Date; key: Key | undefined },
): Promise<Answer<null> | undefined> {
  const link = newLink(secret, now);
  const { email: to } = registration;
  const activation = { template: 'activation', to, link: { purpose: 'activation', id: link.id } } as const;
  const isNew = await insertRegistration(db, registration, {
    link,
    browser,
    mail: {
      known: mailForAnybody({ template: 'already registered', to }, now),
      unknown: mailForAnybody(activation, now),
    },
    record: key && ((source) => recording(key, REGISTERED, source)),
  });
  return isNew ? REGISTERED : undefined;
}

/** Another mail for an address, or for whoever an older link was sent to. Says nothing about whether there is anybody. */
export async function resend(
  { database: { db, secret }, now }: Platform,
  ask: { email?: string; token?: string },
  browser: Browser,
): Promise<void> {
  const email = ask.token === undefined ? plainAddress(ask.email ?? '') : await addressOf(db, ask.token);
  await rest(db, resends, fingerprint(email), now());
  await db
    .transaction()
    .execute((db) => sendActivation(db, { secret, email, browser, now: new Date(now()) }));
}

/** For a token that is none of ours, something that is nobody's address. */
async function addressOf(db: Db, token: string): Promise<string> {
  const hash = tokenHash(token);
  const link = await findLink(db, hash);
  return link?.email ?? hash.toString('hex');
}

/** Sends what helps whoever has this address: a new link, a word that there is an account, or nothing, for the same work. */
export async function sendActivation(
  db: Tx,
  { secret, email: to, browser, now }: { secret: Secret; email: string; browser: Browser; now: Date },
): Promise<void> {
  const link = newLink(secret, now);
  // An activation under way is about to take the registration that this link would be for.
  await lockAddress(db, to);
  const { is_known, is_pending } = await insertLink(db, { email: to, browser: browser.registration, link });
  const activation = { template: 'activation', to, link: { purpose: 'activation', id: link.id } } as const;
  const other = { template: is_known ? 'already registered' : 'nothing', to } as const;
  await sendMailForAnybody(db, is_pending ? activation : other, now);
}

/** What a link is good for in this browser, without using it. */
export async function checkLink({ database: { db }, now }: Platform, token: string, browser: Browser) {
  const link = await findLink(db, tokenHash(token));
  const state = stateOf(link, browser, now());
  const isShown = state === 'ready' || state === 'password' || state === 'expired';
  return { state, email: link && isShown ? maskEmail(link.email) : null };
}

/**
 * Makes an account of a registration and signs its owner in; otherwise says what the link is good for. Elsewhere than in
 * the browser that registered, only with the password: a link that a stranger caused must not be enough to join them.
 */
export async function activate(
  platform: Platform,
  { token, password }: { token: string; password?: string },
  browser: Browser,
): Promise<SignedIn | { state: LinkState }> {
  const { database, now } = platform;
  const link = await findLink(database.db, tokenHash(token));
  const state = stateOf(link, browser, now());
  if (!link || (state !== 'ready' && state !== 'password')) return { state };
  if (state === 'password' && !(await isItsPassword(platform, link, password))) return { state };
  const at = new Date(now());
  const account = randomUUIDv7() as string as AccountId;
  const signedIn = await withAccount(database.db, account, async (db) => {
    await lockAddress(db, link.email);
    const registration = await useLink(db, link, at);
    if (!registration) return undefined;
    const user = await openAccount(db, account, registration);
    const { session, device } = await openSessionFor(db, { account, user }, browser, at);
    return { session, device };
  });
  return signedIn ?? { state: stateOf(await findLink(database.db, tokenHash(token)), browser, now()) };
}

async function isItsPassword(
  { limiter }: Platform,
  { id, password_hash }: Link,
  password: string | undefined,
): Promise<boolean> {
  if (password === undefined) return false;
  return countFailures(limiter, [{ limit: passwordsPerLink, key: id }], () =>
    verifyPassword(password, password_hash ?? undefined),
  );
}

function stateOf(link: Link | undefined, { registration }: Browser, now: number): LinkState {
  if (!link) return 'unknown';
  if (link.used_at || link.is_known) return 'used';
  if (link.revoked_at) return 'revoked';
  if (link.expires_at.getTime() <= now) return 'expired';
  if (!link.browser_hash) return 'unknown';
  return registration && link.browser_hash.equals(registration) ? 'ready' : 'password';
}

function newLink(secret: Secret, at: Date) {
  const id = randomUUIDv7();
  const hash = tokenHash(linkToken(secret, 'activation', id));
  return { id, hash, at, until: new Date(at.getTime() + LINK_SECONDS * 1000) };
}

export async function forgetRegistrations(db: Db, now: Date): Promise<void> {
  await deleteOld(db, { before: new Date(now.getTime() - KEPT_SECONDS * 1000), now });
}
