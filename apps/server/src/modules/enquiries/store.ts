import type { HistoryDetail, HistoryKind } from '@muster/domain/enquiries/schema';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { type Generated, type GeneratedAlways, type JSONColumnType, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';
import type { Key } from '../../platform/idempotency.ts';
import { type Hit, hitValues } from '../../platform/rate-limit.ts';

declare module '../../platform/db/executor.ts' {
  interface Tables {
    industries: { id: number; name: string; position: number };
    enquiries: Enquiry;
    enquiry_history: {
      enquiry_id: string;
      position: number;
      at: Date;
      staff_id: string | null;
      kind: HistoryKind;
      detail: JSONColumnType<HistoryDetail>;
    };
  }
}

interface Enquiry {
  id: string;
  /** A bigint, which arrives as text. */
  number: GeneratedAlways<string>;
  reference: GeneratedAlways<string>;
  name: string;
  email: string;
  phone: string;
  phone_digits: GeneratedAlways<string>;
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
  search: GeneratedAlways<string>;
}

export async function listIndustries(db: Db) {
  return db.selectFrom('industries').select(['id', 'name']).orderBy('position').execute();
}

/** As somebody asked, after the rules have let it pass. */
export interface NewEnquiry {
  id: string;
  name: string;
  email: string;
  phone: string;
  employees_no: string;
  technicians_no: number;
  licenses_required: number;
  notes: string;
  industry_id: number;
  state: EnquiryState;
  due_at: Date | null;
}

interface Circumstances {
  at: Date;
  record: Key | undefined;
  /** The text of the answer, with %s in place of the reference. */
  answer: string;
  network: Omit<Hit, 'at'>;
  /** Letters, each without the reference, which is added as it is stored. */
  acknowledgement: { letter: object; hit: Omit<Hit, 'at'> } | undefined;
  notice: object | undefined;
}

type Outcome = 'stored' | 'replayed' | 'key reused' | 'no industry' | 'too many';

/** Everything that an enquiry leaves behind, in one statement, so in one commit; see the function in the migration. */
export async function storeEnquiry(
  db: Db,
  enquiry: NewEnquiry,
  { at, record, answer, network, acknowledgement, notice }: Circumstances,
): Promise<{ outcome: Outcome; answered: string | null }> {
  const { id, name, email, phone, employees_no, technicians_no, licenses_required, notes } = enquiry;
  const stored = await sql<{ outcome: Outcome; answered: string | null }>`
    select * from store_enquiry(
      ${id}, ${name}, ${email}, ${phone}, ${employees_no}, ${technicians_no}, ${licenses_required},
      ${notes}, ${enquiry.industry_id}, ${enquiry.state}, ${enquiry.due_at}, ${at},
      ${record?.route ?? null}, ${record?.key_hash ?? null}, ${record?.body_hash ?? null}, ${answer},
      ${hitValues(network)},
      ${acknowledgement ? JSON.stringify(acknowledgement.letter) : null}, ${hitValues(acknowledgement?.hit ?? nowhere)},
      ${notice ? JSON.stringify(notice) : null})`.execute(db);
  return stored.rows[0]!;
}

const nowhere: Omit<Hit, 'at'> = { limits: [], key: '' };

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

export type StoredEnquiry = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>;

export async function findEnquiry(db: Db, id: string) {
  return db
    .selectFrom('enquiries')
    .select([
      'id',
      'reference',
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
    .executeTakeFirst();
}
