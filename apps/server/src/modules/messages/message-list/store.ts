import { letterMessages } from '@muster/domain/messages/invoice-letters/rules';
import type { Message, MessageCount } from '@muster/domain/messages/message-list/schema';
import { type RawBuilder, sql } from 'kysely';
import { listPage, placeOf } from '../../../platform/changes/list.ts';
import type { Tx } from '../../../platform/db/executor.ts';

/** Whose messages are listed, and between which moments. */
export interface Which {
  readonly customer?: string | undefined;
  readonly job?: string | undefined;
  readonly visit?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Whether whoever asks sees prices: only then they see what was sent about money. */
  readonly hasMoney: boolean;
}

/** A message, and the mail whose state is asked for elsewhere. */
export interface ListedMessage extends Message {
  readonly mail_id: string | null;
}

/** Those who were merged into a customer are the same person. */
const everyoneOf = (customer: string) => sql`
  (with recursive merged as (
     select ${customer}::uuid as id
      union select c.id from customers c join merged m on c.merged_into = m.id)
   select id from merged)`;

/** The visits that are asked about; undefined where any will do. */
function visitsOf({ customer, job, visit }: Which): RawBuilder<unknown> | undefined {
  if (visit !== undefined) return sql`array[${visit}::uuid]`;
  if (job !== undefined) return sql`array(select id from visits where job_id = ${job})`;
  if (customer === undefined) return undefined;
  return sql`array(select v.id from jobs j join visits v on v.job_id = j.id where j.customer_id in ${everyoneOf(customer)})`;
}

/** What was sent about the invoices that are asked about. */
function ofInvoices({ customer, job, visit, hasMoney }: Which): RawBuilder<unknown> {
  if (!hasMoney) return sql`false`;
  const invoicesWith = (where: RawBuilder<unknown>) =>
    sql`o.invoice_id in (select i.id from invoices i where ${where})`;
  if (visit !== undefined) return invoicesWith(sql`i.visits @> array[${visit}]::uuid[]`);
  if (job !== undefined)
    return sql`(${invoicesWith(sql`i.jobs @> array[${job}]::uuid[]`)} or o.quote_id in (select id from quotes where job_id = ${job}))`;
  if (customer === undefined) return sql`true`;
  const everyone = everyoneOf(customer);
  return sql`(${invoicesWith(sql`i.bill_to_id in ${everyone}`)} or o.customer_id in ${everyone}
              or o.payment_id in (select id from payments where customer_id in ${everyone})
              or o.quote_id in (select id from quotes where customer_id in ${everyone}))`;
}

/** Each source gives a page at most, and whatever happened at the same moment as its last row. */
function latestOf(
  at: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
  { from, until }: Which,
  page: { before: string | undefined; limit: number },
) {
  return sql`(${rows}
    ${from === undefined ? sql`` : sql`and ${at} >= ${from}`}
    ${until === undefined ? sql`` : sql`and ${at} < ${until}`}
    ${page.before === undefined ? sql`` : sql`and ${at} <= ${page.before}::timestamptz`}
    order by ${at} desc fetch first ${sql.lit(page.limit + 1)} rows with ties)`;
}

/** What is told of recipients of messages that were noted before each had an entry of its own. */
const entriesOf = (m: RawBuilder<unknown>) => sql`
  jsonb_array_elements(case when ${m}.recipients = '[]' then jsonb_build_array(jsonb_build_object(
    'contact_id', null, 'to_address', ${m}.to_address, 'problem', ${m}.problem)) else ${m}.recipients end) with ordinality as r(entry, position)`;

/** What a letter about money is called here. */
const letterKind = sql`(${JSON.stringify(letterMessages)}::jsonb ->> o.kind)`;

