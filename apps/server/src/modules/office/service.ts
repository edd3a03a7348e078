import { randomUUIDv7 } from 'node:crypto';
import {
  type EnquiryState,
  isOverdue,
  mayMove,
  movesFrom,
  needsReason,
  nextDue,
  openStates,
} from '@muster/domain/enquiries/pipeline';
import type { EnquiryFilters } from '@muster/domain/enquiries/schema';
import { planFor } from '@muster/domain/plans/rules';
import type { AccountId } from '@muster/domain/values/ids';
import { withAccount } from '../../platform/db/account.ts';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { Platform } from '../../platform/deps.ts';
import { Failure } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import { isRegistered, listStaff, openEmptyAccount } from '../accounts/service.ts';
import { change, findEnquiry, type KnownEnquiry } from '../enquiries/service.ts';
import { invitationTo, invite, revokeInvitations } from '../invitations/service.ts';
import { type EnquiryRow, listDuplicates, listEnquiriesBelow, readEnquiry, readHistory } from './store.ts';
import { csvHead, csvLine } from './templates.ts';

/** An enquiry as somebody read it, and who they are. */
interface Target {
  id: string;
  version: number;
  session: Session;
}

/** Refuses at once what the write would refuse anyway; nobody should be told of a rule about what is no longer so. */
async function read(db: Db, { id, version }: Target): Promise<KnownEnquiry> {
  const enquiry = await findEnquiry(db, id);
  if (!enquiry) throw new Failure('notFound');
  if (enquiry.version !== version) throw new Failure('conflict');
  return enquiry;
}

export async function moveEnquiry(
  { database: { db }, now }: Platform,
  target: Target,
  { state: to, reason = '' }: { state: EnquiryState; reason?: string },
): Promise<void> {
  const enquiry = await read(db, target);
  const { state: from } = enquiry;
  if (to === 'provisioned' || !mayMove(from, to))
    throw new Failure('unprocessable', `An enquiry that is ${from} cannot become ${to} this way.`);
  if (needsReason(to) && reason.trim() === '')
    throw new Failure('unprocessable', 'Say in a few words why it was lost.');
  const at = new Date(now());
  const due_at = nextDue(to, at);
  const lost_reason = needsReason(to) ? reason.trim() : null;
  const first_contacted_at = enquiry.first_contacted_at ?? (to === 'contacted' ? at : null);
  await db.transaction().execute((db) =>
    change(
      db,
      enquiry,
      {
        set: { state: to, lost_reason, due_at, first_contacted_at },
        kind: 'state',
        detail: { from, to, due_at: iso(due_at), ...(lost_reason ? { reason: lost_reason } : {}) },
      },
      { staff: target.session.user, at },
    ),
  );
}

/** A note is an addition: whatever somebody else changed meanwhile, it is as good as before. */
export async function addNote(
  db: Tx,
  { id, text }: { id: string; text: string },
  by: { staff: string; at: Date },
): Promise<void> {
  if (text.trim() === '') throw new Failure('unprocessable', 'Write something first.');
  const enquiry = await findEnquiry(db, id, true);
  if (!enquiry) throw new Failure('notFound');
  await change(db, enquiry, { set: {}, kind: 'note', detail: { text: text.trim() } }, by);
}

export async function setOwner(
  { database: { db }, now }: Platform,
  target: Target,
  owner_id: string | null,
): Promise<void> {
  const enquiry = await read(db, target);
  const owner = owner_id === null ? null : (await colleagues(db)).find(({ id }) => id === owner_id);
  if (owner === undefined)
    throw new Failure('unprocessable', 'Only somebody who works here can look after it.');
  await db
    .transaction()
    .execute((db) =>
      change(
        db,
        enquiry,
        { set: { owner_id }, kind: 'owner', detail: { owner: owner?.name ?? null } },
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
  const enquiry = await read(db, target);
  if (!openStates.includes(enquiry.state))
    throw new Failure('unprocessable', `An enquiry that is ${enquiry.state} has nothing left to do.`);
  await db
    .transaction()
    .execute((db) =>
      change(
        db,
        enquiry,
        { set: { due_at }, kind: 'due', detail: { due_at: iso(due_at) } },
        { staff: target.session.user, at: new Date(now()) },
      ),
    );
}

/** Makes an account of what was won, with the licences that were asked for, and invites its owner: all or nothing, once. */
export async function provision({ database: { db, secret }, now }: Platform, target: Target) {
  const enquiry = await read(db, target);
  const { name, email, phone, licenses_required: licences, state } = enquiry;
  if (state !== 'won')
    throw new Failure('unprocessable', `Only what was won becomes an account; this enquiry is ${state}.`);
  const account = randomUUIDv7() as string as AccountId;
  const plan = planFor(licences);
  const at = new Date(now());
  await withAccount(db, account, async (db) => {
    if (await isRegistered(db, email)) throw new Failure('unprocessable', taken(email));
    await openEmptyAccount(db, { id: account, name, phone, plan_code: plan, licences });
    await change(
      db,
      enquiry,
      {
        set: { state: 'provisioned', due_at: null, account_id: account },
        kind: 'provisioned',
        detail: { from: state, to: 'provisioned', plan, licences, email },
      },
      { staff: target.session.user, at },
    );
    const invited = await invite(db, { email, account, business: name }, { secret, at });
    if (!invited) throw new Failure('unprocessable', `${email} has been invited to another account already.`);
  });
  return { account: { id: account, name }, plan, licences, invited: email };
}

/** The invitation again, for whoever lost it or let it expire. The older link stops working. */
export async function inviteAgain(
  { database: { db, secret }, now }: Platform,
  target: Target,
): Promise<string> {
  const enquiry = await read(db, target);
  const { account_id: account, email, name } = enquiry;
  const at = new Date(now());
  if (account === null)
    throw new Failure('unprocessable', 'There is no account yet that somebody could own.');
  if (await isRegistered(db, email)) throw new Failure('unprocessable', taken(email));
  await db.transaction().execute(async (db) => {
    await change(
      db,
      enquiry,
      { set: {}, kind: 'invited', detail: { email } },
      { staff: target.session.user, at },
    );
    await revokeInvitations(db, email, at);
    await invite(db, { email, account: account as AccountId, business: name }, { secret, at });
  });
  return email;
}

function taken(email: string): string {
  return `${email} already signs in to an account. Agree on another address with them first.`;
}

/** Who can look after an enquiry. */
export async function colleagues(db: Db) {
  const staff = await listStaff(db);
  return staff
    .filter(({ disabled_at }) => disabled_at === null)
    .map(({ id, email, first_name, last_name }) => ({ id, email, name: `${first_name} ${last_name}` }));
}

/** An enquiry as its page shows it. */
export async function describeEnquiry({ database: { db }, now }: Platform, id: string) {
  const row = await readEnquiry(db, id);
  if (!row) throw new Failure('notFound');
  const at = new Date(now());
  const [history, duplicates, invitation] = await Promise.all([
    readHistory(db, id),
    listDuplicates(db, row),
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
    // As it was opened; what has become of it since is its owner's affair.
    account:
      row.account_id === null
        ? null
        : { id: row.account_id, name: row.name, licences: row.licenses_required },
    invitation: invitation && { ...invitation, expires_at: invitation.expires_at.toISOString() },
  };
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

/** Enough that reading is not all waiting, few enough to be held in memory for every export that runs. */
const PORTION = 500;

/** The lines of the table, read as fast as they are taken. */
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
