import { type RawBuilder, sql } from 'kysely';
import { entriesOfChange } from '../../../platform/changes/log.ts';
import type { TrackedRow } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    erasures: TableOf<'erasures'>;
  }
}

export async function insertErasure(
  db: Tx,
  { id, erased, at }: { id: string; erased: readonly string[]; at: Date },
): Promise<void> {
  await sql`
    insert into erasures (account_id, id, erased, at)
    values (current_account(), ${id}, ${erased}::uuid[], ${at})`.execute(db);
}

/** Nobody else looks on for it until the transaction ends; undefined, where it is over. */
export async function holdErasure(db: Tx, id: string) {
  const found = await db
    .selectFrom('erasures')
    .select(['erased', 'looked_to', 'unchanged_looked_to'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return found && { ...found, looked_to: Number(found.looked_to) };
}

export async function noteLookedTo(
  db: Tx,
  id: string,
  { looked_to, unchanged_looked_to }: { looked_to: number; unchanged_looked_to: string | null },
): Promise<void> {
  await sql`
    update erasures set looked_to = ${looked_to}, unchanged_looked_to = ${unchanged_looked_to}::uuid where id = ${id}`.execute(
    db,
  );
}

export async function endErasure(db: Tx, id: string): Promise<void> {
  await sql`delete from erasures where id = ${id}`.execute(db);
}

/** A row that tells of somebody, in the table that has it. */
export interface Belonging {
  readonly table: string;
  readonly id: string;
  /** The row as it was last, where it is gone and only the log tells of it. */
  readonly gone: TrackedRow | null;
}

/** Rows that the log alone tells of: removed, or taken back by an undo, in a change that concerns one of these. */
async function listGone(
  db: Tx,
  subjects: readonly string[],
  belongs: { readonly tables: readonly string[]; readonly field: string },
): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    select distinct on (e.table_name, e.row_id) e.table_name as table, e.row_id as id,
           e.before || jsonb_build_object('version', e.version) as gone
      from change_subjects s join changes c on c.account_id = s.account_id and c.number = s.number
     cross join ${entriesOfChange(sql`e.table_name = any(${belongs.tables}::text[])`)}
     where s.subject_id = any(${subjects}::uuid[]) and e.after is null and (e.before->>${belongs.field})::uuid = any(${subjects}::uuid[])
     order by e.table_name, e.row_id, e.number desc`.execute(db);
  return rows;
}

/** Those that are there, and those of the others which are not, each once. */
function withGone(present: readonly Belonging[], gone: readonly Belonging[]): Belonging[] {
  const all = new Map(gone.map((one) => [one.id, one]));
  for (const one of present) all.set(one.id, one);
  return [...all.values()];
}

/** The customers who turned out to be this one, and those who had turned out to be them. */
export async function listMerged(db: Tx, customer: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive merged as (
      select id from customers where merged_into = ${customer}
      union select c.id from customers c join merged m on c.merged_into = m.id)
    select id from merged`.execute(db);
  return rows.map(({ id }) => id);
}

/** By which numbers those of them are reached who are customers or contacts. */
export async function listPhones(db: Tx, belongings: readonly Belonging[]): Promise<string[]> {
  const ids = belongings.map(({ id }) => id);
  const { rows } = await sql<{ phone: string }>`
    select phone from customers where id = any(${ids}::uuid[]) union select phone from contacts where id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows.map(({ phone }) => phone);
}

/**
 * Everything that may tell of a customer, but for what the law has a business keep: invoices that were issued, and payments, until it is
 * five years that nothing is owed for them.
 */
export async function belongingsOfCustomer(db: Tx, id: string, at: Date): Promise<Belonging[]> {
  const isRecent = (day: RawBuilder<unknown>) =>
    sql`${day} >= (${at}::timestamptz - interval '5 years')::date`;
  const isAllocationRecent = isRecent(sql`greatest(a.on_date, a.released_on)`);
  const isPaymentOver = sql`payments.customer_id = ${id}
    and not (unused > 0 or ${isRecent(sql`received_on`)} or exists (
      select from allocations a left join invoices i on i.account_id = a.account_id and i.id = a.invoice_id
       where payments.id in (a.payment_id, a.refund_id) and (i.outstanding > 0 or ${isAllocationRecent})))`;
  const files = sql`select id from files where customer_id = ${id}
                union select f.id from sites s join files f on f.account_id = s.account_id and f.site_id = s.id
                       where s.customer_id = ${id}
                union select f.id from jobs j join files f on f.account_id = j.account_id and f.job_id = j.id
                       where j.customer_id = ${id}
                union select f.id from jobs j join visits v on v.account_id = j.account_id and v.job_id = j.id
                        join files f on f.account_id = v.account_id and f.visit_id = v.id where j.customer_id = ${id}`;
  const { rows } = await sql<Belonging>`
    select 'customers' as table, id, null as gone from customers where id = ${id}
    union all select 'contacts', id, null from contacts where customer_id = ${id}
    union all select 'sites', id, null from sites where customer_id = ${id}
    union all select 'jobs', id, null from jobs where customer_id = ${id}
    union all select 'visits', v.id, null from visits v join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'customer_messages', m.id, null
                from customer_messages m join visits v on v.account_id = m.account_id and v.id = m.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'report_choices', k.id, null
                from report_choices k join visits v on v.account_id = k.account_id and v.id = k.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'report_mails', m.id, null
                from report_mails m join visits v on v.account_id = m.account_id and v.id = m.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'invoice_letters', l.id, null
                from invoice_letters l left join invoices i on i.account_id = l.account_id and i.id = l.invoice_id
                left join payments p on p.account_id = l.account_id and p.id = l.payment_id
               left join quotes q on q.account_id = l.account_id and q.id = l.quote_id
               where ${id} in (l.customer_id, i.bill_to_id, p.customer_id, q.customer_id)
    union all select 'quotes', id, null from quotes where customer_id = ${id}
    union all select 'quote_questions', k.id, null
                from quote_questions k join quotes q on q.account_id = k.account_id and q.id = k.quote_id
               where q.customer_id = ${id}
    union all select 'invoices', id, null from invoices
               where ${id} in (customer_id, bill_to_id)
                 and not (state = 'issued' and (outstanding > 0 or ${isRecent(sql`issued_on`)} or exists (
                   select from allocations a where invoices.id in (a.invoice_id, a.credit_note_id) and ${isAllocationRecent})))
    union all select 'payments', id, null from payments where ${isPaymentOver}
    union all select 'card_payments', c.id, null
                from card_payments c join invoices i on i.account_id = c.account_id and i.id = c.invoice_id
               where c.payment_id in (select id from payments where ${isPaymentOver})
                  or (c.is_test and ${id} in (i.customer_id, i.bill_to_id))
    union all select 'left_out_visits', o.id, null
                from left_out_visits o join visits v on v.account_id = o.account_id and v.id = o.id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'field_records', r.id, null
                from field_records r join visits v on v.account_id = r.account_id and v.id = r.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'follow_ups', u.id, null
                from follow_ups u join visits v on v.account_id = u.account_id and v.id = u.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'visit_requests', q.id, null
                from visit_requests q join visits v on v.account_id = q.account_id and v.id = q.visit_id
                join jobs j on j.account_id = v.account_id and j.id = v.job_id
               where j.customer_id = ${id}
    union all select 'files', f.id, null from (${files}) f
    union all select 'films', m.id, null from films m where m.id in (${files})`.execute(db);
  const own = withGone(rows, [
    ...(await listGone(db, [id], { tables: ['customers'], field: 'id' })),
    ...(await listGone(db, [id], {
      tables: ['contacts', 'sites', 'jobs', 'quotes', 'invoices', 'payments'],
      field: 'customer_id',
    })),
    ...(await listGone(db, [id], { tables: ['invoices'], field: 'bill_to_id' })),
  ]);
  const jobs = own.filter(({ table }) => table === 'jobs').map(({ id }) => id);
  const work = withGone(own, await listGone(db, jobs, { tables: ['visits'], field: 'job_id' }));
  const visits = work.filter(({ table }) => table === 'visits').map(({ id }) => id);
  return withGone(work, [
    ...(await listGone(db, visits, {
      tables: ['customer_messages', 'field_records', 'follow_ups', 'visit_requests'],
      field: 'visit_id',
    })),
    ...(await listGone(db, visits, { tables: ['left_out_visits'], field: 'id' })),
  ]);
}

export async function belongingsOfContact(db: Tx, id: string): Promise<Belonging[]> {
  const { rows } =
    await sql<Belonging>`select 'contacts' as table, id, null as gone from contacts where id = ${id}`.execute(
      db,
    );
  return withGone(rows, await listGone(db, [id], { tables: ['contacts'], field: 'id' }));
}

/** Of a technician also the sign-in, and the invitation that led to it. */
export async function belongingsOfTechnician(db: Tx, id: string): Promise<Belonging[]> {
  const { rows } = await sql<Belonging>`
    select 'technicians' as table, id, null as gone from technicians where id = ${id}
    union all select 'tickets', id, null from tickets where technician_id = ${id}
    union all select 'absences', id, null from absences where technician_id = ${id}
    union all select 'users', user_id, null from technicians where id = ${id} and user_id is not null
    union all select 'team_invitations', i.id, null from team_invitations i
               where i.technician_id = ${id}
                  or i.email in (select u.email from users u join technicians t on t.user_id = u.id where t.id = ${id})`.execute(
    db,
  );
  return withGone(rows, [
    ...(await listGone(db, [id], { tables: ['technicians'], field: 'id' })),
    ...(await listGone(db, [id], { tables: ['tickets', 'absences'], field: 'technician_id' })),
  ]);
}
