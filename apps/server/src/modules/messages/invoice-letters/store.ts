import type { InvoiceLetter } from '@muster/domain/messages/invoice-letters/schema';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf } from '../../../platform/changes/rows.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    invoice_letters: TableOf<'invoice_letters', Pick<InvoiceLetter, 'kind' | 'way'>>;
  }
}

/** Somebody at whoever pays. */
export interface KnownPerson {
  readonly contact_id: string | null;
  readonly name: string;
  readonly role: string;
  readonly email: string;
  readonly phone: string;
}

/** Whoever pays, then whoever of theirs looks after accounts, then their other people as they were added. */
export async function listPeople(db: Tx, customer: string): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select contact_id, name, role, email, phone
      from (select null::uuid as contact_id, name, '' as role, email, phone from customers where id = ${customer}
            union all
            select id, name, role, email, phone from contacts where customer_id = ${customer}) r
     order by role ~* '(account|billing|book-?keep|payable)' desc, contact_id nulls first`.execute(db);
  return rows;
}

/** What went out about an invoice or a payment, the latest first. */
export async function listLetters(
  db: Tx,
  table: TrackedTable<InvoiceLetter>,
  about: { readonly invoice_id: string } | { readonly quote_id: string } | { readonly payment_id: string },
): Promise<(InvoiceLetter & { readonly lost_at: string | null })[]> {
  const isAbout = 'payment_id' in about ? sql`payment_id = ${about.payment_id}` : isOf(about);
  const { rows } = await sql<{ row: InvoiceLetter & { lost_at: string | null } }>`
    select to_jsonb(r) as row from (
      select ${columnsOf(table)}, lost_at from invoice_letters where ${isAbout} order by at desc, id desc) r`.execute(
    db,
  );
  return rows.map(({ row }) => row);
}

/** The invoice, or the version of a quote, that letters are about. */
type Place = { readonly invoice_id: string } | { readonly quote_id: string };

function isOf(place: Place): RawBuilder<boolean> {
  return 'invoice_id' in place
    ? sql<boolean>`invoice_id = ${place.invoice_id}`
    : sql<boolean>`quote_id = ${place.quote_id}`;
}

/** The statements that went to a customer. */
export async function idsOfCustomer(db: Tx, customer: string): Promise<string[]> {
  const rows = await db
    .selectFrom('invoice_letters')
    .select('id')
    .where('customer_id', '=', customer)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The letter of that kind that went out last. */
export async function readLastSent(
  db: Tx,
  place: Place,
  kind: InvoiceLetter['kind'],
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from invoice_letters where ${isOf(place)} and kind = ${kind} order by at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

/** Of these letters, those that are not known to be lost. */
export async function listUnlost(
  db: Tx,
  ids: readonly string[],
): Promise<Pick<InvoiceLetter, 'id' | 'way' | 'invoice_id' | 'quote_id' | 'message_id'>[]> {
  const { rows } = await sql<Pick<InvoiceLetter, 'id' | 'way' | 'invoice_id' | 'quote_id' | 'message_id'>>`
    select id, way, invoice_id, quote_id, message_id from invoice_letters
     where id = any(${ids}::uuid[]) and lost_at is null and message_id is not null order by id for update`.execute(
    db,
  );
  return rows;
}

export async function writeLost(db: Tx, ids: readonly string[], at: Date): Promise<void> {
  await sql`update invoice_letters set lost_at = ${at} where id = any(${ids}::uuid[])`.execute(db);
}

/** Whether whoever pays was reminded on that day, by the clocks of the business. */
export async function wasReminded(db: Tx, invoice: string, day: string): Promise<boolean> {
  const { rows } = await sql`
    select from invoice_letters l join accounts b on b.id = l.account_id
     where l.invoice_id = ${invoice} and l.kind = 'reminder' and l.lost_at is null
       and (l.at at time zone b.zone)::date = ${day}::date limit 1`.execute(db);
  return rows.length > 0;
}

/** When a paper first went to its customer, by what is noted of it: what did not arrive is none of it. */
export async function readFirstSent(db: Tx, place: Place): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from invoice_letters where ${isOf(place)} and lost_at is null`.execute(db);
  return rows[0]!.at;
}
