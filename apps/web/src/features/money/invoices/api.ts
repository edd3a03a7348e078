import type {
  InvoiceEdit,
  InvoiceRecord,
  InvoiceSummary,
  NewCredit,
  NewInvoice,
} from '@muster/domain/money/invoices/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';
import { newer } from '../../../lib/api/queries.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import { type InvoiceSearch, usualSort } from './model/invoice-search.ts';

const base = '/services/scheduling/api/v1';
const pageRows = 100;

export function invoicesQuery(search: InvoiceSearch): RecordsQuery<InvoiceSummary> {
  return {
    queryKey: ['invoices', 'list', search],
    load: (cursor) => loadPage(search, cursor),
    tables: ['invoices', 'allocations'],
  };
}

export function invoiceQuery(id: string) {
  return {
    queryKey: ['invoices', 'one', id],
    queryFn: () => loadOne(id),
    meta: { tables: ['invoices', 'allocations'] },
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as InvoiceRecord | undefined, read as InvoiceRecord),
  };
}

/** How many there are in each pile, and what they come to. */
/** What there is of each view, of the customer or site that the list is narrowed to. */
export function invoiceTotalsQuery({ customer, site }: Pick<InvoiceSearch, 'customer' | 'site'>) {
  const query = { ...(customer !== undefined && { customer }), ...(site !== undefined && { site }) };
  return {
    queryKey: ['invoices', 'totals', query],
    queryFn: () => answer(api.GET(`${base}/invoices/summary`, { params: { query } })),
    meta: { tables: ['invoices', 'allocations'] },
  };
}

function loadPage(given: InvoiceSearch, cursor: string | undefined) {
  // What is said of finished work is no filter of invoices.
  const { view, left_out: _, ...search } = given;
  const query = {
    ...search,
    ...(view !== undefined && view !== 'ready' && { view }),
    sort: search.sort ?? usualSort({ view }),
    limit: pageRows,
    ...(cursor !== undefined && { cursor }),
  };
  return answer(api.GET(`${base}/invoices`, { params: { query } }));
}

/** As many as a drawer shows. */
const latest = 5;

/** The latest of a customer or a job. */
export function latestInvoicesQuery(of: { customer: string } | { job: string }) {
  return {
    queryKey: ['invoices', 'latest', of],
    queryFn: () => loadLatest(of),
    meta: { tables: ['invoices', 'allocations'] },
  };
}

async function loadLatest(of: { customer: string } | { job: string }) {
  const query = { ...of, sort: '-created', limit: latest } as const;
  return (await answer(api.GET(`${base}/invoices`, { params: { query } }))).rows;
}

async function loadOne(id: string): Promise<InvoiceRecord> {
  return (await answer(api.GET(`${base}/invoices/{id}`, { params: { path: { id } } }))).row;
}

/** What an item of the price list is in an invoice of that customer, at their prices: of a kit, all that is in it. */
export async function linesOfItem(item: string, customer: string, quantity: number): Promise<NewLine[]> {
  const params = { path: { id: item }, query: { customer, quantity } };
  return (await answer(api.GET(`${base}/items/{id}/lines`, { params }))).rows;
}

/** Where its paper is. */
export function pdfOf(id: string): string {
  return `${base}/invoices/${id}/invoice.pdf`;
}

/** Where it is for the programs of those who pay. */
export function eInvoiceOf(id: string): string {
  return `${base}/invoices/${id}/e-invoice.xml`;
}

/** What can still be credited of each line of an invoice. */
export function creditLeftQuery(id: string) {
  return {
    queryKey: ['invoices', 'credit left', id],
    queryFn: () => loadCreditLeft(id),
    meta: { tables: ['invoices'] },
    // Somebody else may have credited it a moment ago.
    staleTime: 0,
    // A map cannot be merged with the one before.
    structuralSharing: false,
  };
}

async function loadCreditLeft(id: string) {
  const { lines } = await answer(api.GET(`${base}/invoices/{id}/credit`, { params: { path: { id } } }));
  return new Map(lines.map(({ id: line, ...left }) => [line, left]));
}

export function creditInvoice(id: string, body: NewCredit, key: string) {
  return answer(api.POST(`${base}/invoices/{id}/credit`, { params: at(id, key), body }));
}

/** An invoice has a handful at most. */
const mostCreditNotes = 50;

/** The credit notes of an invoice, drafts too. */
export function creditNotesQuery(credits: string) {
  return {
    queryKey: ['invoices', 'credit notes', credits],
    queryFn: () => loadCreditNotes(credits),
    meta: { tables: ['invoices', 'allocations'] },
  };
}

async function loadCreditNotes(credits: string) {
  const query = { credits, sort: '-created', limit: mostCreditNotes } as const;
  return (await answer(api.GET(`${base}/invoices`, { params: { query } }))).rows;
}

export function copyInvoice(id: string, key: string) {
  return answer(api.POST(`${base}/invoices/{id}/copy`, { params: at(id, key) }));
}

export function addInvoice(body: NewInvoice, key: string) {
  return answer(api.POST(`${base}/invoices`, { params: keyed(key), body }));
}

export function editInvoice(id: string, body: InvoiceEdit, key: string) {
  return answer(api.PATCH(`${base}/invoices/{id}`, { params: at(id, key), body }));
}

export function removeDraft(id: string, key: string) {
  return answer(api.DELETE(`${base}/invoices/{id}`, { params: at(id, key) }));
}

export function issueInvoice(id: string, body: { version: number; issued_on?: string }, key: string) {
  return answer(api.POST(`${base}/invoices/{id}/issue`, { params: at(id, key), body }));
}
