import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** What has paid for an invoice so far, each at its day: money, or a credit note by its number. */
export interface PaidPart {
  readonly on_date: string;
  readonly amount: number;
  readonly credit_note: string | null;
}

export async function listPaidParts(db: Tx, invoice: string): Promise<PaidPart[]> {
  const { rows } = await sql<{ row: PaidPart }>`
    select jsonb_build_object('on_date', a.on_date, 'amount', a.amount, 'credit_note', c.number) as row
      from allocations a left join invoices c on c.id = a.credit_note_id
     where a.invoice_id = ${invoice} and a.released_on is null order by a.on_date, a.id`.execute(db);
  return rows.map(({ row }) => row);
}
