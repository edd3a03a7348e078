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
async function* pagesOf<Row>(
  db: Db,
  account: AccountId,
  read: Pages<Row>,
  limit = PORTION,
): AsyncGenerator<readonly Row[]> {
  for (let cursor: string | undefined; ;) {
    const { rows, next } = await withAccount(db, account, (db) => read(db, { cursor, limit }));
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
export async function gstEntries(
  db: Tx,
  { basis, ...period }: GstQuery,
  page: Part,
): Promise<Page<GstEntry>> {
  if (basis === 'cash') return paidEntries(db, period, page);
  const { rows, next } = await listAccrued(db, period, page);
  return {
    rows: rows.map(({ sold, ...entry }) =>
      Object.assign(entry, figures(entry.kind === 'credit note' ? addedSales(NO_SALES, sold, -1) : sold)),
    ),
    next,
  };
}

async function paidEntries(db: Tx, { from, to }: BookPeriod, page: Part): Promise<Page<GstEntry>> {
  const { rows, next } = await listMoves(db, { from, to }, page);
  const { documents, paid } = await readPaid(
    db,
    rows.map(({ id }) => id),
    to,
  );
  const counts = paidSales(documents, paid);
  const named = new Map(documents.map(({ id, ...document }) => [id, document]));
  return {
    rows: rows.map(({ is_released, ...entry }) => {
      const { document_kind, number, bill_to_name } = named.get(entry.document_id)!;
      const sales = counts.get(entry.id) ?? NO_SALES;
      const figured = figures(is_released ? addedSales(NO_SALES, sales, -1) : sales);
      return Object.assign(entry, { document_kind, number, bill_to_name }, figured);
    }),
    next,
  };
}

function figures(sold: Sales): Pick<GstEntry, 'sales' | 'gst' | 'gst_free' | 'input_taxed'> {
  const { gst, gst_free, input_taxed } = sold;
  return { sales: totalSales(sold), gst, gst_free, input_taxed };
}

/** What is read at once where only the sum is wanted: of a year nobody waits for one query, and no other request for the sum. */
const DAYS_AT_ONCE = 7;
const AT_ONCE = 2_000;

/** The weeks of a period, the last as short as it has to be. */
function* weeksOf({ from, to }: BookPeriod): Generator<BookPeriod> {
  for (let first = from as LocalDate; first <= to; first = addDays(first, DAYS_AT_ONCE)) {
    const last = addDays(first, DAYS_AT_ONCE - 1);
    yield { from: first, to: last < to ? last : to };
  }
}

/** Everything counts on one day, so the sums of weeks are the sum. */
export async function gstSummary(
  db: Db,
  account: AccountId,
  { basis, ...period }: GstQuery,
): Promise<GstSummary> {
  const sum = { sales: 0, gst: 0, gst_free: 0, input_taxed: 0 };
  const add = (one: Omit<GstSummary, 'invoices'>) => {
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += one[name];
  };
  if (basis === 'accrual') {
    let invoices = 0;
    for (const week of weeksOf(period)) {
      const sold = await withAccount(db, account, (db) => sumAccrued(db, week));
      add(sold);
      invoices += sold.invoices;
    }
    return { ...sum, invoices };
  }
  const documents = new Set<string>();
  for (const week of weeksOf(period)) {
    for await (const rows of pagesOf(db, account, (db, page) => paidEntries(db, week, page), AT_ONCE)) {
      for (const row of rows) {
        documents.add(row.document_id);
        add(row);
      }
    }
  }
  return { ...sum, invoices: documents.size };
}
