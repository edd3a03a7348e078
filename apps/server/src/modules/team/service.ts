import type { NewInvitation, TeamInvitation, User } from '@muster/domain/team/schema';
import { isEmail, storedEmail } from '@muster/domain/values/email';
import { owners } from '../../platform/changes/from-request.ts';
import { readRows } from '../../platform/changes/rows.ts';
import type { TrackedTable, Writer } from '../../platform/changes/tracked.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { takeHits } from '../../platform/limits/hits.ts';
import type { Limit } from '../../platform/limits/limit.ts';
import type { Person } from '../../platform/sign-in/person.ts';
import { issueLink, lifetimes, revokeLinks } from '../links/service.ts';
import { sendMailForAnybody } from '../messages/service.ts';
import { setTechnicianUser, technicianOf } from '../technicians/service.ts';
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
  refusals: { team_invitations_open: 'This address is invited already. Send the invitation again instead.' },
};

/** An account costs nothing to open, and an invitation carries the name that its owner chose to any address. */
const perAccount: Limit = { name: 'invitations of', max: 100, perSeconds: 24 * 3600 };

/** Who invites, and what links are made with. */
interface From {
  readonly account: string;
  readonly user: string;
  readonly secret: Buffer;
}

export async function inviteToTeam(
  write: Writer,
  { role, technician_id = null, ...typed }: NewInvitation,
  from: From,
): Promise<TeamInvitation> {
  const { db, at } = write;
  const email = storedEmail(typed.email);
  if (!isEmail(email)) throw new Failure('unprocessable', 'Enter an email address like name@example.com.');
  if (await isInTeam(db, email)) throw new Failure('unprocessable', `${email} is in your team already.`);
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
    throw new Failure('unprocessable', 'This invitation has been accepted already.');
  if (invitation.revoked_at !== null) throw new Failure('unprocessable', 'This invitation was taken back.');
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
    await setTechnicianUser(write, technician_id, person.user);
}

/** Says which technician somebody is, if any. */
export async function chooseTechnician(
  write: Writer,
  user: string,
  technician: string | null,
): Promise<User> {
  const found = await readUser(write.db, user);
  const before = await technicianOf(write.db, user);
  if (before === (technician ?? undefined)) return found;
  write.concern([user]);
  if (technician !== null) await refuseTaken(write.db, technician);
  if (before !== undefined) await setTechnicianUser(write, before, null);
  if (technician !== null) await setTechnicianUser(write, technician, user);
  return found;
}

async function refuseTaken(db: Tx, technician: string): Promise<void> {
  const user = await findUserOf(db, technician);
  if (user === undefined)
    throw new Failure('unprocessable', 'This technician does not exist any more. Choose again.');
  if (user !== null) throw new Failure('unprocessable', 'Somebody else signs in as this technician already.');
}

async function send(write: Writer, { id, email, role }: TeamInvitation, from: From): Promise<void> {
  const { db, at } = write;
  await takeHits(db, [{ limit: perAccount, key: from.account }], at);
  const link = await issueLink(
    db,
    { purpose: 'invitation', email, account_id: from.account, invitation_id: id },
    { secret: from.secret, at },
  );
  const letter = {
    template: 'team invitation',
    to: email,
    role,
    ...(await readInviter(db, from.user)),
    link: { purpose: 'invitation', id: link.id },
  } as const;
  if (!(await sendMailForAnybody(db, letter, 'invitations', at)))
    throw new Failure(
      'tooMany',
      'This address got several invitations already. Wait an hour, or call them.',
      {
        retryAfterSeconds: 3600,
      },
    );
}

function sentAt(at: Date): { sent_at: string; expires_at: string } {
  const expires = new Date(at.getTime() + lifetimes.invitation.seconds * 1000);
  return { sent_at: at.toISOString(), expires_at: expires.toISOString() };
}
