import type {
  InvoiceLetterPreview,
  InvoiceLetterQuery,
  NewAccountLetter,
  NewInvoiceLetter,
  NewQuoteLetter,
  NewStatementLetter,
  ShownInvoiceLetter,
} from '@muster/domain/messages/invoice-letters/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at } from '../../../lib/api/command.ts';

const base = '/services/scheduling/api/v1/invoices/{id}';
const statement = '/services/scheduling/api/v1/customers/{id}/statement';
const payment = '/services/scheduling/api/v1/payments/{id}';
const quote = '/services/scheduling/api/v1/quotes/{id}';

/** What becomes of an email is known by the queue, which tells nobody: it is asked again while it waits. */
const ASK_AGAIN_MS = 3_000;

const whatWentOut = {
  meta: { tables: ['invoice_letters'] },
  refetchInterval: ({ state: { data } }: { state: { data?: ShownInvoiceLetter[] | undefined } }) =>
    data?.some(({ way, state }) => way === 'email' && state?.name === 'waiting') ? ASK_AGAIN_MS : false,
} as const;

/** What was sent about an invoice, and what became of it. */
export function lettersQuery(id: string) {
  return { queryKey: ['invoice letters', id], queryFn: () => loadLetters(id), ...whatWentOut } as const;
}

/** The receipts of a payment that were sent, and what became of them. */
export function receiptsQuery(id: string) {
  return { queryKey: ['invoice letters', id], queryFn: () => loadReceipts(id), ...whatWentOut } as const;
}

async function loadReceipts(id: string): Promise<ShownInvoiceLetter[]> {
  return (await answer(api.GET(`${payment}/letters`, { params: { path: { id } } }))).rows;
}

async function loadLetters(id: string): Promise<ShownInvoiceLetter[]> {
  return (await answer(api.GET(`${base}/letters`, { params: { path: { id } } }))).rows;
}

export interface LetterWanted {
  kind: 'invoice' | 'reminder';
  contact_id: string | null;
}

/** A letter as it would leave now. */
export function letterQuery(id: string, { kind, contact_id }: LetterWanted) {
  const query = { kind, ...(contact_id !== null && { contact_id }) };
  return {
    queryKey: ['invoice letters', id, 'preview', query] as readonly unknown[],
    queryFn: () => loadLetter(id, query),
    meta: { tables: ['invoices', 'allocations', 'customers', 'contacts', 'accounts'] },
  };
}

async function loadLetter(id: string, query: InvoiceLetterQuery): Promise<InvoiceLetterPreview> {
  return (await answer(api.GET(`${base}/letter`, { params: { path: { id }, query } }))).row;
}

interface StatementPeriod {
  from: string;
  to: string;
}

/** The letter with a customer's statement over these days. */
export function statementLetterQuery(customer: string, period: StatementPeriod, contact_id: string | null) {
  const query = { ...period, ...(contact_id !== null && { contact_id }) };
  return {
    queryKey: ['invoice letters', customer, 'statement', query] as readonly unknown[],
    queryFn: () => loadStatementLetter(customer, query),
    meta: { tables: ['invoices', 'allocations', 'payments', 'customers', 'contacts', 'accounts'] },
  };
}

async function loadStatementLetter(
  id: string,
  query: StatementPeriod & { contact_id?: string },
): Promise<InvoiceLetterPreview> {
  return (await answer(api.GET(`${statement}/letter`, { params: { path: { id }, query } }))).row;
}

/** The letter with the receipt of a payment. */
export function receiptLetterQuery(id: string, contact_id: string | null) {
  const query = contact_id === null ? {} : { contact_id };
  return {
    queryKey: ['invoice letters', id, 'preview', query] as readonly unknown[],
    queryFn: () => loadReceiptLetter(id, query),
    meta: { tables: ['payments', 'allocations', 'customers', 'contacts', 'accounts'] },
  };
}

async function loadReceiptLetter(id: string, query: { contact_id?: string }): Promise<InvoiceLetterPreview> {
  return (await answer(api.GET(`${payment}/letter`, { params: { path: { id }, query } }))).row;
}

export function sendReceipt(id: string, body: NewAccountLetter, key: string) {
  return answer(api.POST(`${payment}/letters`, { params: at(id, key), body }));
}

export function sendStatement(customer: string, body: NewStatementLetter, key: string) {
  return answer(api.POST(`${statement}/letters`, { params: at(customer, key), body }));
}

export function sendLetter(id: string, body: NewInvoiceLetter, key: string) {
  return answer(api.POST(`${base}/letters`, { params: at(id, key), body }));
}

/** It got there without us. */
export function noteHandedOver(id: string, note: string, key: string) {
  return answer(api.POST(`${base}/handed-over`, { params: at(id, key), body: { note } }));
}

/** The customer's page of an invoice: an address that is kept nowhere. */
export function linkToInvoice(id: string, key: string) {
  return answer(api.POST(`${base}/page/link`, { params: at(id, key) }));
}

/** How a version of a quote went to the customer, and what became of that. */
export function quoteLettersQuery(id: string) {
  return { queryKey: ['invoice letters', id], queryFn: () => loadQuoteLetters(id), ...whatWentOut } as const;
}

async function loadQuoteLetters(id: string): Promise<ShownInvoiceLetter[]> {
  return (await answer(api.GET(`${quote}/letters`, { params: { path: { id } } }))).rows;
}

/** The letter with a quote as it would leave now. */
export function quoteLetterQuery(id: string, contact_id: string | null) {
  const query = contact_id === null ? {} : { contact_id };
  return {
    queryKey: ['invoice letters', id, 'preview', query] as readonly unknown[],
    queryFn: () => loadQuoteLetter(id, query),
    meta: { tables: ['quotes', 'customers', 'contacts', 'accounts'] },
  };
}

async function loadQuoteLetter(id: string, query: { contact_id?: string }): Promise<InvoiceLetterPreview> {
  return (await answer(api.GET(`${quote}/letter`, { params: { path: { id }, query } }))).row;
}

export function sendQuote(id: string, body: NewQuoteLetter, key: string) {
  return answer(api.POST(`${quote}/letters`, { params: at(id, key), body }));
}

/** The customer has it without us. */
export function noteQuoteHandedOver(id: string, note: string, key: string) {
  return answer(api.POST(`${quote}/handed-over`, { params: at(id, key), body: { note } }));
}

/** The customer's page of a quote: an address that is kept nowhere. */
export function linkToQuote(id: string, key: string) {
  return answer(api.POST(`${quote}/page/link`, { params: at(id, key) }));
}
