import { isEmail, storedEmail } from '@muster/domain/values/email';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { isRegistered, listStaff, lockAddress, setDisabled } from '../accounts/service.ts';
import { invite } from '../invitations/service.ts';
import { listStaffInvitations, revokeLinks } from '../links/service.ts';

/** What was done, in words, and the token of the link if one was made. */
export interface StaffResult {
  done: boolean;
  said: string;
  token?: string;
}

/** Invites somebody to the staff, or sends the invitation again; lets somebody who was disabled sign in again. */
export async function addStaff({ db, keys }: Database, typed: string, at: Date): Promise<StaffResult> {
  const email = storedEmail(typed);
  if (!isEmail(email)) return { done: false, said: `"${typed}" isn’t an email address.` };
  return transaction(db, async (db) => {
    await lockAddress(db, email);
    const known = (await listStaff(db)).find((person) => person.email === email);
    if (known?.disabled_at) {
      await setDisabled(db, [known.id], null);
      return { done: true, said: `${email} can sign in again.` };
    }
    if (known) return { done: false, said: `${email} is already on staff.` };
    if (await isRegistered(db, email))
      return {
        done: false,
        said: `${email} already signs in to a customer account. Use a different address for staff.`,
      };
    await revokeLinks(db, { staff: email }, at);
    const invited = await invite(db, { email, account: 'staff', business: null }, { keys, at });
    if (!invited)
      return {
        done: false,
        said: `${email} is already invited to a customer account. Use a different address for staff.`,
      };
    return { done: true, said: `Invitation sent to ${email}. The link is:`, token: invited.token };
  });
}

/** Keeps somebody from signing in, from using an open session and from accepting an invitation. */
export async function removeStaff({ db }: Database, typed: string, at: Date): Promise<StaffResult> {
  const email = storedEmail(typed);
  return transaction(db, async (db) => {
    const known = (await listStaff(db)).find((person) => person.email === email);
    const isInvited = (await listStaffInvitations(db)).some((invitation) => invitation.email === email);
    if (!known && !isInvited) return { done: false, said: `No staff member has the address ${email}.` };
    if (known) await setDisabled(db, [known.id], at);
    else await revokeLinks(db, { staff: email }, at);
    return { done: true, said: `${email} can no longer sign in.` };
  });
}

/** One line for each member of the staff and each open invitation. */
export async function nameStaff({ db }: Database, now: Date): Promise<string[]> {
  const people = (await listStaff(db)).map(({ email, first_name, last_name, disabled_at }) => ({
    email,
    about: `${first_name} ${last_name}${disabled_at ? ', disabled' : ''}`,
  }));
  const invited = (await listStaffInvitations(db)).map(({ email, expires_at }) => ({
    email,
    about: expires_at > now ? 'invited' : 'invited, but the link has expired',
  }));
  return [...people, ...invited].map(({ email, about }) => `${email}  ${about}`);
}
