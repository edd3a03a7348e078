import type { NewInvitation, TeamInvitation, User } from '@muster/domain/identity/team/schema';
import { isEmail, storedEmail } from '@muster/domain/values/email';
import type { AccountId } from '@muster/domain/values/ids';
import { withoutLinks } from '@muster/domain/values/mail-words';
import { owners } from '../../../platform/changes/from-request.ts';
import { readRows } from '../../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { invitationsPerAccount } from '../../../platform/limit-table.ts';
import { takeHits } from '../../../platform/limits.ts';
import type { Person } from '../../../platform/sign-in/person.ts';
import { sendMailOfAccount } from '../../basics/mails/service.ts';
import { technicianOf } from '../accounts/service.ts';
import { issueInvitation, lifetimes, revokeLinks } from '../links/service.ts';
import { addUser, readUser } from '../users/service.ts';
import { findUserOf, isInTeam, readInviter } from './store.ts';

export const teamInvitations: TrackedTable<TeamInvitation> = {
  name: 'team_invitations',
  columns: [
    'email',
    'role',
    'technician_id',
    'invited_by',
    'created_at',
    'sent_at',
    'expires_at',
    'accepted_at',
    'revoked_at',
  ],
  readers: owners,
  writers: owners,
  label: ({ email }) => email,
  erased: ({ id }) => ({ email: `${id}@erased.invalid` }),
  refusals: { team_invitations_open: 'This address already has an invitation. Send it again instead.' },
};

/** Who signs in as a technician from now on, if anybody. */
export const setTechnicianUser = createHook<
  [write: Writer, technician: string, user: string | null],
  unknown
>('user of a technician');

/** Who invites, and what links are made with. */
interface From {
  readonly account: AccountId;
  readonly user: string;
  readonly keys: Keyring;
}

export async function inviteToTeam(
  write: Writer,
  { role, technician_id = null, ...typed }: NewInvitation,
  from: From,
): Promise<TeamInvitation> {
  const { db, at } = write;
  const email = storedEmail(typed.email);
  if (!isEmail(email)) throw new Failure('unprocessable', 'Enter an email address like name@example.com.');
  if (await isInTeam(db, email)) throw new Failure('unprocessable', `${email} is already in your team.`);
  if (technician_id !== null) await refuseTaken(db, technician_id);
  const [invitation] = await write.insert(teamInvitations, [
    { email, role, technician_id, invited_by: from.user, created_at: at.toISOString(), ...sentAt(at) },
  ]);
  await send(write, invitation!, from);
  return invitation!;
}

/** The mail again, with a new link; the old one stops working. */
export async function resendInvitation(write: Writer, id: string, from: From): Promise<TeamInvitation> {
  await openInvitation(write.db, id);
  const sent = await write.update(teamInvitations, id, sentAt(write.at));
  await revokeLinks(write.db, { invitation: id }, write.at);
  await send(write, sent, from);
  return sent;
}

export async function revokeInvitation(write: Writer, id: string): Promise<TeamInvitation> {
  await openInvitation(write.db, id);
  const revoked = await write.update(teamInvitations, id, { revoked_at: write.at.toISOString() });
  await revokeLinks(write.db, { invitation: id }, write.at);
  return revoked;
}

/** Of those named, whichever somebody could still accept. */
export async function revokeOpenInvitations(write: Writer, ids: readonly string[]): Promise<void> {
  const found = await readRows(write.db, teamInvitations, ids);
  for (const { id, accepted_at, revoked_at } of found)
    if (accepted_at === null && revoked_at === null) await revokeInvitation(write, id);
}

export async function openInvitation(db: Tx, id: string): Promise<TeamInvitation> {
  const [invitation] = await readRows(db, teamInvitations, [id]);
  if (!invitation) throw new Failure('notFound');
  if (invitation.accepted_at !== null)
    throw new Failure('unprocessable', 'This invitation has already been accepted.');
  if (invitation.revoked_at !== null) throw new Failure('unprocessable', 'This invitation was withdrawn.');
  return invitation;
}

/** Makes a user of whoever used the link of an invitation; the caller has proven the link. */
export async function joinTeam(
  write: Writer,
  { id, email, role, technician_id }: TeamInvitation,
  person: Person,
  { password_hash, ...names }: { first_name: string; last_name: string; password_hash: string },
): Promise<void> {
  await addUser(write, person, { email, role, ...names }, password_hash);
  await write.update(teamInvitations, id, { accepted_at: write.at.toISOString() });
  // Somebody else may have become that technician meanwhile; the owner sees it, and chooses again.
  if (technician_id !== null && (await findUserOf(write.db, technician_id)) === null)
    await setTechnicianUser.run(write, technician_id, person.user);
}

/** Says which technician somebody is, if any. */
export async function chooseTechnician(
  write: Writer,
  user: string,
  technician: string | null,
): Promise<User> {
  const found = await readUser(write.db, user);
  const before = await technicianOf.run(write.db, user);
  if (before === (technician ?? undefined)) return found;
  write.concern([user]);
  if (technician !== null) await refuseTaken(write.db, technician);
  if (before !== undefined) await setTechnicianUser.run(write, before, null);
  if (technician !== null) await setTechnicianUser.run(write, technician, user);
  return found;
}

async function refuseTaken(db: Tx, technician: string): Promise<void> {
  const user = await findUserOf(db, technician);
  if (user === undefined)
    throw new Failure('unprocessable', 'This technician no longer exists. Choose another one.');
  if (user !== null)
    throw new Failure(
      'unprocessable',
      'Another user is already linked to this technician. Choose another one.',
    );
}

async function send(write: Writer, { id, email, role }: TeamInvitation, from: From): Promise<void> {
  const { db, at } = write;
  await takeHits(db, [{ limit: invitationsPerAccount, key: from.account }], at);
  const { mailed } = await issueInvitation(
    db,
    { email, account_id: from.account, invitation_id: id },
    { keys: from.keys, at },
  );
  const inviter = await readInviter(db, from.user);
  const sent = await sendMailOfAccount(db, from.account, {
    to: email,
    share: 'invitations',
    at,
    write: ({ business }) => ({
      template: 'team invitation',
      to: email,
      role,
      business,
      inviter: withoutLinks(inviter) || 'Someone',
      link: mailed,
    }),
  });
  const unsent = 'problem' in sent ? sent.problem : null;
  if (unsent === 'daily limit')
    throw new Failure(
      'tooMany',
      'Your business has sent as many emails as it can in a day. New accounts start low and can send more each week. Try again tomorrow.',
      { retryAfterSeconds: 3600 },
    );
  if (unsent !== null)
    throw new Failure(
      'tooMany',
      'We’ve already sent several invitations to this address. Try again in an hour, or give them a call.',
      {
        retryAfterSeconds: 3600,
      },
    );
}

function sentAt(at: Date): { sent_at: string; expires_at: string } {
  const expires = new Date(at.getTime() + lifetimes.invitation.seconds * 1000);
  return { sent_at: at.toISOString(), expires_at: expires.toISOString() };
}
