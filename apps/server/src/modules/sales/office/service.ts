import { costOf } from '@muster/domain/identity/billing/rules';
import {
  isDueTime,
  isOverdue,
  mayMove,
  movesFrom,
  needsReason,
  openStates,
} from '@muster/domain/sales/enquiries/pipeline';
import type {
  DueChange,
  EnquiryFilters,
  EnquiryRecord,
  OwnerChange,
  StateChange,
} from '@muster/domain/sales/enquiries/schema';
import type { Writer } from '../../../platform/changes/tracked.ts';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db } from '../../../platform/db/executor.ts';
import type { Platform } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { accountNamedBy } from '../../../platform/sign-in/person.ts';
import { accountName, hasOwner, listStaff } from '../../identity/accounts/service.ts';
import { changeEnquiry, dueIn, holdEnquiry } from '../enquiries/service.ts';
import { invitationTo } from '../../identity/invitations/service.ts';
import { findPlanFor } from '../../identity/plans/service.ts';
import { type EnquiryRow, listDuplicates, listEnquiriesBelow, readEnquiry } from './store.ts';
import { csvHead, csvLine } from './templates.ts';

export async function moveEnquiry(
  write: Writer,
  id: string,
  { version, state: to, reason = '' }: StateChange,
): Promise<EnquiryRecord> {
  const enquiry = await holdEnquiry(write, id, version);
  const { state: from } = enquiry;
  if (to === 'provisioned' || !mayMove(from, to))
    throw new Failure('unprocessable', `You can’t move an enquiry from ${from} to ${to}.`);
  if (needsReason(to) && reason.trim() === '') throw new Failure('unprocessable', 'Say why it was lost.');
  const at = write.at.toISOString();
  return changeEnquiry(write, id, {
    state: to,
    lost_reason: needsReason(to) ? reason.trim() : null,
    first_contacted_at: enquiry.first_contacted_at ?? (to === 'contacted' ? at : null),
    ...dueIn(to, enquiry, write.at),
  });
}

export async function setOwner(
  write: Writer,
  id: string,
  { version, owner_id }: OwnerChange,
): Promise<EnquiryRecord> {
  await holdEnquiry(write, id, version);
  const isStaff = owner_id === null || (await colleagues(write.db)).some((one) => one.id === owner_id);
  if (!isStaff) throw new Failure('unprocessable', 'Only staff can own an enquiry. Choose another owner.');
  return changeEnquiry(write, id, { owner_id });
}

export async function setDue(
  write: Writer,
  id: string,
  { version, due_at: due }: DueChange,
): Promise<EnquiryRecord> {
  const due_at = new Date(due);
  if (!isDueTime(due_at, write.at))
    throw new Failure('unprocessable', 'Choose a date and time within ten years of today.');
  const { state } = await holdEnquiry(write, id, version);
  if (!openStates.includes(state))
    throw new Failure('unprocessable', `This enquiry is ${state}, so it can’t have a due time.`);
  return changeEnquiry(write, id, { due_at: due_at.toISOString(), is_due_chosen: true });
}

function nameOf({ first_name, last_name }: { first_name: string; last_name: string }): string {
  return `${first_name} ${last_name}`;
}

/** Who can look after an enquiry. */
export async function colleagues(db: Db) {
  const staff = await listStaff(db);
  return staff
    .filter(({ disabled_at }) => disabled_at === null)
    .map((member) => ({ id: member.id, email: member.email, name: nameOf(member) }));
}

/** An enquiry as its page shows it. */
export async function describeEnquiry({ database: { db }, now }: Platform, id: string) {
  const row = await readEnquiry(db, id);
  if (!row) throw new Failure('notFound');
  const at = new Date(now());
  const [{ duplicates, more }, plan, account, invitation] = await Promise.all([
    listDuplicates(db, row),
    findPlanFor(db, row.licenses_required),
    row.account_id === null ? null : describeAccount(db, { ...row, account_id: row.account_id }),
    row.account_id === null ? null : invitationTo(db, row.account_id, at),
  ]);
  return {
    ...asRow(row, at),
    notes: row.notes,
    campaign: row.campaign,
    lost_reason: row.lost_reason,
    first_contacted_at: iso(row.first_contacted_at),
    moves: [...movesFrom(row.state)],
    duplicates: duplicates.map(({ id, reference, name, state, created_at, same_email, same_phone }) => ({
      id,
      reference,
      name,
      state,
      created_at: created_at.toISOString(),
      same: [...(same_email ? ['email' as const] : []), ...(same_phone ? ['phone' as const] : [])],
    })),
    more_duplicates: more,
    plan: plan.name,
    monthly_cents: costOf(plan, row.licenses_required).total_cents,
    account,
    invitation: invitation && { ...invitation, expires_at: invitation.expires_at.toISOString() },
  };
}

/** The account by its name, with the licences that it was opened with. */
async function describeAccount(db: Db, enquiry: EnquiryRow & { account_id: string }) {
  const { account_id: id, licenses_required: licences } = enquiry;
  const account = accountNamedBy(enquiry);
  const name = await accountName(db, account);
  return { id, name, licences, has_owner: await withAccount(db, account, hasOwner) };
}

export function asRow(row: EnquiryRow, now: Date) {
  const { id, reference, name, email, phone, industry, employees_no, technicians_no, licenses_required } =
    row;
  const { state, version } = row;
  return {
    id,
    reference,
    name,
    email,
    phone,
    industry,
    employees_no,
    technicians_no,
    licenses_required,
    state,
    owner: named(row.owner_id, row.owner_name),
    due_at: iso(row.due_at),
    overdue: isOverdue(state, row.due_at, now),
    created_at: row.created_at.toISOString(),
    version,
  };
}

function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null || name === null ? null : { id, name };
}

function iso(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}

/** Many rows for each query, and few enough that several exports at once fit into memory. */
const PORTION = 500;

/** Yields the lines of the table, and reads more rows only when the client takes them. */
export async function* exportEnquiries(
  db: Db,
  sought: { filters: EnquiryFilters; now: Date },
): AsyncGenerator<string> {
  yield csvHead;
  for (let number: string | undefined; ;) {
    const rows = await listEnquiriesBelow(db, { ...sought, number, count: PORTION });
    if (rows.length > 0) yield rows.map(csvLine).join('');
    number = rows.at(-1)?.number;
    if (rows.length < PORTION) return;
  }
}
