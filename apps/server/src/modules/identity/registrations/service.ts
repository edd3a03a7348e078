import { randomUUIDv7 } from 'node:crypto';
import type { RegistrationInput, RegistrationProblem } from '@muster/domain/identity/accounts/rules';
import { refusedRegistration } from '@muster/domain/identity/accounts/rules';
import type { ActivationLinkState } from '@muster/domain/identity/registrations/schema';
import type { Answer } from '@muster/domain/values/answer';
import { maskEmail, storedEmail } from '@muster/domain/values/email';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Platform } from '../../../platform/deps.ts';
import { done } from '../../../platform/http/answers/envelope.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { formLimits, signInLimits } from '../../../platform/limit-table.ts';
import type { Bucket } from '../../../platform/limits.ts';
import { countFailures, refuseWhenFull, takeHits, perNetwork, inTurn } from '../../../platform/limits.ts';
import type { Browser, SignedIn } from '../../../platform/sign-in/browser.ts';
import {
  COMMON_PASSWORD,
  isCommonPassword,
  hashPassword,
  verifyPassword,
} from '../../../platform/sign-in/passwords.ts';
import { accountToOpen } from '../../../platform/sign-in/person.ts';
import { fingerprint, passwordHint } from '../../../platform/sign-in/secret.ts';
import type { Letter, MailShare } from '../../basics/mails/service.ts';
import { sendMailForAnybody } from '../../basics/mails/service.ts';
import { isRegistered, lockAddress, openAccount } from '../accounts/service.ts';
import { beginTrial } from '../billing/service.ts';
import { findLink, issueLink, lifetimes, revokeLinks, stateOfLink, useLink } from '../links/service.ts';
import { isPlan } from '../plans/service.ts';
import { openSessionFor } from '../sessions/service.ts';
import type { Registration } from './store.ts';
import {
  deleteOld,
  deleteRegistration,
  findActivated,
  findRegistration,
  holdRegistration,
  insertRegistration,
} from './store.ts';

/** For this long, somebody whose link has expired can ask for a new one with one click. */
const KEPT_SECONDS = 30 * 24 * 3600;
/** A browser that registered is known until the last link that it can ask for has expired. */
export const BROWSER_SECONDS = KEPT_SECONDS + lifetimes.activation.seconds;
const { registrationsPerNetwork, resendsPerAddress, resendsPerNetwork } = formLimits;
/** How often one address may ask for another link; also what a page counts down. */
export const RETRY_SECONDS = resendsPerAddress.perSeconds;

type Secret = Platform['database']['secret'];

/** Checks a form and returns what is stored of it; throws a Failure that says what to change. */
export async function readForm(
  { database: { db, secret }, now, settings }: Platform,
  form: RegistrationInput & { plan_code: string },
  network: string,
): Promise<Registration> {
  const [problem] = refusedRegistration(form);
  if (problem) throw refusal(problem);
  if (isCommonPassword(form.password)) throw refusal({ field: 'password', message: COMMON_PASSWORD });
  // A hash takes a lot of work, so requests that will be refused anyway are refused before it.
  if (!(await isPlan(db, form.plan_code)))
    throw new Failure('refused', 'We don’t have this plan. Choose one from the pricing page.');
  await refuseWhenFull(db, [networkBucket(settings, network)], new Date(now()));
  const email = storedEmail(form.email);
  return {
    id: randomUUIDv7(),
    email,
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    phone: form.phone,
    plan_code: form.plan_code,
    password_hash: await hashPassword(form.password, network),
    password_hint: passwordHint(secret, email, form.password),
  };
}

function refusal({ field, message }: RegistrationProblem): Failure {
  return new Failure('refused', message, { data: { field } });
}

function networkBucket(settings: Platform['settings'], network: string): Bucket {
  return { limit: perNetwork(registrationsPerNetwork, settings), key: network };
}

/** The words of the specification, §8. */
const REGISTERED = done(null, 'Successfully Created. Please check your email and activate your account!');

