import {
  Quote,
  type QuoteQuery,
  type QuoteQuestion,
  type QuoteRecord,
  type QuoteSummary,
  type QuoteTotals,
} from '@muster/domain/money/quotes/schema';
import type { QuoteState } from '@muster/domain/money/quotes/states';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type RawBuilder, sql } from 'kysely';
import { listPage, type Order } from '../../../platform/changes/list.ts';
import { columnsOf } from '../../../platform/changes/rows.ts';
import { foundByAll, wordRange } from '../../../platform/changes/search-words.ts';
import type { TrackedTable } from '../../../platform/changes/tracked.ts';
import type { TableOf, Tx } from '../../../platform/db/executor.ts';

declare module '../../../platform/db/executor.ts' {
  interface Tables {
    quotes: TableOf<'quotes', { state: QuoteState }>;
    quote_questions: TableOf<'quote_questions'>;
  }
}

const beside = sql`quotes.sent_at, quotes.seen_at,
  (select c.name from customers c where c.id = quotes.customer_id) as customer_name,
  (select j.number from jobs j where j.id = quotes.job_id) as job_number,
  (select n.id from quotes n where n.replaces_id = quotes.id) as replaced_by_id`;

/** Quotes with what follows from what was sent, and what was asked about them, in the order of their ids. */
export async function readQuotes(
  db: Tx,
  table: TrackedTable<Quote>,
  questions: TrackedTable<QuoteQuestion>,
  ids: readonly string[],
): Promise<QuoteRecord[]> {
  const { rows } = await sql<{ row: QuoteRecord }>`
    select to_jsonb(r) as row
      from (select ${columnsOf(table)}, ${beside},
                   (select coalesce(jsonb_agg(to_jsonb(q) order by q.asked_at, q.id), '[]')
                      from (select ${columnsOf(questions)} from quote_questions where quote_id = quotes.id) q) as questions
              from quotes where id = any(${ids}::uuid[]) order by id) r`.execute(db);
  return rows.map(({ row }) => row);
}

const orders: Record<NonNullable<QuoteQuery['sort']>, Order> = {
  '-created': { by: sql`quotes.created_at`, type: 'timestamptz', descending: true },
  number: { by: sql`quotes.sort_number`, type: 'bigint' },
  '-number': { by: sql`quotes.sort_number`, type: 'bigint', descending: true },
  until: { by: sql`quotes.sort_until`, type: 'date' },
  '-until': { by: sql`quotes.sort_until`, type: 'date', descending: true },
  '-total': { by: sql`quotes.total`, type: 'int', descending: true },
};

function views(today: LocalDate): Record<NonNullable<QuoteQuery['view']>, RawBuilder<boolean>> {
  return {
    draft: sql<boolean>`(quotes.state = 'draft' and not quotes.is_template)`,
    open: sql<boolean>`(quotes.state = 'sent' and quotes.sort_until >= ${today}::date)`,
    accepted: sql<boolean>`quotes.state = 'accepted'`,
    declined: sql<boolean>`quotes.state = 'declined'`,
    expired: sql<boolean>`(quotes.state = 'sent' and quotes.sort_until < ${today}::date)`,
    template: sql<boolean>`quotes.is_template`,
  };
}

/** What a row of the list has no use for, and could be long. */
const leftOut = new Set(['lines', 'options', 'supplier', 'buyer', 'note', 'terms', 'choice']);
const listed = {
  name: 'quotes',
  columns: Object.keys(Quote.properties).filter(
    (name) => name !== 'id' && name !== 'version' && !leftOut.has(name),
  ),
};

