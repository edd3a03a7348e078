import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/executor.ts';

/** More of them are not shown to somebody at the door. */
const MOST_SHOWN = 5;

/** Issued invoices for a visit, the latest first; of those for its job as a whole, what is still owed. */
export async function listForVisit(db: Tx, visit: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select i.id from visits v join invoices i on i.jobs @> array[v.job_id]
     where v.id = ${visit} and i.kind = 'invoice' and i.state = 'issued'
       and (i.visits @> array[v.id] or i.outstanding > 0)
     order by i.issued_at desc limit ${MOST_SHOWN}`.execute(db);
  return rows.map(({ id }) => id);
}
