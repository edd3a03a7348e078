import { LAST_PAGE, PAGE_SIZE } from '@muster/domain/enquiries/paging';
import { type EnquiryState, enquiryStates, openStates } from '@muster/domain/enquiries/pipeline';
import {
  type EnquiryFilters,
  type HistoryDetail,
  type HistoryKind,
  type Sort,
} from '@muster/domain/enquiries/schema';
import { OFFICE_ZONE } from '@muster/domain/values/office-time';
import { phoneDigits, wordsOf } from '@muster/domain/values/words';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Tables } from '../../platform/db/executor.ts';
import { notShown } from '../enquiries/service.ts';

/** Each order has an index; rows that are equal are ordered by number. */
const orders: Record<Sort, RawBuilder<unknown>> = {
  newest: sql`e.number desc`,
  oldest: sql`e.number`,
  due: sql`e.due_at, e.number`,
  '-due': sql`e.due_at desc nulls last, e.number desc`,
  name: sql`lower(e.name), e.number`,
  '-name': sql`lower(e.name) desc, e.number desc`,
  licences: sql`e.licenses_required, e.number`,
  '-licences': sql`e.licenses_required desc, e.number desc`,
};

interface Sought {
  filters: EnquiryFilters;
  now: Date;
}

function matches({ filters: { search, state, owner, industry, overdue }, now }: Sought): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (search?.trim()) conditions.push(sql`e.search @@ ${searchQuery(search)}::tsquery`);
  if (state) conditions.push(sql`e.state = ${state}`);
  if (owner) conditions.push(owner === 'none' ? sql`e.owner_id is null` : sql`e.owner_id = ${owner}::uuid`);
  if (industry !== undefined) conditions.push(sql`e.industry_id = ${industry}`);
  // What is closed has no due time.
  if (overdue) conditions.push(sql`e.due_at < ${now}`);
  return sql.join(conditions, sql` and `);
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

export interface EnquiryRow extends Omit<Selectable<Tables['enquiries']>, 'search'> {
  industry: string;
  owner_name: string | null;
}

const columns = sql`
  e.id, e.number, e.reference, e.name, e.email, e.phone, e.phone_digits, e.industry_id, e.employees_no,
  e.technicians_no, e.licenses_required, e.notes, e.state, e.lost_reason, e.owner_id, e.due_at,
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

export async function listEnquiries(
  db: Db,
  { sort = 'newest', page = 1, ...sought }: Sought & { sort?: Sort | undefined; page?: number | undefined },
): Promise<EnquiryRow[]> {
  const order = orders[sort];
  return readRows(
    db,
    sql`select ${columns} from enquiries e where ${matches(sought)}
         order by ${order} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`,
    order,
  );
}

/** Counts up to one more than the last page can show: more would only take longer. */
export async function countEnquiries(db: Db, sought: Sought): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from (select from enquiries e where ${matches(sought)} limit ${LAST_PAGE * PAGE_SIZE + 1}) e`.execute(
    db,
  );
  return rows[0]!.count;
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
         order by ${orders.newest} limit ${count}`,
    orders.newest,
  );
}

export async function readEnquiry(db: Db, id: string): Promise<EnquiryRow | undefined> {
  const [found] = await readRows(
    db,
    sql`select ${columns} from enquiries e where e.id = ${id}`,
    orders.newest,
  );
  return found;
}

/** Newest first; without what was taken back without a trace, unless the whole of it is asked for. */
export async function readHistory(db: Db, id: string, { isWhole = false } = {}) {
  const { rows } = await sql<{
    position: number;
    at: Date;
    staff_id: string | null;
    staff_name: string | null;
    kind: HistoryKind;
    detail: HistoryDetail;
  }>`
    select h.position, h.at, h.staff_id, s.first_name || ' ' || s.last_name as staff_name, h.kind, h.detail
      from enquiry_history h left join staff s on s.id = h.staff_id
     where h.enquiry_id = ${id} and (${isWhole} or not ${notShown(sql`h`)})
     order by h.position desc`.execute(db);
  return rows;
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
      const sort = openStates.includes(state) ? 'due' : 'newest';
      return listEnquiries(db, { filters: { ...filters, state }, sort, now });
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
