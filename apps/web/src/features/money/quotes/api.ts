import type {
  NewQuote,
  QuoteAcceptance,
  QuoteEdit,
  QuoteInvoice,
  QuoteRecord,
  QuoteRefusal,
  QuoteSummary,
} from '@muster/domain/money/quotes/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';
import { newer } from '../../../lib/api/queries.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import type { QuoteSearch } from './model/quote-search.ts';

const base = '/services/scheduling/api/v1';
const pageRows = 100;
const tables = ['quotes', 'quote_questions', 'invoice_letters'] as const;

export function quotesQuery(search: QuoteSearch): RecordsQuery<QuoteSummary> {
  return {
    queryKey: ['quotes', 'list', search],
    load: (cursor) => loadPage(search, cursor),
    tables,
  };
}

export function quoteQuery(id: string) {
  return {
    queryKey: ['quotes', 'one', id],
    queryFn: () => loadOne(id),
    meta: { tables },
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as QuoteRecord | undefined, read as QuoteRecord),
  };
}

/** What there is of each pile, of the customer that the list is narrowed to. */
export function quoteTotalsQuery({ customer }: Pick<QuoteSearch, 'customer'>) {
  const query = customer === undefined ? {} : { customer };
  return {
    queryKey: ['quotes', 'totals', query],
    queryFn: () => answer(api.GET(`${base}/quotes/summary`, { params: { query } })),
    meta: { tables },
  };
}

/** As many as a drawer shows. */
const latest = 5;

/** The latest of a customer or a job. */
export function latestQuotesQuery(of: { customer: string } | { job: string }) {
  return {
    queryKey: ['quotes', 'latest', of],
    queryFn: () => loadSome({ ...of, limit: latest }),
    meta: { tables },
  };
}

/** More templates than that are sought by name in the list. */
const mostTemplates = 50;

export const templatesQuery = {
  queryKey: ['quotes', 'templates'],
  queryFn: () => loadSome({ view: 'template', limit: mostTemplates }),
  meta: { tables },
};

/** How much of an accepted quote was charged. */
export function progressQuery(id: string) {
  return {
    queryKey: ['quotes', 'progress', id],
    queryFn: () => loadProgress(id),
    meta: { tables: ['quotes', 'invoices', 'allocations'] },
  };
}

function loadPage(search: QuoteSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor !== undefined && { cursor }) };
  return answer(api.GET(`${base}/quotes`, { params: { query } }));
}

async function loadSome(query: { customer?: string; job?: string; view?: 'template'; limit: number }) {
  return (await answer(api.GET(`${base}/quotes`, { params: { query } }))).rows;
}

async function loadOne(id: string): Promise<QuoteRecord> {
  return (await answer(api.GET(`${base}/quotes/{id}`, { params: { path: { id } } }))).row;
}

async function loadProgress(id: string) {
  return (await answer(api.GET(`${base}/quotes/{id}/progress`, { params: { path: { id } } }))).row;
}

/** Where its paper is. */
export function pdfOfQuote(id: string): string {
  return `${base}/quotes/${id}/quote.pdf`;
}

/** What an item of the price list is in a quote for that customer, at their prices: of a kit, all that is in it. */
export async function linesOfItem(
  item: string,
  customer: string | null,
  quantity: number,
): Promise<NewLine[]> {
  const query = { quantity, ...(customer !== null && { customer }) };
  const params = { path: { id: item }, query };
  return (await answer(api.GET(`${base}/items/{id}/lines`, { params }))).rows;
}

export function addQuote(body: NewQuote, key: string) {
  return answer(api.POST(`${base}/quotes`, { params: keyed(key), body }));
}

export function editQuote(id: string, body: QuoteEdit, key: string) {
  return answer(api.PATCH(`${base}/quotes/{id}`, { params: at(id, key), body }));
}

export function removeQuote(id: string, key: string) {
  return answer(api.DELETE(`${base}/quotes/{id}`, { params: at(id, key) }));
}

export function renewQuote(id: string, key: string) {
  return answer(api.POST(`${base}/quotes/{id}/renew`, { params: at(id, key) }));
}

export function saveTemplate(id: string, title: string, key: string) {
  return answer(api.POST(`${base}/quotes/{id}/template`, { params: at(id, key), body: { title } }));
}

export function acceptQuote(id: string, body: QuoteAcceptance, key: string) {
  return answer(api.POST(`${base}/quotes/{id}/accept`, { params: at(id, key), body }));
}

export function declineQuote(id: string, body: QuoteRefusal, key: string) {
  return answer(api.POST(`${base}/quotes/{id}/decline`, { params: at(id, key), body }));
}

export function makeJob(id: string, site_id: string, key: string) {
  return answer(api.POST(`${base}/quotes/{id}/job`, { params: at(id, key), body: { site_id } }));
}

export function invoiceQuote(id: string, body: QuoteInvoice, key: string) {
  return answer(api.POST(`${base}/quotes/{id}/invoices`, { params: at(id, key), body }));
}

export function answerQuestion(id: string, key: string) {
  return answer(api.POST(`${base}/quote-questions/{id}/answered`, { params: at(id, key) }));
}
