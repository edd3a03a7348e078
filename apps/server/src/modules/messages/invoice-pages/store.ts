import type { LocalDate } from '@muster/domain/values/local-time';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** What has paid for an invoice so far, each at its day: money, or a credit note by its number. */
export interface PaidPart {
  readonly on_date: string;
  readonly amount: number;
  readonly credit_note: string | null;
  /** Whether that takes back of this invoice, rather than being credit of whoever pays. */
  readonly is_own: boolean;
  readonly by_card: boolean;
}

export async function listPaidParts(db: Tx, invoice: string): Promise<PaidPart[]> {
  const { rows } = await sql<{ row: PaidPart }>`
    select jsonb_build_object('on_date', a.on_date, 'amount', a.amount, 'credit_note', c.number,
                              'is_own', coalesce(c.credits_id = a.invoice_id, false),
                              'by_card', coalesce(p.method = 'card', false)) as row
      from allocations a left join invoices c on c.id = a.credit_note_id left join payments p on p.id = a.payment_id
     where a.invoice_id = ${invoice} and a.released_on is null order by a.on_date, a.id`.execute(db);
  return rows.map(({ row }) => row);
}

/** When something was last put to an invoice, or of a credit note to something; null: never. */
export async function readLastSettled(db: Tx, id: string): Promise<LocalDate | null> {
  const { rows } = await sql<{ day: LocalDate | null }>`
    select max(on_date)::text as day from allocations
     where (invoice_id = ${id} or credit_note_id = ${id}) and released_on is null`.execute(db);
  return rows[0]!.day;
}
