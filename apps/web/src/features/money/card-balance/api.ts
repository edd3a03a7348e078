import type { BookPeriod } from '@muster/domain/money/bookkeeping/schema';
import type {
  CardPaymentSummary,
  CardPayoutSummary,
  PayoutLine,
} from '@muster/domain/money/card-balance/schema';
import { answer, api } from '../../../lib/api/api.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';
import type { CardSearch } from './model/card-search.ts';

const base = '/services/payments/api/v1';
const pageRows = 100;
/** What is known of card money follows from all of these. */
const tables = [
  'card_payments',
  'card_refunds',
  'card_disputes',
  'card_payouts',
  'card_movements',
  'payments',
] as const;

export function cardPaymentsQuery(search: CardSearch): RecordsQuery<CardPaymentSummary> {
  return {
    queryKey: ['card payments', 'list', search],
    load: (cursor) => loadCardPayments(search, cursor),
    tables,
  };
}

function loadCardPayments(search: CardSearch, cursor: string | undefined) {
  const query = { ...search, limit: pageRows, ...(cursor !== undefined && { cursor }) };
  return answer(api.GET(`${base}/card-payments`, { params: { query } }));
}

/** The same as a file. */
export function cardPaymentsFile({ search, view, from, to }: CardSearch): string {
  const said = Object.entries({ search, view, from, to }).filter(([, value]) => value !== undefined);
  return `${base}/card-payments.csv?${new URLSearchParams(said as [string, string][]).toString()}`;
}

/** The one that Stripe knows by this. */
export function cardPaymentQuery(reference: string) {
  return {
    queryKey: ['card payments', 'one', reference],
    queryFn: async () => (await loadCardPayments({ search: reference }, undefined)).rows[0] ?? null,
    meta: { tables },
  };
}

export const clearingQuery = {
  queryKey: ['card payments', 'clearing'],
  queryFn: async () => (await answer(api.GET(`${base}/clearing`))).row,
  meta: { tables },
};

export const payoutsQuery: RecordsQuery<CardPayoutSummary> = {
  queryKey: ['card payments', 'payouts'],
  load: (cursor) =>
    answer(
      api.GET(`${base}/payouts`, {
        params: { query: { limit: pageRows, ...(cursor !== undefined && { cursor }) } },
      }),
    ),
  tables: ['card_payouts'],
};

export function payoutQuery(id: string) {
  return {
    queryKey: ['card payments', 'payout', id],
    queryFn: async () => (await answer(api.GET(`${base}/payouts/{id}`, { params: { path: { id } } }))).row,
    meta: { tables },
  };
}

export function payoutLinesQuery(id: string): RecordsQuery<PayoutLine> {
  return {
    queryKey: ['card payments', 'payout', id, 'lines'],
    load: (cursor) =>
      answer(
        api.GET(`${base}/payouts/{id}/lines`, {
          params: { path: { id }, query: { limit: pageRows, ...(cursor !== undefined && { cursor }) } },
        }),
      ),
    tables,
  };
}

export function payoutFile(id: string): string {
  return `${base}/payouts/${id}/lines.csv`;
}

/** What Stripe kept in a period. */
export function feesQuery({ from, to }: BookPeriod) {
  return {
    queryKey: ['card payments', 'fees', from, to],
    queryFn: async () => (await answer(api.GET(`${base}/fees`, { params: { query: { from, to } } }))).row,
    meta: { tables },
  };
}

export function feesFile({ from, to }: BookPeriod): string {
  return `${base}/fees.csv?${new URLSearchParams({ from, to }).toString()}`;
}
