import { setImmediate as others } from 'node:timers/promises';
import {
  addedSales,
  NO_SALES,
  paidSales,
  type Sales,
  totalSales,
} from '@muster/domain/money/bookkeeping/gst';
import type { BookPeriod, GstEntry, GstQuery, GstSummary } from '@muster/domain/money/bookkeeping/schema';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import type { AccountId } from '@muster/domain/values/ids';
import { withAccount } from '../../../platform/db/account.ts';
import type { Db, Tx } from '../../../platform/db/executor.ts';
import { CSV_MARK, csvRow, tabbedRow, unguardedCsvRow } from '../../../platform/http/answers/csv.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { listAccrued, listMoves, type Part, readPaid, sumAccrued } from './store.ts';
import type { Layout } from './templates.ts';

/** More than a year of books is asked for in parts. */
const MOST_DAYS = 366;

export function refuseNoPeriod({ from, to }: BookPeriod): void {
  if (to < from) throw new Failure('malformed', 'The last day can’t be before the first.');
  if (to >= addDays(from as LocalDate, MOST_DAYS))
    throw new Failure('malformed', 'A period is at most a year. Ask for each year by itself.');
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}
type Pages<Row> = (db: Tx, page: Part) => Promise<Page<Row>>;

/** Enough that reading is not all waiting, few enough to be held in memory for every export that runs. */
const PORTION = 500;

/** All pages of it, each in a transaction of its own; what is issued does not change between two of them. */
async function* pagesOf<Row>(db: Db, account: AccountId, read: Pages<Row>): AsyncGenerator<readonly Row[]> {
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await withAccount(db, account, (db) => read(db, { cursor, limit: PORTION }));
    yield rows;
    if (next === null) return;
    cursor = next;
    await others();
  }
}

/** A table for people or for a program. Spreadsheets need a mark and guards before what they would run; programs stumble over both. */
export async function* csvOf<Row>(
  db: Db,
  account: AccountId,
  { heads, rows }: Layout<Row>,
  read: Pages<Row>,
  reader: 'people' | 'a program',
): AsyncGenerator<string> {
  const [mark, row] = reader === 'people' ? [CSV_MARK, csvRow] : ['', unguardedCsvRow];
  yield `${mark}${row(heads)}`;
  for await (const page of pagesOf(db, account, read)) {
    const lines = page.flatMap(rows).map(row);
    if (lines.length > 0) yield lines.join('');
  }
}

/** As MYOB takes records in: cells between tabs, and an empty line wherever a record of several lines ends. */
export async function* tabbedOf<Row>(
  db: Db,
  account: AccountId,
  { heads, rows }: Layout<Row>,
  read: Pages<Row>,
  recordOf: (row: Row) => string,
): AsyncGenerator<string> {
  yield tabbedRow(heads);
  let last: string | undefined;
  for await (const page of pagesOf(db, account, read)) {
    const lines: string[] = [];
    for (const row of page) {
      if (last !== undefined && last !== recordOf(row)) lines.push('\r\n');
      last = recordOf(row);
      lines.push(...rows(row).map(tabbedRow));
    }
    if (lines.length > 0) yield lines.join('');
  }
}

/** What makes up the GST of a period, in the order of its days. */
export async function gstEntries(db: Tx, { from, to, basis }: GstQuery, page: Part): Promise<Page<GstEntry>> {
  if (basis === 'accrual') {
    const { rows, next } = await listAccrued(db, { from, to }, page);
    return {
      rows: rows.map(({ sold, ...entry }) =>
        Object.assign(entry, figures(entry.kind === 'credit note' ? addedSales(NO_SALES, sold, -1) : sold)),
      ),
      next,
    };
  }
  const { rows, next } = await listMoves(db, { from, to }, page);
  const { documents, paid } = await readPaid(
    db,
    rows.map(({ allocation_id }) => allocation_id),
    to,
  );
  const counts = paidSales(documents, paid);
  return {
    rows: rows.map(({ is_released, allocation_id, ...entry }) => {
      const sales = counts.get(allocation_id) ?? NO_SALES;
      return Object.assign(entry, figures(is_released ? addedSales(NO_SALES, sales, -1) : sales));
    }),
    next,
  };
}

function figures(sold: Sales): Pick<GstEntry, 'sales' | 'gst' | 'gst_free' | 'input_taxed'> {
  const { gst, gst_free, input_taxed } = sold;
  return { sales: totalSales(sold), gst, gst_free, input_taxed };
}

/** What is read at once where only the sum is wanted: so many entries, or the invoices of so many days. */
const AT_ONCE = 2_000;
const DAYS_AT_ONCE = 7;

export async function gstSummary(db: Db, account: AccountId, query: GstQuery): Promise<GstSummary> {
  return query.basis === 'accrual' ? sumInvoiced(db, account, query) : sumPaid(db, account, query);
}

/** Every invoice counts on one day, so the sums of weeks are the sum. */
async function sumInvoiced(db: Db, account: AccountId, { from, to }: BookPeriod): Promise<GstSummary> {
  const sum = { sales: 0, gst: 0, gst_free: 0, input_taxed: 0, invoices: 0 };
  for (let first = from as LocalDate; first <= to; first = addDays(first, DAYS_AT_ONCE)) {
    const last = addDays(first, DAYS_AT_ONCE - 1);
    const stretch = { from: first, to: last < to ? last : to };
    const week = await withAccount(db, account, (db) => sumAccrued(db, stretch));
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += week[name];
  }
  return sum;
}

async function sumPaid(db: Db, account: AccountId, query: GstQuery): Promise<GstSummary> {
  const sum = { sales: 0, gst: 0, gst_free: 0, input_taxed: 0 };
  const documents = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await withAccount(db, account, (db) =>
      gstEntries(db, query, { cursor, limit: AT_ONCE }),
    );
    for (const row of rows) {
      documents.add(row.document_id);
      sum.sales += row.sales;
      sum.gst += row.gst;
      sum.gst_free += row.gst_free;
      sum.input_taxed += row.input_taxed;
    }
    if (next === null) return { ...sum, invoices: documents.size };
    cursor = next;
    await others();
  }
}
