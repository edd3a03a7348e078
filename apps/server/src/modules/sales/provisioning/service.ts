import type { Billing } from '@muster/domain/identity/billing/schema';
import { enquiryLimits } from '@muster/domain/sales/enquiries/rules';
import type { EnquiryRecord, Invited, Provisioning } from '@muster/domain/sales/enquiries/schema';
import { isMailAddress, storedEmail } from '@muster/domain/values/email';
import { isOneLine } from '@muster/domain/values/one-line';
import { readRows } from '../../../platform/changes/rows.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { inAccount, withAccount } from '../../../platform/db/account.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Platform } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountNamedBy, accountToOpen, HOUSE } from '../../../platform/sign-in/person.ts';
import {
  hasOwner,
  insertAccount,
  isRegistered,
  lockAddress,
  readAccount,
} from '../../identity/accounts/service.ts';
import { changeEnquiry, enquiries, holdEnquiry, readApplicant } from '../enquiries/service.ts';
import { invitationTo, invite } from '../../identity/invitations/service.ts';
import { revokeLinks } from '../../identity/links/service.ts';
import { beginTrial, describeBilling } from '../../identity/billing/service.ts';
import { findPlanFor } from '../../identity/plans/service.ts';

/**
 * Opens an account for an enquiry that was won, with the licences that were asked for, and invites its owner, at the address of the
 * enquiry or at another one. All of it happens once, or nothing does.
 */
export async function provision(
  { database: { keys }, settings }: Platform,
  write: Writer,
  id: string,
  { version, name: typedName, email: other, collection }: Provisioning,
) {
  const enquiry = await holdEnquiry(write, id, version);
  const { at, db } = write;
  const { email: known, phone, licenses_required: licences } = await readApplicant(db, id);
  const email = addressOr(known, other);
  const name = typedName.trim();
  if (name === '') throw new Failure('unprocessable', 'Enter the business name.');
  if (!isOneLine(name))
    throw new Failure('unprocessable', 'Enter the business name on one line. It’s used in emails.');
  if (enquiry.state !== 'won')
    throw new Failure(
      'unprocessable',
      `This enquiry is ${enquiry.state}. Mark it as won before you open an account.`,
    );
  const account = accountToOpen();
  const plan = await findPlanFor(db, licences);
  await inAccount(db, account, async (db) => {
    await lockAddress(db, email);
    await refuseRegistered(db, email);
    await insertAccount(db, { id: account, name, phone, plan_code: plan.code, licences });
    if (!(await invite(db, { email, account, business: name }, { keys, at }))) throw invitedElsewhere(email);
    const agreed = collection === 'invoice' ? { plan: plan.code, licences } : undefined;
    await beginTrial(db, account, settings, at, agreed);
  });
  const row = await changeEnquiry(write, id, {
    state: 'provisioned',
    due_at: null,
    is_due_chosen: false,
    account_id: account,
    ...invitedNow(email, at),
  });
  return { row, account: { id: account, name }, plan: plan.name, licences, invited: email };
}

/** How the account of an enquiry stands with us; null: none was opened for it. */
export async function billingOfEnquiry(platform: Platform, id: string): Promise<Billing | null> {
  const { database, settings, now } = platform;
  const account_id = await withAccount(database.db, HOUSE, async (db) => {
    const [row] = await readRows(db, enquiries, [id]);
    if (!row) throw new Failure('notFound');
    return row.account_id;
  });
  if (account_id === null) return null;
  const account = accountNamedBy({ account_id });
  return withAccount(database.db, account, (db) => describeBilling(db, { settings, now }, account));
}

/** Sends the invitation again, to the same address or to another one. Older links stop working. */
export async function inviteAgain(
  { database: { keys } }: Platform,
  write: Writer,
  id: string,
  { version, email: other }: Invited,
): Promise<EnquiryRecord> {
  const { account_id } = await holdEnquiry(write, id, version);
  const { at, db } = write;
  if (account_id === null)
    throw new Failure('unprocessable', 'This enquiry has no account yet. Open the account first.');
  const account = accountNamedBy({ account_id });
  const invited = await invitationTo(db, account, at);
  const email = addressOr(invited?.email ?? (await readApplicant(db, id)).email, other);
  await inAccount(db, account, async (db) => {
    await lockAddress(db, email);
    // Waits for somebody who is just accepting, so that the next line sees the new owner.
    await revokeLinks(db, { account }, at);
    if (await hasOwner(db)) throw new Failure('unprocessable', 'This account already has an owner.');
    await refuseRegistered(db, email);
    const { name: business } = await readAccount(db);
    if (!(await invite(db, { email, account, business }, { keys, at }))) throw invitedElsewhere(email);
  });
  return changeEnquiry(write, id, invitedNow(email, at));
}

function invitedNow(invited_email: string, at: Date) {
  return { invited_email, invited_at: at.toISOString() };
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
      `${email} already signs in to another account. Ask them for a different address.`,
    );
}

function invitedElsewhere(email: string): Failure {
  return new Failure(
    'unprocessable',
    `${email} is already invited to another account. Ask them for a different address.`,
  );
}
