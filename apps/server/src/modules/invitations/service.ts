import { brokenNames, registrationProblems } from '@muster/domain/accounts/rules';
import type { InvitationAnswer, InvitationState } from '@muster/domain/invitations/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Browser, SignedIn } from '../../platform/sign-in/browser.ts';
import { COMMON_PASSWORD, isCommonPassword } from '../../platform/sign-in/common-passwords.ts';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/deps.ts';
import { hashPassword } from '../../platform/sign-in/passwords.ts';
import { accountNamedBy } from '../../platform/sign-in/person.ts';
import type { Static } from 'typebox';
import { accountName, addPerson, lockAddress } from '../accounts/service.ts';
import { findLink, issueLink, latestInvitation, type Link, stateOfLink, useLink } from '../links/service.ts';
import { sendMail } from '../messages/service.ts';
import { openSessionFor } from '../sessions/service.ts';

interface Invited {
  email: string;
  /** The account that they will own, or the staff. */
  account: AccountId | 'staff';
  business: string | null;
}

/** Mails a link to choose a name and a password; undefined if the address has an open invitation already. */
export async function invite(
  db: Tx,
  { email, account, business }: Invited,
  made: { secret: Buffer; at: Date },
): Promise<{ token: string } | undefined> {
  const account_id = account === 'staff' ? null : account;
  const { id, token, isNew } = await issueLink(db, { purpose: 'invitation', email, account_id }, made);
  if (!isNew) return undefined;
  await sendMail(db, { template: 'invitation', to: email, business, link: { purpose: 'invitation', id } });
  return { token };
}

/** The state of the latest invitation to an account. */
export async function invitationTo(db: Db, account: string, now: Date) {
  const found = await latestInvitation(db, account);
  if (!found) return null;
  const { email, expires_at } = found;
  const isOver = found.revoked_at !== null || expires_at <= now;
  const unused = found.is_known ? 'taken' : isOver ? 'expired' : 'sent';
  return { state: found.used_at ? 'accepted' : unused, email, expires_at } as const;
}

/** The state of a link. Asking does not use the link. */
export async function checkInvitation({ database: { db }, now }: Platform, token: string) {
  const invitation = await findLink(db, 'invitation', token);
  const state = stateOf(invitation, now());
  if (!invitation || state !== 'ready') return { state, email: null, business: null };
  const { email } = invitation;
  const account = accountInvitedTo(invitation);
  return { state, email, business: account === 'staff' ? null : await accountName(db, account) };
}

type Answer = Static<typeof InvitationAnswer>;

/** Adds the person who was invited and signs them in, or returns what is wrong and the state of the link. */
export async function acceptInvitation(
  { database: { db }, now }: Platform,
  { token, ...answer }: Answer,
  browser: Browser,
): Promise<SignedIn | { state: InvitationState; message: string }> {
  const invitation = await findLink(db, 'invitation', token);
  const state = stateOf(invitation, now());
  if (!invitation || state !== 'ready') return { state, message: refusals[state] };
  const problem = problemWith(answer);
  if (problem) return { state, message: problem };
  // Hashing takes long, so it is done before the transaction and not inside.
  const password_hash = await hashPassword(answer.password, browser.network);
  const account = accountInvitedTo(invitation);
  const work = async (db: Tx) => {
    const at = new Date(now());
    await lockAddress(db, invitation.email);
    if (!(await useLink(db, invitation.id, at))) return undefined;
    const person = await addPerson(db, account, {
      email: invitation.email,
      first_name: answer.first_name.trim(),
      last_name: answer.last_name.trim(),
      password_hash,
    });
    return openSessionFor(db, person, browser, at);
  };
  const signedIn = await (account === 'staff' ? transaction(db, work) : withAccount(db, account, work));
  if (signedIn) return signedIn;
  const late = stateOf(await findLink(db, 'invitation', token), now());
  return { state: late, message: refusals[late] };
}

function accountInvitedTo({ account_id }: Link): AccountId | 'staff' {
  return account_id === null ? 'staff' : accountNamedBy({ account_id });
}

const refusals: Record<InvitationState, string> = {
  ready: 'This link could not be used. Please try again.',
  used: 'This invitation has been accepted already. Sign in.',
  taken:
    'Somebody signs in with this address already, so it cannot be the owner of this account. Tell us another one.',
  expired: 'This invitation has expired. Ask us for a new one.',
  revoked: 'A newer invitation has been sent. Use the latest mail.',
  unknown: 'This link is not one of ours. Check that you copied all of it.',
};

function stateOf(invitation: Link | undefined, now: number): InvitationState {
  const state = stateOfLink(invitation, now);
  const isOpen = state === 'ready' || state === 'expired';
  return isOpen && invitation?.is_known ? 'taken' : state;
}

/** The fields of a registration that an invitation asks for: the address is known, and no phone number is needed. */
const chosen: ReadonlySet<string> = new Set(['first_name', 'last_name', 'password', 'password_confirmation']);

function problemWith(answer: Omit<Answer, 'token'>): string | undefined {
  const problems = [...registrationProblems({ ...answer, phone: '', email: '' }), ...brokenNames(answer)];
  const problem = problems.find(({ field }) => chosen.has(field));
  if (problem) return problem.message;
  return isCommonPassword(answer.password) ? COMMON_PASSWORD : undefined;
}
