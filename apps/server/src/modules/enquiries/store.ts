import type { HistoryDetail, HistoryKind } from '@muster/domain/enquiries/schema';
import type { EnquiryState } from '@muster/domain/enquiries/pipeline';
import { type Generated, type JSONColumnType, type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/executor.ts';

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

/** A new enquiry that has passed the rules. */
export interface NewEnquiry extends Pick<
  Enquiry,
  | 'id'
  | 'name'
  | 'email'
  | 'phone'
  | 'phone_digits'
  | 'employees_no'
  | 'technicians_no'
  | 'licenses_required'
  | 'notes'
  | 'industry_id'
  | 'state'
  | 'due_at'
> {
  /** The words that the search finds it by. */
  words: string[];
}

const REFERENCE_DIGITS = 6;

/** Stores it with the first entry of its history and returns its reference; undefined when there is no such industry. */
export async function insertEnquiry(
  db: Tx,
  { words, ...enquiry }: NewEnquiry,
  { at, year }: { at: Date; year: number },
): Promise<string | undefined> {
  if (!(await isIndustry(db, enquiry.industry_id))) return undefined;
  const { rows } = await sql<{ number: string }>`select nextval('enquiry_numbers') as number`.execute(db);
  const { number } = rows[0]!;
  const padded = number.padStart(REFERENCE_DIGITS, '0');
  const reference = `ENQ-${year}-${padded}`;
  await db
    .insertInto('enquiries')
    .values({
      ...enquiry,
      number,
      reference,
      lost_reason: null,
      owner_id: null,
      first_contacted_at: null,
      created_at: at,
      account_id: null,
      search: foundBy(words, { number, reference }),
    })
    .execute();
  await insertHistory(db, {
    enquiry_id: enquiry.id,
    position: 1,
    at,
    staff_id: null,
    kind: 'created',
    detail: { to: enquiry.state },
  });
  return reference;
}

/** A reference counts as one word, and its number as another, with and without its zeros. */
function foundBy(words: readonly string[], { number, reference }: Pick<Enquiry, 'number' | 'reference'>) {
  const [, year, padded = number] = reference.split('-');
  const lexemes = [...words, `enq${year}${padded}`, padded, number];
  return sql<string>`array_to_tsvector(${lexemes}::text[])`;
}

/** What the search of an enquiry reads. */
export async function readTexts(db: Tx, id: string) {
  const { name, email, phone, notes } = await db
    .selectFrom('enquiries')
    .select(['name', 'email', 'phone', 'notes'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const written = await db
    .selectFrom('enquiry_history as h')
    .select(sql<string>`detail ->> 'text'`.as('text'))
    .where('enquiry_id', '=', id)
    .where('kind', '=', 'note')
    .where(sql<boolean>`not ${takenBack(sql`h`)}`)
    .orderBy('position', 'desc')
    .limit(SEARCHED_NOTES)
    .execute();
  return { name, email, phone, notes: [notes, ...written.map(({ text }) => text)].join(' ') };
}

/** A note that was taken back is followed by an entry that says so. The history only grows, so both stay, and neither is shown. */
export function takenBack(entry: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${entry}.kind = 'note' and (${entry}.detail ? 'undone' or exists (
    select from enquiry_history u where u.enquiry_id = ${entry}.enquiry_id and u.position = ${entry}.position + 1
       and u.kind = 'note' and u.detail ? 'undone')))`;
}

/** So many that what they say fits into one index entry. */
const SEARCHED_NOTES = 50;

export async function setWords(db: Tx, id: string, words: readonly string[]): Promise<void> {
  const named = await db
    .selectFrom('enquiries')
    .select(['number', 'reference'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('enquiries')
    .set({ search: foundBy(words, named) })
    .where('id', '=', id)
    .execute();
}

/** Whether a person chose this due time, and no rule. */
export async function isDueChosen(db: Db, id: string, due: Date): Promise<boolean> {
  const found = await db
    .selectFrom('enquiry_history')
    .select('position')
    .where('enquiry_id', '=', id)
    .where('kind', '=', 'due')
    .where(sql`detail ->> 'due_at'`, '=', due.toISOString())
    .where(sql`detail -> 'undone'`, 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

async function isIndustry(db: Tx, id: number): Promise<boolean> {
  // The number may be too large for the type of an id.
  const { rows } = await sql`select from industries where id = ${id}::bigint`.execute(db);
  return rows.length > 0;
}

async function insertHistory(
  db: Tx,
  { detail, ...entry }: Omit<HistoryEntry, 'detail'> & { detail: HistoryDetail },
): Promise<void> {
  await db
    .insertInto('enquiry_history')
    .values({ ...entry, detail: JSON.stringify(detail) })
    .execute();
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
  await insertHistory(db, { enquiry_id: id, position: version + 1, at, staff_id: staff, kind, detail });
  return true;
}

/** The columns that a change needs. */
export type KnownEnquiry = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>;

/** With `isHeld`, nobody else can change it until the transaction ends. */
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
      'lost_reason',
      'owner_id',
      'due_at',
      'first_contacted_at',
      'account_id',
    ])
    .where('id', '=', id)
    .$if(isHeld, (query) => query.forUpdate())
    .executeTakeFirst();
}
