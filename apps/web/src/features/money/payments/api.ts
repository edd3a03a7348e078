import type { CardState } from '@muster/domain/money/card-payments/schema';
import type { NewCardRefund } from '@muster/domain/money/card-refunds/schema';
import type { InvoiceSummary } from '@muster/domain/money/invoices/schema';
import type {
  CreditUse,
  NewPayment,
  NewRefund,
  PaymentEdit,
  PaymentRecord,
  PaymentSummary,
  TakeBack,
} from '@muster/domain/money/payments/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';
import { newer } from '../../../lib/api/queries.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import type { PaymentSearch } from './model/payment-search.ts';

const base = '/services/scheduling/api/v1';
const pageRows = 100;
/** What paid for what follows from all three. */
const tables = ['payments', 'allocations', 'invoices'] as const;

export function paymentsQuery(search: PaymentSearch): RecordsQuery<PaymentSummary> {
  return {
    queryKey: ['payments', 'list', search],
    load: (cursor) => loadPage(search, cursor),
    tables: ['payments', 'allocations'],
  };
}

function loadPage(search: PaymentSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor !== undefined && { cursor }) };
  return answer(api.GET(`${base}/payments`, { params: { query } }));
}

export function paymentQuery(id: string) {
  return {
    queryKey: ['payments', 'one', id],
    queryFn: () => loadOne(id),
    meta: { tables },
    structuralSharing: (known: unknown, read: unknown) =>
      newer(known as PaymentRecord | undefined, read as PaymentRecord),
  };
}

async function loadOne(id: string): Promise<PaymentRecord> {
  return (await answer(api.GET(`${base}/payments/{id}`, { params: { path: { id } } }))).row;
}

/** What paid for an invoice; of a credit note, what it was used for. */
export function invoicePaymentsQuery(id: string) {
  return {
    queryKey: ['payments', 'of invoice', id],
    queryFn: () => loadOfInvoice(id),
    meta: { tables },
  };
}

async function loadOfInvoice(id: string) {
  return (await answer(api.GET(`${base}/invoices/{id}/payments`, { params: { path: { id } } }))).rows;
}

/** What a customer paid on a day. */
export function paidOnQuery(customer: string, day: string) {
  return {
    queryKey: ['payments', 'paid on', customer, day],
    queryFn: () => loadPaidOn(customer, day),
    meta: { tables: ['payments'] },
    staleTime: 0,
  };
}

async function loadPaidOn(customer: string, day: string): Promise<PaymentSummary[]> {
  const query = { customer, from: day, to: day, view: 'received', limit: pageRows } as const;
  return (await answer(api.GET(`${base}/payments`, { params: { query } }))).rows;
}

/** What a customer has with the business, and what they owe. */
export function creditQuery(customer: string) {
  return {
    queryKey: ['payments', 'credit', customer],
    queryFn: () => loadCredit(customer),
    meta: { tables },
  };
}

async function loadCredit(id: string) {
  return (await answer(api.GET(`${base}/customers/{id}/credit`, { params: { path: { id } } }))).row;
}

/** As many as one payment pays at once. */
const mostOwed = 200;

/** The invoices that somebody has to pay, the longest due first. */
export function owedByQuery(customer: string) {
  return {
    queryKey: ['payments', 'owed by', customer],
    queryFn: () => loadOwedBy(customer),
    meta: { tables },
  };
}

async function loadOwedBy(customer: string): Promise<InvoiceSummary[]> {
  const query = { customer, view: 'unpaid', sort: 'due', limit: mostOwed } as const;
  const { rows } = await answer(api.GET(`${base}/invoices`, { params: { query } }));
  return rows.filter(({ bill_to_id }) => bill_to_id === customer);
}

/** What has gone back of a payment to the card by which it came. */
export function cardMoneyQuery(id: string) {
  return {
    queryKey: ['payments', 'card', id],
    queryFn: () => loadCardMoney(id),
    meta: { tables: ['payments', 'card_refunds', 'card_disputes'] },
  };
}

async function loadCardMoney(id: string) {
  return (await answer(api.GET(`${base}/payments/{id}/card-refunds`, { params: { path: { id } } }))).row;
}

/** Nobody here is told when a customer leaves the page to pay on: while there is one it is asked for again. */
const PAYING_MS = 10_000;

/** How paying an invoice by card stands. */
export function cardStateQuery(id: string) {
  return {
    queryKey: ['payments', 'card state', id],
    queryFn: () => loadCardState(id),
    meta: { tables: ['card_payments', 'invoices'] },
    refetchInterval: ({ state }: { state: { data: CardState | undefined } }) =>
      state.data?.open ? PAYING_MS : (false as const),
  };
}

async function loadCardState(id: string): Promise<CardState> {
  return (await answer(api.GET('/services/payments/api/v1/invoices/{id}', { params: { path: { id } } }))).row;
}

/** Where its receipt is. */
export function receiptOf(id: string): string {
  return `${base}/payments/${id}/receipt.pdf`;
}

export function recordPayment(body: NewPayment, key: string) {
  return answer(api.POST(`${base}/payments`, { params: keyed(key), body }));
}

export function editPayment(id: string, body: PaymentEdit, key: string) {
  return answer(api.PATCH(`${base}/payments/{id}`, { params: at(id, key), body }));
}

export function takeBackPayment(id: string, body: TakeBack, key: string) {
  return answer(api.POST(`${base}/payments/{id}/take-back`, { params: at(id, key), body }));
}

export function refundToCard(id: string, body: NewCardRefund, key: string) {
  return answer(api.POST(`${base}/payments/{id}/card-refunds`, { params: at(id, key), body }));
}

export function stopRefundToCard(id: string, refund: string, key: string) {
  const params = { path: { id, refund }, ...keyed(key) };
  return answer(api.POST(`${base}/payments/{id}/card-refunds/{refund}/stop`, { params }));
}

export function spendCredit(customer: string, body: CreditUse, key: string) {
  return answer(api.POST(`${base}/customers/{id}/credit/use`, { params: at(customer, key), body }));
}

export function refundCredit(customer: string, body: NewRefund, key: string) {
  return answer(api.POST(`${base}/customers/{id}/credit/refund`, { params: at(customer, key), body }));
}
