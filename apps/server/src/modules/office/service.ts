import {
  type EnquiryState,
  isDueTime,
  isOverdue,
  mayMove,
  movesFrom,
  needsReason,
  openStates,
} from '@muster/domain/enquiries/pipeline';
import type { EnquiryFilters } from '@muster/domain/enquiries/schema';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Platform } from '../../platform/deps.ts';
import { Failure } from '../../platform/http/errors.ts';
import { accountNamedBy } from '../../platform/sign-in/person.ts';
import { accountName, hasOwner, listStaff } from '../accounts/service.ts';
import {
  change,
  dueIn,
  findByNotes,
  holdEnquiry,
  type KnownEnquiry,
  readUnchanged,
  type Target,
} from '../enquiries/service.ts';
import { invitationTo } from '../invitations/service.ts';
import { findPlanFor } from '../plans/service.ts';
import { type EnquiryRow, listDuplicates, listEnquiriesBelow, readEnquiry, readHistory } from './store.ts';
import { csvHead, csvLine } from './templates.ts';

export async function moveEnquiry(
  { database: { db }, now }: Platform,
  target: Target,
  { state: to, reason = '' }: { state: EnquiryState; reason?: string },
): Promise<void> {
  const enquiry = await readUnchanged(db, target);
  const { state: from } = enquiry;
  if (to === 'provisioned' || !mayMove(from, to))
    throw new Failure('unprocessable', `An enquiry that is ${from} cannot become ${to} this way.`);
  if (needsReason(to) && reason.trim() === '')
    throw new Failure('unprocessable', 'Say in a few words why it was lost.');
  const at = new Date(now());
  const due_at = await dueIn(db, to, enquiry, at);
  const lost_reason = needsReason(to) ? reason.trim() : null;
  const first_contacted_at = enquiry.first_contacted_at ?? (to === 'contacted' ? at : null);
  await transaction(db, (db) =>
    change(
      db,
      enquiry,
      {
        set: { state: to, lost_reason, due_at, first_contacted_at },
        kind: 'state',
        detail: {
          from,
          to,
          due_at: iso(due_at),
          ...(lost_reason ? { reason: lost_reason } : {}),
          before: before(enquiry),
        },
      },
      { staff: target.session.user, at },
    ),
  );
}

/** Needs no version: a note only adds something, so it conflicts with no other change. */
export async function addNote(
  db: Tx,
  { id, text }: { id: string; text: string },
  by: { staff: string; at: Date },
): Promise<void> {
  if (text.trim() === '') throw new Failure('unprocessable', 'Write something first.');
  const enquiry = await holdEnquiry(db, id);
  await change(db, enquiry, { set: {}, kind: 'note', detail: { text: text.trim() } }, by);
  await findByNotes(db, id);
}

export async function setOwner(
  { database: { db }, now }: Platform,
  target: Target,
  owner_id: string | null,
): Promise<void> {
  const enquiry = await readUnchanged(db, target);
  const owner = owner_id === null ? null : (await colleagues(db)).find(({ id }) => id === owner_id);
  if (owner === undefined)
    throw new Failure('unprocessable', 'Only somebody who works here can look after it.');
  await transaction(db, (db) =>
    change(
      db,
      enquiry,
      { set: { owner_id }, kind: 'owner', detail: { owner: owner?.name ?? null, before: before(enquiry) } },
      { staff: target.session.user, at: new Date(now()) },
    ),
  );
}

export async function setDue(
  { database: { db }, now }: Platform,
  target: Target,
  due: string,
): Promise<void> {
  const due_at = new Date(due);
  if (!isDueTime(due_at, new Date(now())))
    throw new Failure('unprocessable', 'Choose a date and a time within ten years of today.');
  const enquiry = await readUnchanged(db, target);
  if (!openStates.includes(enquiry.state))
    throw new Failure('unprocessable', `An enquiry that is ${enquiry.state} has nothing left to do.`);
  await transaction(db, (db) =>
    change(
      db,
      enquiry,
      { set: { due_at }, kind: 'due', detail: { due_at: iso(due_at), before: before(enquiry) } },
      { staff: target.session.user, at: new Date(now()) },
    ),
  );
}

/**
 * Takes back one's own latest change, as long as nothing came after it. What went out by mail cannot be taken back, and neither can an
 * account that was opened.
 */
export async function undoLatest({ database: { db }, now }: Platform, target: Target): Promise<void> {
  const enquiry = await readUnchanged(db, target);
  const [latest] = await readHistory(db, target.id, { isWhole: true });
  const { kind, detail, staff_id } = latest!;
  const isOwn = staff_id === target.session.user && !detail.undone;
  const known = detail.before;
  if (!isOwn || (kind !== 'note' && known === undefined))
    throw new Failure('unprocessable', 'There is nothing here that you could undo any more.');
  const by = { staff: target.session.user, at: new Date(now()) };
  await transaction(db, async (db) => {
    if (known === undefined) {
      await change(db, enquiry, { set: {}, kind: 'note', detail: { undone: true } }, by);
      return findByNotes(db, enquiry.id);
    }
    const { state, lost_reason, owner_id } = known;
    const owner = (await listStaff(db)).find(({ id }) => id === owner_id);
    const set = {
      state,
      lost_reason,
      owner_id,
      due_at: date(known.due_at),
      first_contacted_at: date(known.first_contacted_at),
    };
    const details = {
      state: { from: enquiry.state, to: state, due_at: known.due_at },
      owner: { owner: owner ? nameOf(owner) : null },
      due: { due_at: known.due_at },
    };
    const undone = { ...details[kind as keyof typeof details], undone: true };
    return change(db, enquiry, { set, kind, detail: undone }, by);
  });
}

function before({ state, lost_reason, owner_id, due_at, first_contacted_at }: KnownEnquiry) {
  return { state, lost_reason, owner_id, due_at: iso(due_at), first_contacted_at: iso(first_contacted_at) };
}

function date(at: string | null): Date | null {
  return at === null ? null : new Date(at);
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
  const [history, { duplicates, more }, plan, account, invitation] = await Promise.all([
    readHistory(db, id),
    listDuplicates(db, row),
    findPlanFor(db, row.licenses_required),
    row.account_id === null ? null : describeAccount(db, { ...row, account_id: row.account_id }),
    row.account_id === null ? null : invitationTo(db, row.account_id, at),
  ]);
  return {
    ...asRow(row, at),
    notes: row.notes,
    lost_reason: row.lost_reason,
    first_contacted_at: iso(row.first_contacted_at),
    moves: [...movesFrom(row.state)],
    history: history.map(({ position, at, staff_id, staff_name, kind, detail }) => ({
      position,
      at: at.toISOString(),
      by: named(staff_id, staff_name),
      kind,
      detail,
    })),
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
