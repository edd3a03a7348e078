import { enquiryLimits } from '@muster/domain/enquiries/rules';
import { isMailAddress, storedEmail } from '@muster/domain/values/email';
import { isOneLine } from '@muster/domain/values/one-line';
import { withAccount } from '../../platform/db/account.ts';
import type { Tx } from '../../platform/db/executor.ts';
import type { Platform } from '../../platform/deps.ts';
import { Failure } from '../../platform/http/errors.ts';
import { accountNamedBy, accountToOpen } from '../../platform/sign-in/person.ts';
import { accountName, hasOwner, insertAccount, isRegistered, lockAddress } from '../accounts/service.ts';
import { change, readUnchanged, type Target } from '../enquiries/service.ts';
import { invitationTo, invite } from '../invitations/service.ts';
import { revokeLinks } from '../links/service.ts';
import { findPlanFor } from '../plans/service.ts';

/**
 * Opens an account for an enquiry that was won, with the licences that were asked for, and invites its owner, at the address of the
 * enquiry or at another one. All of it happens once, or nothing does.
 */
export async function provision(
  { database: { db, secret }, now }: Platform,
  target: Target,
  { name: typedName, email: other }: { email?: string; name: string },
) {
  const enquiry = await readUnchanged(db, target);
  const email = addressOr(enquiry.email, other);
  const { phone, licenses_required: licences, state } = enquiry;
  const name = typedName.trim();
  if (name === '') throw new Failure('unprocessable', 'Enter the name of the business.');
  if (!isOneLine(name))
    throw new Failure('unprocessable', 'Write the name of the business on one line; it goes into mails.');
  // Two members of staff may press the button at the same moment; the second one gets a conflict.
  if (state === 'provisioned') throw new Failure('conflict');
  if (state !== 'won')
    throw new Failure('unprocessable', `Only what was won becomes an account; this enquiry is ${state}.`);
  const account = accountToOpen();
  const plan = await findPlanFor(db, licences);
  const at = new Date(now());
  await withAccount(db, account, async (db) => {
    await lockAddress(db, email);
    await refuseRegistered(db, email);
    await insertAccount(db, { id: account, name, phone, plan_code: plan.code, licences });
    await change(
      db,
      enquiry,
      {
        set: { state: 'provisioned', due_at: null, account_id: account },
        kind: 'provisioned',
        detail: { from: state, to: 'provisioned', plan: plan.code, licences, email },
      },
      { staff: target.session.user, at },
    );
    const invited = await invite(db, { email, account, business: name }, { secret, at });
    if (!invited) throw new Failure('unprocessable', invitedElsewhere(email));
  });
  return { account: { id: account, name }, plan: plan.name, licences, invited: email };
}

/** Sends the invitation again, to the same address or to another one. Older links stop working. */
export async function inviteAgain(
  { database: { db, secret }, now }: Platform,
  target: Target,
  other: string | undefined,
): Promise<string> {
  const enquiry = await readUnchanged(db, target);
  const { account_id } = enquiry;
  const at = new Date(now());
  if (account_id === null)
    throw new Failure('unprocessable', 'There is no account yet that somebody could own.');
  const account = accountNamedBy({ account_id });
  const invited = await invitationTo(db, account, at);
  const business = await accountName(db, account);
  const email = addressOr(invited?.email ?? enquiry.email, other);
  await withAccount(db, account, async (db) => {
    await lockAddress(db, email);
    // Waits for somebody who is just accepting, so that the next line sees the new owner.
    await revokeLinks(db, { account }, at);
    if (await hasOwner(db)) throw new Failure('unprocessable', 'This account has its owner already.');
    await refuseRegistered(db, email);
    await change(
      db,
      enquiry,
      { set: {}, kind: 'invited', detail: { email } },
      { staff: target.session.user, at },
    );
    if (!(await invite(db, { email, account, business }, { secret, at })))
      throw new Failure('unprocessable', invitedElsewhere(email));
  });
  return email;
}

/** The address that was typed, if there is one, otherwise the known one. */
function addressOr(known: string, typed: string | undefined): string {
  const email = storedEmail(typed ?? known);
  if (typed !== undefined && (!isMailAddress(email) || email.length > enquiryLimits.email))
    throw new Failure('unprocessable', 'Enter an email address like name@example.com.');
  return email;
}

async function refuseRegistered(db: Tx, email: string): Promise<void> {
  if (await isRegistered(db, email))
    throw new Failure(
      'unprocessable',
      `${email} already signs in to an account. Agree on another address with them, and enter that.`,
    );
}

function invitedElsewhere(email: string): string {
  return `${email} has been invited to another account already. Agree on another address with them, and enter that.`;
}