/** By time, the latest first: what a text came to is known here, of an email the queue knows. */
export async function listMessages(
  db: Tx,
  which: Which,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ rows: ListedMessage[]; next: string | null }> {
  const visits = visitsOf(which);
  const ofVisits = (column: RawBuilder<unknown>) =>
    visits === undefined ? sql`true` : sql`${column} = any(${visits})`;
  const ofTexts =
    which.customer === undefined
      ? ofVisits(sql`t.visit_id`)
      : sql`(t.customer_id in ${everyoneOf(which.customer)} or ${ofVisits(sql`t.visit_id`)})`;
  const page = { before: placeOf(cursor), limit };
  const seen = which.hasMoney ? sql`true` : sql`t.kind <> all(${Object.values(letterMessages)}::text[])`;
  const texts = latestOf(
    sql`t.made_at`,
    sql`select t.* from texts t where ${ofTexts} and ${seen}`,
    which,
    page,
  );
  const told = latestOf(
    sql`m.at`,
    sql`select m.* from customer_messages m where ${ofVisits(sql`m.visit_id`)}`,
    which,
    page,
  );
  const reports = latestOf(
    sql`p.at`,
    sql`select p.* from report_mails p where ${ofVisits(sql`p.visit_id`)}`,
    which,
    page,
  );
  const letters = latestOf(
    sql`o.at`,
    sql`select o.* from invoice_letters o where o.way = 'email' and ${ofInvoices(which)}`,
    which,
    page,
  );
  return listPage<ListedMessage>(db, {
    columns: sql<ListedMessage>`l.*`,
    from: sql`(
      select x.id, x.at, x.way, x.direction, x.kind, x.address, x.body, x.problem, x.state, x.parts, x.price, x.mail_id,
             coalesce(x.customer_id, j.customer_id) as customer_id, x.contact_id, x.visit_id, j.id as job_id,
             case when v.id is null then '' else 'J-' || j.number || '/' || v.number end as visit,
             coalesce(nullif(x.name, ''), k.name, c.name, '') as name
        from (
          select t.id, t.made_at as at, 'text' as way, t.direction, t.kind, t.number as address, t.body, null as problem,
                 jsonb_build_object('name', t.state, 'at', coalesce(t.settled_at, t.hold_until), 'why', t.error) as state,
                 t.parts, t.price, null::uuid as mail_id, t.customer_id, t.contact_id, t.visit_id, '' as name
            from ${texts} t
          union all
          select md5(m.id::text || r.position)::uuid, m.at, coalesce(r.entry ->> 'way', 'email'), 'out', m.kind,
                 r.entry ->> 'to_address', '', r.entry ->> 'problem', null, null, null, (r.entry ->> 'message_id')::uuid,
                 null, (r.entry ->> 'contact_id')::uuid, m.visit_id, ''
            from ${told} m cross join ${entriesOf(sql`m`)}
           where r.entry ->> 'way' is distinct from 'text' or r.entry ->> 'message_id' is null
          union all
          select p.id, p.at, 'email', 'out', 'report', p.to_address, '', null, null, null, null, null, null, null, p.visit_id, p.to_name
            from ${reports} p
          union all
          select o.id, o.at, 'email', 'out', ${letterKind}, o.to_address, '', null, null, null, null, o.message_id,
                 coalesce(o.customer_id, i.bill_to_id, y.customer_id, u.customer_id), null, null, o.to_name
            from ${letters} o left join invoices i on i.id = o.invoice_id left join payments y on y.id = o.payment_id
                        left join quotes u on u.id = o.quote_id) x
        left join visits v on v.id = x.visit_id
        left join jobs j on j.id = v.job_id
        left join contacts k on k.id = x.contact_id
        left join customers c on c.id = coalesce(x.customer_id, j.customer_id)) l`,
    id: sql`l.id`,
    where: [],
    order: { by: sql`l.at`, type: 'timestamptz', descending: true },
    cursor,
    limit,
  });
}

/** Of a month, or any other time, by kind and way. */
export async function countMessages(
  db: Tx,
  { from, until }: { from: Date; until: Date },
): Promise<MessageCount[]> {
  const { rows } = await sql<MessageCount>`
    with listed as (
      select 'text' as way, t.direction, t.kind, t.state not in ('failed', 'unsent', 'expired') as has_left, t.parts, t.price
        from texts t where t.made_at >= ${from} and t.made_at < ${until}
      union all
      select coalesce(r.entry ->> 'way', 'email'), 'out', m.kind, r.entry ->> 'problem' is null, 0, 0
        from customer_messages m cross join ${entriesOf(sql`m`)}
       where m.at >= ${from} and m.at < ${until} and (r.entry ->> 'way' is distinct from 'text' or r.entry ->> 'message_id' is null)
      union all
      select 'email', 'out', 'report', true, 0, 0 from report_mails p where p.at >= ${from} and p.at < ${until}
      union all
      select 'email', 'out', ${letterKind}, true, 0, 0
        from invoice_letters o where o.way = 'email' and o.at >= ${from} and o.at < ${until})
    select way, direction, kind, count(*) filter (where has_left)::int as messages, count(*) filter (where not has_left)::int as unsent,
           coalesce(sum(parts) filter (where has_left), 0)::int as parts, coalesce(sum(price) filter (where has_left), 0)::int as price
      from listed group by way, direction, kind order by way, direction desc, kind`.execute(db);
  return rows;
}
