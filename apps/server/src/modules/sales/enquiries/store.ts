import { type Selectable, sql } from 'kysely';
import type { Db, TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    industries: TableOf<'industries'>;
    enquiries: TableOf<'enquiries'>;
    enquiry_notes: TableOf<'enquiry_notes'>;
  }
}

type Enquiry = Selectable<TableOf<'enquiries'>>;

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
  | 'campaign'
  | 'industry_id'
  | 'state'
  | 'due_at'
> {
  /** The words that the search finds it by. */
  words: string[];
}

const REFERENCE_DIGITS = 6;

/** Stores it and returns its reference; undefined when there is no such industry. */
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
    .selectFrom('enquiry_notes')
    .select('text')
    .where('enquiry_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(SEARCHED_NOTES)
    .execute();
  return { name, email, phone, notes: [notes, ...written.map(({ text }) => text)].join(' ') };
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

async function isIndustry(db: Tx, id: number): Promise<boolean> {
  // The number may be too large for the type of an id.
  const { rows } = await sql`select from industries where id = ${id}::bigint`.execute(db);
  return rows.length > 0;
}

/** Who asked, and for what: what an account is opened with. */
export async function readApplicant(db: Db, id: string) {
  return db
    .selectFrom('enquiries')
    .select(['email', 'phone', 'licenses_required'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