/** Of each quote its latest version; templates only where they are asked for. */
export async function listQuotes(
  db: Tx,
  { search = '', view, customer, job, sort = '-created', cursor, limit }: QuoteQuery,
  today: LocalDate,
): Promise<{ rows: QuoteSummary[]; next: string | null }> {
  return listPage(db, {
    columns: sql<QuoteSummary>`${columnsOf(listed as never)}, ${beside},
      (select count(*)::int from quote_questions q where q.quote_id = quotes.id and q.answered_at is null) as open_questions`,
    from: sql`quotes`,
    id: sql`quotes.id`,
    where: [
      view ? views(today)[view] : sql<boolean>`(not quotes.is_template and quotes.state <> 'replaced')`,
      customer === undefined ? undefined : sql<boolean>`quotes.customer_id = ${customer}`,
      job === undefined ? undefined : sql<boolean>`quotes.job_id = ${job}`,
      foundByAll(sql`quotes.id`, search, quotesWith),
    ],
    order: orders[sort],
    cursor,
    limit,
  });
}

/** A quote is found by its own words, and by those of its customer. */
function quotesWith(word: string): RawBuilder<unknown> {
  const inRange = wordRange(word);
  return sql`
    select w.row_id from search_words w where w.table_name = 'quotes' and ${inRange}
    union all
    select q.id from search_words w join quotes q on q.customer_id = w.row_id where w.table_name = 'customers' and ${inRange}`;
}

export async function sumQuotes(
  db: Tx,
  customer: string | undefined,
  today: LocalDate,
): Promise<QuoteTotals> {
  const sums = Object.entries(views(today)).map(
    ([view, isIn]) => sql`${view}::text, jsonb_build_object(
      'count', count(*) filter (where ${isIn}),
      'sum', coalesce(sum(case when is_template then 0 else total end) filter (where ${isIn}), 0))`,
  );
  const { rows } = await sql<{ totals: QuoteTotals }>`
    select jsonb_build_object(${sql.join(sums)}) as totals from quotes
     where ${customer === undefined ? sql`true` : sql`customer_id = ${customer}`}`.execute(db);
  return rows[0]!.totals;
}

/** Of these quotes one that something was invoiced of. */
export async function findInvoiced(db: Tx, ids: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ quote_id: string }>`
    select quote_id from invoices where quote_id = any(${ids}::uuid[]) limit 1`.execute(db);
  return rows[0]?.quote_id;
}

/** Whose work a job or a visit is, and where; nothing, where it is not there. */
export async function findWork(
  db: Tx,
  { job_id, visit_id }: { job_id?: string | undefined; visit_id?: string | undefined },
): Promise<{ job_id: string; customer_id: string; site_id: string; title: string } | undefined> {
  const { rows } = await sql<{ job_id: string; customer_id: string; site_id: string; title: string }>`
    select j.id as job_id, j.customer_id, j.site_id,
           left(coalesce(nullif(split_part(j.description, E'\n', 1), ''), t.name, ''), 200) as title
      from jobs j left join job_types t on t.id = j.job_type_id
     where j.id = ${job_id ?? null} or j.id = (select v.job_id from visits v where v.id = ${visit_id ?? null})`.execute(
    db,
  );
  return rows.length === 1 ? rows[0] : undefined;
}

/** The sites of a customer that are in use. */
export async function listSitesOf(db: Tx, customer: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sites where customer_id = ${customer} and archived_at is null order by id limit 2`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function hasSite(db: Tx, customer: string, site: string): Promise<boolean> {
  const { rows } = await sql`select from sites where id = ${site} and customer_id = ${customer}`.execute(db);
  return rows.length > 0;
}

export async function listOfCustomer(
  db: Tx,
  customers: readonly string[],
): Promise<{ id: string; state: QuoteState }[]> {
  const { rows } = await sql<{ id: string; state: QuoteState }>`
    select id, state from quotes where customer_id = any(${customers}::uuid[]) order by id`.execute(db);
  return rows;
}

export async function writeSent(db: Tx, id: string, at: Date | null): Promise<void> {
  await sql`
    update quotes set sent_at = ${at}
     where id = ${id} and state <> 'draft' and (sent_at is null or ${at}::timestamptz is null)`.execute(db);
}

/** Whether it was for the first time. */
export async function writeSeen(db: Tx, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update quotes set seen_at = ${at} where id = ${id} and state <> 'draft' and seen_at is null returning id`.execute(
    db,
  );
  return rows.length > 0;
}
