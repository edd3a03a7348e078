import { randomUUIDv7 } from 'node:crypto';
import { refusedRegistration, type RegistrationInput } from '@muster/domain/accounts/rules';
import type { LinkState } from '@muster/domain/registrations/schema';
import type { Answer } from '@muster/domain/values/answer';
import { maskEmail, storedEmail } from '@muster/domain/values/email';
import type { Browser, SignedIn } from '../../platform/sign-in/browser.ts';
import { COMMON_PASSWORD, isCommonPassword } from '../../platform/sign-in/common-passwords.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/deps.ts';
import { done } from '../../platform/http/envelope.ts';
import { Failure } from '../../platform/http/errors.ts';
import { countFailures } from '../../platform/limits/count-failures.ts';
import { refuseWhenFull, takeHits } from '../../platform/limits/hits.ts';
import { type Bucket, type Limit, perNetwork } from '../../platform/limits/limit.ts';
import { inTurn } from '../../platform/limits/turns.ts';
import { hashPassword, verifyPassword } from '../../platform/sign-in/passwords.ts';
import { accountToOpen } from '../../platform/sign-in/person.ts';
import { fingerprint, linkToken, tokenHash } from '../../platform/sign-in/secret.ts';
import { isRegistered, lockAddress, openAccount } from '../accounts/service.ts';
import { type Letter, type MailShare, sendMailForAnybody } from '../messages/service.ts';
import { isPlan } from '../plans/service.ts';
import { openSessionFor } from '../sessions/service.ts';
import {
  deleteOld,
  findLink,
  findRegistration,
  insertLink,
  insertRegistration,
  type Link,
  type Registration,
  revokeOlderLinks,
  useLink,
} from './store.ts';

const LINK_SECONDS = 48 * 3600;
/** As long as somebody who comes late can still ask for a new link with one click. */
const KEPT_SECONDS = 30 * 24 * 3600;
/** How long a browser that registered is known: until the last link that it can have asked for has run out. */
export const BROWSER_SECONDS = KEPT_SECONDS + LINK_SECONDS;
/** How often one address may ask for another link; also what a page counts down. */
export const RETRY_SECONDS = 60;
const registrationsPerNetwork: Limit = { name: 'register', max: 10, perSeconds: 3600 };
const resendsPerAddress: Limit = { name: 'resend to', max: 1, perSeconds: RETRY_SECONDS };
/** As many as for forgotten passwords. */
const resendsPerNetwork: Limit = { name: 'resend from', max: 50, perSeconds: 15 * 60 };
const passwordsPerLink: Limit = { name: 'password for', max: 10, perSeconds: 15 * 60 };

type Secret = Platform['database']['secret'];

/** What can be stored of a form that was filled in rightly; otherwise tells what to change. */
export async function readForm(
  { database: { db }, now, settings }: Platform,
  form: RegistrationInput & { plan_code: string },
  network: string,
): Promise<Registration> {
  const problem = refusedRegistration(form)[0]?.message;
  if (problem) throw new Failure('refused', problem);
  if (isCommonPassword(form.password)) throw new Failure('refused', COMMON_PASSWORD);
  // A hash is dear: a plan that is not sold, or somebody who may not register any more, causes none.
  if (!(await isPlan(db, form.plan_code)))
    throw new Failure('refused', 'There is no such plan. Choose one of the plans on the pricing page.');
  await refuseWhenFull(db, [networkBucket(settings, network)], new Date(now()));
  return {
    id: randomUUIDv7(),
    email: storedEmail(form.email),
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    phone: form.phone,
    plan_code: form.plan_code,
    password_hash: await hashPassword(form.password, network),
  };
}

function networkBucket(settings: Platform['settings'], network: string): Bucket {
  return { limit: perNetwork(registrationsPerNetwork, settings), key: network };
}

/** Of the specification, §8. */
const REGISTERED = done(null, 'Successfully Created. Please check your email and activate your account!');

/**
 * The registration, its link, its mail and its count: all or none. Whoever has an account already gets another mail, that is all:
 * the statements are the same.
 */
export async function register(
  db: Tx,
  { database: { secret }, now, settings }: Platform,
  registration: Registration,
  browser: { network: string; hash: Buffer },
): Promise<Answer<null>> {
  const at = new Date(now());
  const { id, email: to } = registration;
  await takeHits(db, [networkBucket(settings, browser.network)], at);
  await insertRegistration(db, registration, { browser: browser.hash, at });
  const link = newLink(secret, at);
  await insertLink(db, { ...link, email: to, registration: id });
  const activation = { template: 'activation', to, link: { purpose: 'activation', id: link.id } } as const;
  const isKnown = await isRegistered(db, to);
  await sendMailForAnybody(
    db,
    isKnown ? { template: 'already registered', to } : activation,
    'strangers',
    at,
  );
  return REGISTERED;
}

