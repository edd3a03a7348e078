import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { brokenNames, registrationProblems } from '@muster/domain/identity/accounts/rules';
import type {
  InvitationAnswer,
  InvitationField,
  InvitationState,
} from '@muster/domain/identity/invitations/schema';
import { invitationFields } from '@muster/domain/identity/invitations/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Static } from 'typebox';
import { runCommand } from '../../../platform/changes/command.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { Platform } from '../../../platform/deps.ts';
import type { Browser, SignedIn } from '../../../platform/sign-in/browser.ts';
import { COMMON_PASSWORD, isCommonPassword, hashPassword } from '../../../platform/sign-in/passwords.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { Person } from '../../../platform/sign-in/person.ts';
import { accountNamedBy, personNamedBy } from '../../../platform/sign-in/person.ts';
import { sendMail } from '../../basics/mails/service.ts';
import { accountName, addPerson, lockAddress } from '../accounts/service.ts';
import { beginForOwner } from '../billing/service.ts';
import type { Link } from '../links/service.ts';
import { findLink, issueInvitation, latestInvitation, stateOfLink, useLink } from '../links/service.ts';
import { openSessionFor } from '../sessions/service.ts';
import { joinTeam, openInvitation } from '../team/service.ts';

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
  { keys, at }: { keys: Keyring; at: Date },
): Promise<{ token: string } | undefined> {
  const account_id = account === 'staff' ? null : account;
  const { isNew, token, mailed } = await issueInvitation(db, { email, account_id }, { keys, at });
  if (!isNew) return undefined;
  await sendMail(db, { template: 'invitation', to: email, business, link: mailed });
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
  if (!invitation || state !== 'ready') return { state, email: null, business: null, role: null };
  const { email, invitation_id } = invitation;
  const account = accountInvitedTo(invitation);
  if (account === 'staff') return { state, email, business: null, role: 'staff' as const };
  const business = await accountName(db, account);
  if (invitation_id === null) return { state, email, business, role: 'owner' as const };
  const { role } = await withAccount(db, account, (db) => openInvitation(db, invitation_id));
  return { state, email, business, role };
}

type Answer = Static<typeof InvitationAnswer>;

interface Refused {
  state: InvitationState;
  message: string;
  /** What it is about, where it is not the link. */
  field?: InvitationField;
}

/** Adds the person who was invited and signs them in, or returns what is wrong and the state of the link. */
export async function acceptInvitation(
  { database: { db }, now }: Platform,
  { token, ...answer }: Answer,
  browser: Browser,
): Promise<SignedIn | Refused> {
  const invitation = await findLink(db, 'invitation', token);
  const state = stateOf(invitation, now());
  if (!invitation || state !== 'ready') return { state, message: refusalOf(state, invitation) };
  const problem = problemWith(answer);
  if (problem) return { state, ...problem };
  // Hashing takes long, so it is done before the transaction and not inside.
  const password_hash = await hashPassword(answer.password, browser.network);
  const person = {
    first_name: answer.first_name.trim(),
    last_name: answer.last_name.trim(),
    password_hash,
  };
  const signedIn = await becomeSomebody(db, invitation, person, browser, new Date(now()));
  if (signedIn) return signedIn;
  const late = await findLink(db, 'invitation', token);
  const lateState = stateOf(late, now());
  return { state: lateState, message: refusalOf(lateState, late) };
}

interface Chosen {
  first_name: string;
  last_name: string;
  password_hash: string;
}

/** Undefined when somebody else was faster with the link, or with the address. */
async function becomeSomebody(
  db: Db,
  link: Link,
  chosen: Chosen,
  browser: Browser,
  at: Date,
): Promise<SignedIn | undefined> {
  const { id, email, invitation_id } = link;
  const account = accountInvitedTo(link);
  if (account !== 'staff' && invitation_id !== null)
    return joinAsInvited(db, account, { id, email, invitation_id }, chosen, browser, at);
  const work = async (db: Tx) => {
    await lockAddress(db, email);
    if (!(await useLink(db, id, at))) return undefined;
    const person = await addPerson(db, account, { email, ...chosen });
    if (account !== 'staff') await beginForOwner(db, account, at);
    return signedInAs(db, person, browser, at);
  };
  return account === 'staff' ? transaction(db, work) : withAccount(db, account, work);
}

/** In the log, so that whoever looks at the team sees them come. */
async function joinAsInvited(
  db: Db,
  account: AccountId,
  { id, email, invitation_id }: { id: string; email: string; invitation_id: string },
  chosen: Chosen,
  browser: Browser,
  at: Date,
): Promise<SignedIn | undefined> {
  const invited = await withAccount(db, account, (db) => openInvitation(db, invitation_id));
  const person = personNamedBy({ account_id: account, user_id: randomUUIDv7() });
  const author = { user: person.user, apiKey: null, role: invited.role };
  const command = {
    account,
    id: randomUUID(),
    kind: 'team member joined' as const,
    body: invitation_id,
    author,
    at,
  };
  // Beside the answer of the command, which is kept: a session must not be.
  let signedIn: SignedIn | undefined;
  await runCommand(db, command, async (write) => {
    await lockAddress(write.db, email);
    if (!(await useLink(write.db, id, at))) return null;
    await joinTeam(write, invited, person, chosen);
    signedIn = await signedInAs(write.db, person, browser, at);
    return null;
  });
  return signedIn;
}

async function signedInAs(db: Tx, person: Person, browser: Browser, at: Date): Promise<SignedIn> {
  const { session, device } = await openSessionFor(db, person, browser, at);
  return { session, device };
}

function accountInvitedTo({ account_id }: Link): AccountId | 'staff' {
  return account_id === null ? 'staff' : accountNamedBy({ account_id });
}

const refusals: Record<InvitationState, string> = {
  ready: 'We couldn’t use this link. Try again.',
  used: 'This invitation has already been accepted. Sign in.',
  taken: 'This address already has a sign-in, so it can’t own this account. Give us a different address.',
  expired: 'This invitation has expired. Ask us for a new one.',
  revoked: 'We’ve sent a newer invitation. Use the link in the latest email.',
  unknown: 'We don’t recognise this link. Check that you copied all of it.',
};

/** Whom to ask, where it was no invitation of ours. */
const teamRefusals: Partial<Record<InvitationState, string>> = {
  taken:
    'This address already has a sign-in, so it can’t join this business. Ask for an invitation to a different address.',
  expired: 'This invitation has expired. Ask the person who invited you for a new one.',
  revoked:
    'This invitation was withdrawn or replaced. Use the link in the latest email, or ask the person who invited you.',
};

function refusalOf(state: InvitationState, link: Link | undefined): string {
  const ofTeam = link && link.invitation_id !== null ? teamRefusals[state] : undefined;
  return ofTeam ?? refusals[state];
}

function stateOf(invitation: Link | undefined, now: number): InvitationState {
  const state = stateOfLink(invitation, now);
  const isOpen = state === 'ready' || state === 'expired';
  return isOpen && invitation?.is_known ? 'taken' : state;
}

function problemWith(answer: Omit<Answer, 'token'>): Pick<Refused, 'field' | 'message'> | undefined {
  const problems = [...registrationProblems({ ...answer, phone: '', email: '' }), ...brokenNames(answer)];
  for (const { field, message } of problems) {
    const asked = invitationFields.find((one) => one === field);
    if (asked) return { field: asked, message };
  }
  return isCommonPassword(answer.password) ? { field: 'password', message: COMMON_PASSWORD } : undefined;
}
