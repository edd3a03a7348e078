import type { NewPassword, NewPasswordProblem } from '@muster/domain/identity/accounts/rules';
import { newPasswordProblem } from '@muster/domain/identity/accounts/rules';
import { maskEmail, storedEmail } from '@muster/domain/values/email';
import type { Tx } from '../../../platform/db/executor.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Platform } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { formLimits } from '../../../platform/limit-table.ts';
import { takeHits, perNetwork, inTurn } from '../../../platform/limits.ts';
import type { Browser, SignedIn } from '../../../platform/sign-in/browser.ts';
import { COMMON_PASSWORD, isCommonPassword, hashPassword } from '../../../platform/sign-in/passwords.ts';
import { personNamedBy, withPerson } from '../../../platform/sign-in/person.ts';
import { fingerprint } from '../../../platform/sign-in/secret.ts';
import type { Session } from '../../../platform/sign-in/session.ts';
import type { Letter } from '../../basics/mails/service.ts';
import type { FoundSignIn } from '../accounts/service.ts';
import { findPerson, lockAddress, setPassword, verifyOwnPassword } from '../accounts/service.ts';
import type { Link, LinkState } from '../links/service.ts';
import { findLink, issueLink, stateOfLink, useLink } from '../links/service.ts';
import { sendActivationOr } from '../registrations/service.ts';
import { openSessionFor, rememberBrowser } from '../sessions/service.ts';

/** How often one address may be written to; also what a page counts down. */
export const RETRY_SECONDS = formLimits.forgottenPerAddress.perSeconds;

/**
 * Sends a link to choose a new password, or an activation link to somebody who never activated. An unknown address gets nothing; the
 * work and the answer are the same. Earlier links still work: a stranger who asks must not make the owner's link useless.
 */
export async function forgotPassword(platform: Platform, typed: string, browser: Browser): Promise<void> {
  const { database, now, settings } = platform;
  const { secret } = database;
  const email = storedEmail(typed);
  const found = await findPerson(database.db, email, browser);
  const at = new Date(now());
  const buckets = [
    { limit: perNetwork(formLimits.forgottenPerNetwork, settings), key: browser.network },
    { limit: formLimits.forgottenPerAddress, key: fingerprint(email) },
  ];
  await inTurn(browser.network, () =>
    transaction(database.db, async (db) => {
      await takeHits(db, buckets, at);
      const letter = await makeReset(db, { secret, email, found, at });
      await sendActivationOr(db, { letter, share: 'links' }, { secret, email, browser, at });
    }),
  );
}

async function makeReset(
  db: Tx,
  { secret, email: to, found, at }: { secret: Buffer; email: string; found: FoundSignIn; at: Date },
): Promise<Letter> {
  const isOpen = found.user_id !== null && found.disabled_at === null;
  const { account_id, user_id } = isOpen ? found : { account_id: null, user_id: null };
  const link = { purpose: 'reset', email: to, account_id, user_id } as const;
  const { id } = await issueLink(db, link, { secret, at });
  return isOpen ? { template: 'reset', to, link: { purpose: 'reset', id } } : { template: 'nothing', to };
}

/** The state of a link. Asking does not use the link. */
export async function checkReset({ database: { db }, now }: Platform, token: string) {
  const link = await findLink(db, 'reset', token);
  const state = stateOf(link, now());
  const isShown = state === 'ready' || state === 'expired';
  return { state, email: link && isShown ? maskEmail(link.email) : null };
}

interface Refused {
  state: LinkState;
  message: string;
  /** What it is about, where it is not the link. */
  field?: keyof NewPassword;
}

/**
 * Sets the password of the person whom the link was sent to, or returns what is wrong and the state of the link. Nobody
 * is signed in by it, but the browser is known as theirs, so that strangers who guess cannot keep them from signing in.
 */
export async function resetPassword(
  { database: { db }, now }: Platform,
  { token, ...chosen }: NewPassword & { token: string },
  browser: Browser,
): Promise<{ device: string } | Refused> {
  const link = await findLink(db, 'reset', token);
  const state = stateOf(link, now());
  if (state !== 'ready' || !link?.user_id) return { state, message: refusals[state] };
  const problem = problemWith(chosen);
  if (problem) return { state, ...problem };
  // Hashing takes long, so it is done before the transaction and not inside.
  const passwordHash = await hashPassword(chosen.password, browser.network);
  const person = personNamedBy({ account_id: link.account_id, user_id: link.user_id });
  const known = await withPerson(db, person, async (db) => {
    const at = new Date(now());
    // Without this lock, two links of one person that are used at the same moment could block each other.
    await lockAddress(db, link.email);
    if (!(await useLink(db, link.id, at))) return undefined;
    await setPassword(db, person, { next: passwordHash }, browser, at);
    return rememberBrowser(db, person, browser, at);
  });
  if (known) return { device: known.device };
  const late = stateOf(await findLink(db, 'reset', token), now());
  return { state: late, message: refusals[late] };
}

/** A new password for whoever is signed in. Every session ends; this browser gets a new one. */
export async function changePassword(
  platform: Platform,
  session: Session,
  { current_password, ...chosen }: NewPassword & { current_password: string },
  browser: Browser,
): Promise<SignedIn> {
  const { database, now } = platform;
  const problem = problemWith(chosen);
  if (problem) throw refusalAt(problem);
  const replaced = await verifyOwnPassword(platform, session, current_password, browser);
  if (replaced === undefined)
    throw refusalAt({
      field: 'current_password',
      message: 'Your current password is wrong. Check it and try again.',
    });
  const next = await hashPassword(chosen.password, browser.network);
  return withPerson(database.db, session, async (db) => {
    const at = new Date(now());
    await setPassword(db, session, { next, replaced }, browser, at);
    return openSessionFor(db, session, browser, at);
  });
}

const refusals: Record<LinkState, string> = {
  ready: 'We couldn’t use this link. Try again.',
  used: 'This link has already been used. Ask for a new one if you need it.',
  expired: 'This link has expired. Ask for a new one.',
  revoked: 'This link is no longer valid. Ask for a new one.',
  unknown: 'We don’t recognise this link. Check that you copied all of it.',
};

/** A link without a person was never sent, so it counts as unknown. */
function stateOf(link: Link | undefined, now: number): LinkState {
  return stateOfLink(link?.user_id ? link : undefined, now);
}

function problemWith(chosen: NewPassword): NewPasswordProblem | undefined {
  const problem = newPasswordProblem(chosen);
  if (problem || !isCommonPassword(chosen.password)) return problem;
  return { field: 'password', message: COMMON_PASSWORD };
}

function refusalAt({ field, message }: { field: string; message: string }): Failure {
  return new Failure('unprocessable', message, { data: { field } });
}