/** Another mail for an address, or for whoever an older link was sent to. Says nothing about whether there is anybody. */
export async function resend(
  { database: { db, secret }, now, settings }: Platform,
  ask: { email?: string; token?: string },
  browser: Browser,
): Promise<void> {
  const at = new Date(now());
  const email =
    ask.token === undefined ? storedEmail(ask.email ?? '') : await addressOf(db, ask.token, browser);
  const buckets = [
    { limit: perNetwork(resendsPerNetwork, settings), key: browser.network },
    { limit: resendsPerAddress, key: fingerprint(email) },
  ];
  await inTurn(browser.network, () =>
    transaction(db, async (db) => {
      await takeHits(db, buckets, at);
      const template = (await isRegistered(db, email)) ? 'already registered' : 'nothing';
      const other = { letter: { template, to: email }, share: 'strangers' } as const;
      await sendActivationOr(db, other, { secret, email, browser, at });
    }),
  );
}

/**
 * Sends a new link to whoever registered this address and has not activated; to everybody else what the caller has for them, for
 * the same work. Older links stop working only when the new one is on its way.
 */
export async function sendActivationOr(
  db: Tx,
  other: { letter: Letter; share: MailShare },
  { secret, email, browser, at }: { secret: Secret; email: string; browser: Browser; at: Date },
): Promise<void> {
  // An activation under way is about to take the registration that this link would be for.
  await lockAddress(db, email);
  const registration = await findRegistration(db, email, browser.registration);
  const link = newLink(secret, at);
  await insertLink(db, { ...link, email, registration });
  const letter = { template: 'activation', to: email, link: { purpose: 'activation', id: link.id } } as const;
  const isSent =
    registration === null
      ? await sendMailForAnybody(db, other.letter, other.share, at)
      : await sendMailForAnybody(db, letter, 'links', at);
  await revokeOlderLinks(db, { registration: isSent ? registration : null, newest: link.id, at });
}

/** For a token that is none of ours, something that is nobody's address. */
async function addressOf(db: Db, token: string, { registration }: Browser): Promise<string> {
  const hash = tokenHash(token);
  const link = await findLink(db, hash, registration);
  return link?.email ?? hash.toString('hex');
}

/** What a link is good for in this browser, without using it. */
export async function checkLink({ database: { db }, now }: Platform, token: string, browser: Browser) {
  const link = await findLink(db, tokenHash(token), browser.registration);
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
  const hash = tokenHash(token);
  const link = await findLink(database.db, hash, browser.registration);
  const state = stateOf(link, browser, now());
  if (!link || (state !== 'ready' && state !== 'password')) return { state };
  if (state === 'password' && !(await isItsPassword(platform, link, password, browser))) return { state };
  const at = new Date(now());
  const account = accountToOpen();
  const signedIn = await withAccount(database.db, account, async (db) => {
    await lockAddress(db, link.email);
    const registration = await useLink(db, link, at);
    if (!registration) return undefined;
    const owner = await openAccount(db, account, registration);
    const { session, device } = await openSessionFor(db, owner, browser, at);
    return { session, device };
  });
  if (signedIn) return signedIn;
  return { state: stateOf(await findLink(database.db, hash, browser.registration), browser, now()) };
}

async function isItsPassword(
  { database: { db }, now }: Platform,
  { id, password_hash }: Link,
  password: string | undefined,
  { network }: Browser,
): Promise<boolean> {
  if (password === undefined) return false;
  const buckets = { failures: [{ limit: passwordsPerLink, key: id }], attempts: [], network };
  const isRight = await countFailures(db, buckets, new Date(now()), async () =>
    (await verifyPassword(password, password_hash ?? undefined, network)) ? true : undefined,
  );
  return isRight ?? false;
}

function stateOf(link: Link | undefined, { registration }: Browser, now: number): LinkState {
  if (!link) return 'unknown';
  if (link.used_at || link.is_known) return 'used';
  if (link.revoked_at) return 'revoked';
  if (link.expires_at.getTime() <= now) return 'expired';
  if (!link.registration_id) return 'unknown';
  return registration && link.browser_hash?.equals(registration) ? 'ready' : 'password';
}

function newLink(secret: Secret, at: Date) {
  const id = randomUUIDv7();
  const hash = tokenHash(linkToken(secret, 'activation', id));
  return { id, hash, at, until: new Date(at.getTime() + LINK_SECONDS * 1000) };
}

export async function forgetRegistrations(db: Db, now: Date): Promise<void> {
  await deleteOld(db, { before: new Date(now.getTime() - KEPT_SECONDS * 1000), now });
}
