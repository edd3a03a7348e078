import type { GstBasis } from '@muster/domain/money/bookkeeping/gst';
import type { BookTotals, GstEntry } from '@muster/domain/money/bookkeeping/schema';
import { answer, api } from '../../../lib/api/api.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import type { Period } from './model/period.ts';

const base = '/services/scheduling/api/v1/bookkeeping';
const pageRows = 50;
/** Whatever changes one of them may change what is reported. */
const tables = ['invoices', 'payments', 'allocations'] as const;

export type GstQuery = Period & { basis: GstBasis };

export function gstQuery(query: GstQuery) {
  return {
    queryKey: ['bookkeeping', 'gst', query],
    queryFn: () => answer(api.GET(`${base}/gst`, { params: { query } })),
    meta: { tables },
  };
}

/** What the GST of a period comes from, day by day. */
export function gstEntriesQuery(query: GstQuery): RecordsQuery<GstEntry> {
  return {
    queryKey: ['bookkeeping', 'entries', query],
    load: (cursor) => loadEntries(query, cursor),
    tables: [...tables],
  };
}

async function loadEntries(query: GstQuery, cursor: string | undefined) {
  const params = { query: { ...query, limit: pageRows, ...(cursor !== undefined && { cursor }) } };
  const { rows, next } = await answer(api.GET(`${base}/gst/entries`, { params }));
  // A payment and its taking back are told under one id, and both are shown.
  return { rows: rows.map((row) => Object.assign(row, { id: `${row.id} ${row.kind}` })), next };
}

/** What exports of a period hold. */
export function bookTotalsQuery({ from, to }: Period) {
  return {
    queryKey: ['bookkeeping', 'totals', from, to],
    queryFn: async (): Promise<BookTotals> =>
      (await answer(api.GET(`${base}/totals`, { params: { query: { from, to } } }))).row,
    meta: { tables },
  };
}

/** A file of a period, for another program or a spreadsheet. */
export function bookFile(
  name: 'xero.csv' | 'myob-sales.txt' | 'myob-payments.txt' | 'lines.csv' | 'payments.csv',
  { from, to }: Period,
): string {
  return `${base}/${name}?${new URLSearchParams({ from, to }).toString()}`;
}

export function gstFile(query: GstQuery): string {
  return `${base}/gst.csv?${new URLSearchParams({ ...query }).toString()}`;
}