/**
 * Stores the registration, its link, its mail and its count, or none of them. Somebody who has an account gets a different mail, but
 * the statements are the same, so that the time does not tell which it was.
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
  const { isKnown } = await insertRegistration(db, registration, { browser: browser.hash, at });
  const activation = await issueActivation(db, to, id, { secret, at });
  const letter = isKnown ? ({ template: 'already registered', to } as const) : activation.letter;
  await sendMailForAnybody(db, letter, 'strangers', at);
  return REGISTERED;
}

/** Sends another mail to an address, or to the address of an older link. The answer does not tell whether anybody has it. */
export async function resend(
  { database: { db, secret }, now, settings }: Platform,
  ask: { email?: string; token?: string },
  browser: Browser,
): Promise<void> {
  const at = new Date(now());
  const email = ask.token === undefined ? storedEmail(ask.email ?? '') : await addressOf(db, ask.token);
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
 * Sends a new link to somebody who registered this address and has not activated, and the caller's letter to everybody else, with
 * the same work. Older links are revoked only if the new one is sent.
 */
export async function sendActivationOr(
  db: Tx,
  other: { letter: Letter; share: MailShare },
  { secret, email, browser, at }: { secret: Secret; email: string; browser: Browser; at: Date },
): Promise<void> {
  // Waits for an activation that is under way, because it deletes the registration that this link would be for.
  await lockAddress(db, email);
  const registration = await findRegistration(db, email, browser.registration);
  const { letter, id: newest } = await issueActivation(db, email, registration, { secret, at });
  const isSent =
    registration === null
      ? await sendMailForAnybody(db, other.letter, other.share, at)
      : await sendMailForAnybody(db, letter, 'links', at);
  await revokeLinks(db, { registration: isSent ? registration : null, newest }, at);
}

/** Without a registration it makes a link that activates nothing, so that the work is the same. */
async function issueActivation(
  db: Tx,
  to: string,
  registration: string | null,
  made: { secret: Secret; at: Date },
) {
  const link = { purpose: 'activation', email: to, registration_id: registration } as const;
  const { id } = await issueLink(db, link, made);
  const letter: Letter = { template: 'activation', to, link: { purpose: 'activation', id } };
  return { id, letter };
}

/** An unknown token gives a text that cannot be an address, so that it is counted like one and finds nobody. */
async function addressOf(db: Db, token: string): Promise<string> {
  const link = await findLink(db, 'activation', token);
  return link?.email ?? fingerprint(token);
}

/** The state of a link in this browser. Asking does not use the link. */
export async function checkLink({ database, now }: Platform, token: string, browser: Browser) {
  const { state, link } = await lookAt(database, token, browser, now());
  const isShown = state === 'ready' || state === 'password' || state === 'expired';
  return { state, email: link && isShown ? maskEmail(link.email) : null };
}

/**
 * Makes an account of a registration and signs its owner in, or returns the state of the link. A browser other than the one that
 * registered needs the password: somebody whose address a stranger registered must not join that stranger's account by a click.
 */
export async function activate(
  platform: Platform,
  { token, password }: { token: string; password?: string },
  browser: Browser,
): Promise<SignedIn | { state: ActivationLinkState }> {
  const { database, now, settings } = platform;
  const { state, link, registration } = await lookAt(database, token, browser, now(), password);
  if (!link || !registration || (state !== 'ready' && state !== 'password')) return { state };
  const asked = { link: link.id, hash: registration.password_hash, password };
  if (state === 'password' && !(await isItsPassword(platform, asked, browser))) return { state };
  const at = new Date(now());
  const account = accountToOpen();
  const signedIn = await withAccount(database.db, account, async (db) => {
    // Several links of one address may be used at the same moment; they take turns.
    await lockAddress(db, link.email);
    if (!(await holdRegistration(db, registration.id)) || !(await useLink(db, link.id, at))) return undefined;
    await deleteRegistration(db, registration.id);
    const owner = await openAccount(db, account, registration);
    await beginTrial(db, account, settings, at);
    return openSessionFor(db, owner, browser, at);
  });
  if (signedIn) return signedIn;
  const late = await lookAt(database, token, browser, now());
  return { state: late.state };
}

async function isItsPassword(
  { database: { db }, now }: Platform,
  { link, hash, password }: { link: string; hash: string; password: string | undefined },
  { network }: Browser,
): Promise<boolean> {
  if (password === undefined) return false;
  const buckets = { failures: [{ limit: signInLimits.passwordsPerLink, key: link }], attempts: [], network };
  const isRight = await countFailures(db, buckets, new Date(now()), async () =>
    (await verifyPassword(password, hash, network)) ? true : undefined,
  );
  return isRight ?? false;
}

/** Finds a link, the registration that it activates in this browser or with this password, and its state there. */
async function lookAt(
  { db, secret }: Platform['database'],
  token: string,
  { registration: browser }: Browser,
  now: number,
  password?: string,
) {
  const found = await findLink(db, 'activation', token);
  const hint = found && password !== undefined ? passwordHint(secret, found.email, password) : undefined;
  const registration = found && (await findActivated(db, found, { browser, hint }));
  // Somebody may have activated between the two reads. Then only a second look shows that the link is used.
  const link = found && !registration ? await findLink(db, 'activation', token) : found;
  const known = link?.is_known ? 'used' : stateOfLink(link, now);
  const here = browser && registration?.browser_hash.equals(browser) ? 'ready' : 'password';
  const state: ActivationLinkState = known !== 'ready' ? known : registration ? here : 'unknown';
  return { link, registration, state };
}

export async function forgetRegistrations(db: Db, now: Date): Promise<void> {
  await deleteOld(db, { before: new Date(now.getTime() - KEPT_SECONDS * 1000), now });
}
