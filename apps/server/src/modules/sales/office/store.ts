import {
  type EnquiryState,
  enquiryStates,
  openStates,
  SHOWN_CARDS,
} from '@muster/domain/sales/enquiries/pipeline';
import type { EnquiryFilters, EnquiryQuery, Sort } from '@muster/domain/sales/enquiries/schema';
import { OFFICE_ZONE } from '@muster/domain/values/office-time';
import { phoneDigits, wordsOf } from '@muster/domain/values/words';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { listPage, type Order } from '../../../platform/changes/list.ts';
import type { Db, Tables, Tx } from '../../../platform/db/executor.ts';

/** Each order has an index. What is closed has no due time, and comes last either way. */
const orders: Record<Sort, Order> = {
  created: { by: sql`e.number`, type: 'bigint' },
  '-created': { by: sql`e.number`, type: 'bigint', descending: true },
  due: { by: sql`coalesce(e.due_at, 'infinity')`, type: 'timestamptz' },
  '-due': { by: sql`coalesce(e.due_at, '-infinity')`, type: 'timestamptz', descending: true },
  name: { by: sql`lower(e.name)`, type: 'text' },
  '-name': { by: sql`lower(e.name)`, type: 'text', descending: true },
  licences: { by: sql`e.licenses_required`, type: 'int' },
  '-licences': { by: sql`e.licenses_required`, type: 'int', descending: true },
};

const newest = sql`e.number desc`;

interface Sought {
  filters: EnquiryFilters;
  now: Date;
}

function conditionsOf({ filters: { search, state, owner, industry, overdue }, now }: Sought) {
  const conditions: RawBuilder<boolean>[] = [];
  if (search?.trim()) conditions.push(sql`e.search @@ ${searchQuery(search)}::tsquery`);
  if (state) conditions.push(sql`e.state = ${state}`);
  if (owner) conditions.push(owner === 'none' ? sql`e.owner_id is null` : sql`e.owner_id = ${owner}::uuid`);
  if (industry !== undefined) conditions.push(sql`e.industry_id = ${industry}`);
  // What is closed has no due time.
  if (overdue) conditions.push(sql`e.due_at < ${now}`);
  return conditions;
}

function matches(sought: Sought): RawBuilder<unknown> {
  return sql.join([sql`true`, ...conditionsOf(sought)], sql` and `);
}

/** Finds enquiries that have a word beginning with each word of the search, or the phone number as a whole. */
function searchQuery(search: string): string {
  // A reference counts as one word, because its parts alone ("ENQ", the year) occur in every enquiry.
  const words = wordsOf(search.replace(/\benq[\s-]*(\d{4})[\s-]*(\d*)/i, 'enq$1$2'));
  const all = words.map(beginning).join(' & ');
  const isPhone = words.length > 0 && /^[\d\s()+-]+$/.test(search);
  return isPhone ? `(${all}) | ${beginning(phoneDigits(search))}` : all;
}

function beginning(word: string): string {
  return `'${word}':*`;
}

/** What only searching and the log need. */
type Unread = 'search' | 'is_due_chosen' | 'invited_email' | 'invited_at';

export interface EnquiryRow extends Omit<Selectable<Tables['enquiries']>, Unread> {
  industry: string;
  owner_name: string | null;
}

const columns = sql`
  e.id, e.number, e.reference, e.name, e.email, e.phone, e.phone_digits, e.industry_id, e.employees_no,
  e.technicians_no, e.licenses_required, e.notes, e.campaign, e.state, e.lost_reason, e.owner_id, e.due_at,
  e.first_contacted_at, e.created_at, e.account_id, e.version`;

