import type { HistoryDetail, HistoryKind } from '@muster/domain/enquiries/schema';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { type Generated, type JSONColumnType, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { Key } from '../../platform/idempotency.ts';
import { type Limit, windowsOf } from '../../platform/rate-limit.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    industries: Industry;
    enquiries: Enquiry;
    enquiry_history: HistoryEntry;
  }
}

interface Industry {
  id: number;
  name: string;
  position: number;
}

interface HistoryEntry {
  enquiry_id: string;
  position: number;
  at: Date;
  staff_id: string | null;
  kind: HistoryKind;
  detail: JSONColumnType<HistoryDetail>;
}

interface Enquiry {
  id: string;
  /** A bigint, which arrives as text. */
  number: string;
  reference: string;
  name: string;
  email: string;
  phone: string;
  phone_digits: string;
  employees_no: string;
  technicians_no: number;
  licenses_required: number;
  notes: string;
  industry_id: number;
  state: EnquiryState;
  lost_reason: string | null;
  owner_id: string | null;
  due_at: Date | null;
  first_contacted_at: Date | null;
  created_at: Date;
  account_id: string | null;
  version: Generated<number>;
  search: string;
}

export async function listIndustries(db: Db) {
  return db.selectFrom('industries').select(['id', 'name']).orderBy('position').execute();
}

/** As somebody asked, after the rules have let it pass, with all that is to be stored beside it. */
export interface NewEnquiry extends Omit<
  Enquiry,
  | 'number'
  | 'reference'
  | 'lost_reason'
  | 'owner_id'
  | 'due_at'
  | 'first_contacted_at'
  | 'created_at'
  | 'account_id'
  | 'version'
  | 'search'
> {
  /** What it is found by. */
  words: string[];
  record: Key | undefined;
  /** The text of the answer, with %s in place of the reference. */
  answer: string;
  /** Letters without the reference, which is added as they are stored. */
  acknowledgement: object | undefined;
  notice: object | undefined;
  /** Where it is counted: see `limits` below. */
  network_key: string;
  hour_key: string;
  day_key: string;
}

interface Circumstances {
  at: Date;
  /** Of the reference. */
  year: number;
  /** When those that are new are due; spam never is. */
  due: Date | null;
  /** Of a network, and of acknowledgements to one address in an hour and in a day. */
  limits: readonly [Limit, Limit, Limit];
}

export interface Outcome {
  outcome: 'stored' | 'replayed' | 'key reused' | 'no industry' | 'too many';
  answered: string | null;
}

/** Everything that these leave behind, in one statement, so in one commit; see the function in the migration. */
export async function storeEnquiries(
  db: Db,
  enquiries: NewEnquiry[],
  { at, year, due, limits }: Circumstances,
): Promise<Outcome[]> {
  const batch = enquiries.map(({ record, ...enquiry }, place) =>
    Object.assign(enquiry, {
      place,
      due_at: enquiry.state === 'new' ? due : null,
      route: record?.route,
      key: record?.key_hash.toString('hex'),
      body: record?.body_hash.toString('hex'),
    }),
  );
  const { maxima, starts, ends } = windowsOf(limits, at);
  const { rows } = await sql<Outcome & { place: number }>`
    select * from store_enquiries(${JSON.stringify(batch)}, ${at}, ${year}, ${maxima}, ${starts}, ${ends})`.execute(
    db,
  );
  return rows.toSorted((one, other) => one.place - other.place);
}

/** What staff changed about an enquiry, and what its history says of it. */
export interface Change {
  set: Partial<
    Pick<Enquiry, 'state' | 'lost_reason' | 'owner_id' | 'due_at' | 'first_contacted_at' | 'account_id'>
  >;
  kind: HistoryKind;
  detail: HistoryDetail;
}

/** False when somebody else changed it since that version was read. */
export async function changeEnquiry(
  db: Tx,
  { id, version }: { id: string; version: number },
  { set, kind, detail }: Change,
  { staff, at }: { staff: string; at: Date },
): Promise<boolean> {
  const changed = await db
    .updateTable('enquiries')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  if (!changed) return false;
  await db
    .insertInto('enquiry_history')
    .values({
      enquiry_id: id,
      position: version + 1,
      at,
      staff_id: staff,
      kind,
      detail: JSON.stringify(detail),
    })
    .execute();
  return true;
}

/** As far as a change needs to know it. */
export type KnownEnquiry = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>;

/** Held: nobody else changes it before this transaction ends. */
export async function findEnquiry(db: Db, id: string, isHeld = false) {
  return db
    .selectFrom('enquiries')
    .select([
      'id',
      'version',
      'state',
      'name',
      'email',
      'phone',
      'licenses_required',
      'first_contacted_at',
      'account_id',
    ])
    .where('id', '=', id)
    .$if(isHeld, (query) => query.forUpdate())
    .executeTakeFirst();
}
