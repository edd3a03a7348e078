import { type ChargedLine, PART_PREFIX } from '@muster/domain/money/quotes/progress';
import type { QuoteProgress } from '@muster/domain/money/quotes/schema';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/**
 * What charges a quote, of all its invoices in the order in which they were made, drafts too, and below zero of what was credited. What
 * else stands on them is work that was added.
 */
export async function listCharged(db: Tx, quote: string): Promise<ChargedLine[]> {
  const { rows } = await sql<{ line: ChargedLine }>`
    select jsonb_build_object('id', l.line ->> 'id', 'gst', l.line ->> 'gst',
                              'total', (l.line #>> '{amounts,total}')::int * case d.kind when 'invoice' then 1 else -1 end) as line
      from (select id, kind, lines, created_at from invoices where quote_id = ${quote}
            union all
            select n.id, n.kind, n.lines, n.created_at
              from invoices n join invoices i on i.id = n.credits_id
             where i.quote_id = ${quote} and n.state = 'issued') d
     cross join lateral jsonb_array_elements(d.lines) with ordinality as l (line, place)
     where l.line #>> '{amounts,total}' is not null
       and (left(l.line ->> 'id', ${PART_PREFIX}) = left(${quote}, ${PART_PREFIX})
            or exists (select from quotes q, jsonb_array_elements(q.lines) own (line)
                        where q.id = ${quote} and own.line ->> 'id' = l.line ->> 'id'))
     order by d.created_at, d.id, l.place`.execute(db);
  return rows.map(({ line }) => line);
}

/** The invoices of a quote and the credit notes for them, as they were made. */
export async function listInvoicesOf(db: Tx, quote: string): Promise<QuoteProgress['invoices']> {
  const { rows } = await sql<{ row: QuoteProgress['invoices'][number] }>`
    select to_jsonb(r) - 'created_at' as row from (
      select i.id, i.kind, i.state, i.number, i.title, i.total, i.outstanding, i.due_on, i.created_at,
             (select coalesce(sum(a.amount), 0)::int from allocations a join invoices n on n.id = a.credit_note_id
               where a.invoice_id = i.id and n.credits_id = i.id and a.released_on is null) as credited
        from invoices i
       where i.quote_id = ${quote} or i.credits_id in (select id from invoices where quote_id = ${quote})) r
     order by r.created_at, r.id`.execute(db);
  return rows.map(({ row }) => row);
}

/** Whether a job has a visit that is neither done nor cancelled. */
export async function hasOpenVisit(db: Tx, job: string): Promise<boolean> {
  const { rows } = await sql`
    select from visits where job_id = ${job} and outcome is null and cancelled_at is null limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