/** Joins the names of industry and owner after the limit, so that they are looked up for these rows alone. */
async function readRows(
  db: Db,
  enquiries: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<EnquiryRow[]> {
  const { rows } = await sql<EnquiryRow>`
    select e.*, i.name as industry, s.first_name || ' ' || s.last_name as owner_name
      from (${enquiries}) e
      join industries i on i.id = e.industry_id
      left join staff s on s.id = e.owner_id
     order by ${order}`.execute(db);
  return rows;
}

/** A page of the list. The names of industry and owner are looked up for its rows alone. */
export async function listEnquiries(
  db: Tx,
  { sort = '-created', cursor, limit, ...filters }: EnquiryQuery,
  now: Date,
) {
  const { rows, next } = await listPage<EnquiryRow>(db, {
    columns: sql`
      ${columns}, (select name from industries where id = e.industry_id) as industry,
      (select first_name || ' ' || last_name from staff where id = e.owner_id) as owner_name`,
    from: sql`enquiries e`,
    id: sql`e.id`,
    where: conditionsOf({ filters, now }),
    order: orders[sort],
    cursor,
    limit,
  });
  return { rows: rows.map(withDates), next };
}

/** A row that was read as JSON. */
function withDates(row: EnquiryRow): EnquiryRow {
  const { due_at, created_at, first_contacted_at } = row;
  return {
    ...row,
    due_at: due_at && new Date(due_at),
    created_at: new Date(created_at),
    first_contacted_at: first_contacted_at && new Date(first_contacted_at),
  };
}

/** The cards of a column: what is due first, or what is newest. */
async function listCards(db: Db, sought: Sought, order: RawBuilder<unknown>): Promise<EnquiryRow[]> {
  return readRows(
    db,
    sql`select ${columns} from enquiries e where ${matches(sought)} order by ${order} limit ${SHOWN_CARDS}`,
    order,
  );
}

/** The newest first, below a number, so that a long list can be read in portions while new enquiries arrive. */
export async function listEnquiriesBelow(
  db: Db,
  { number, count, ...sought }: Sought & { number: string | undefined; count: number },
): Promise<EnquiryRow[]> {
  const below = number === undefined ? sql`true` : sql`e.number < ${number}`;
  return readRows(
    db,
    sql`select ${columns} from enquiries e where ${matches(sought)} and ${below}
         order by ${newest} limit ${count}`,
    newest,
  );
}

export async function readEnquiry(db: Db, id: string): Promise<EnquiryRow | undefined> {
  const [found] = await readRows(db, sql`select ${columns} from enquiries e where e.id = ${id}`, newest);
  return found;
}

/** A shorter number is no phone number, and strangers who typed it would count as duplicates of each other. */
const FEWEST_DIGITS = 6;
const SHOWN_DUPLICATES = 20;

/** Duplicates with the same address first, and how many more there are than are shown. */
export async function listDuplicates(db: Db, { id, email, phone_digits }: EnquiryRow) {
  const phone = phone_digits.length < FEWEST_DIGITS ? null : phone_digits;
  const { rows } = await sql<{
    id: string;
    reference: string;
    name: string;
    state: EnquiryState;
    created_at: Date;
    same_email: boolean;
    same_phone: boolean;
    all: number;
  }>`
    select e.id, e.reference, e.name, e.state, e.created_at, count(*) over ()::int as all,
           e.email = ${email} as same_email, coalesce(e.phone_digits = ${phone}, false) as same_phone
      from enquiries e
     where (e.email = ${email} or e.phone_digits = ${phone}) and e.id <> ${id}
     order by same_email desc, e.number desc limit ${SHOWN_DUPLICATES}`.execute(db);
  return { duplicates: rows, more: (rows[0]?.all ?? 0) - rows.length };
}

/** A state without enquiries is left out. */
export async function countByState(db: Db, sought: Sought): Promise<Partial<Record<EnquiryState, number>>> {
  const { rows } = await sql<{ state: EnquiryState; count: number }>`
    select e.state, count(*)::int as count from enquiries e where ${matches(sought)} group by e.state`.execute(
    db,
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** One column for each state. Open states show what is due first, the others what is newest. */
export async function listPipeline(db: Db, { filters, now }: Sought) {
  const [counts, ...cards] = await Promise.all([
    countByState(db, { filters, now }),
    ...enquiryStates.map((state) => {
      const order = openStates.includes(state) ? sql`e.due_at, e.number` : newest;
      return listCards(db, { filters: { ...filters, state }, now }, order);
    }),
  ]);
  return enquiryStates.map((state, column) => ({
    state,
    count: counts[state] ?? 0,
    cards: cards[column]!,
  }));
}

export async function countOverdue(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from enquiries where due_at < ${now}`.execute(db);
  return rows[0]!.count;
}

/** The last weeks up to this one, oldest first; a week begins on Monday, in the office. */
export async function listWeeks(db: Db, { weeks, now }: { weeks: number; now: Date }) {
  const { rows } = await sql<{ week: string; arrivals: number; median_hours: number | null }>`
    select to_char(week, 'YYYY-MM-DD') as week,
           (count(e.id) filter (where e.state <> 'spam'))::int as arrivals,
           percentile_cont(0.5) within group (order by extract(epoch from e.first_contacted_at - e.created_at) / 3600)
             as median_hours
      from date_trunc('week', ${now}::timestamptz at time zone ${OFFICE_ZONE}) as this_week,
           generate_series(this_week - make_interval(weeks => ${weeks - 1}), this_week, interval '1 week') as week
      left join enquiries e
        on e.created_at >= week at time zone ${OFFICE_ZONE}
       and e.created_at < (week + interval '1 week') at time zone ${OFFICE_ZONE}
     group by week order by week`.execute(db);
  return rows;
}

/** How it went lately: how many arrived, and how long they waited for us in the middle. */
export async function readLately(db: Db, { days, now }: { days: number; now: Date }) {
  const { rows } = await sql<{ arrivals: number; median_hours: number | null }>`
    select (count(*) filter (where state <> 'spam'))::int as arrivals,
           percentile_cont(0.5) within group (order by extract(epoch from first_contacted_at - created_at) / 3600)
             as median_hours
      from enquiries
     where created_at >= ${now}::timestamptz - make_interval(days => ${days}) and created_at <= ${now}`.execute(
    db,
  );
  return rows[0]!;
}
