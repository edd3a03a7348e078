import type { BillingChange, Wanted } from '@muster/domain/identity/billing/schema';
import { answer, api } from '../../../lib/api/api.ts';

const base = '/services/subscription/api/v1/billing';

/** How the account stands with us. What is paid decides about licences, so both are read again together. */
export const billingQuery = {
  queryKey: ['billing'],
  queryFn: () => answer(api.GET(base)),
  meta: { tables: ['subscriptions'] },
};

export const billingInvoicesQuery = {
  queryKey: ['billing', 'invoices'],
  queryFn: () => answer(api.GET(`${base}/invoices`)),
};

/** The same of the account that an enquiry led to, as the office sees it. Null: none was opened. */
export function officeBillingQuery(id: string) {
  return {
    queryKey: ['billing', 'office', id],
    queryFn: () =>
      answer(api.GET('/services/office/api/v1/enquiries/{id}/billing', { params: { path: { id } } })),
    // Nobody tells the office of what happens in an account.
    staleTime: 0,
  };
}

/** What so many licences come to, to the cent. It is asked each time: each day the rest of the month is shorter. */
export function previewQuery(body: Wanted) {
  return {
    queryKey: ['billing', 'preview', body],
    queryFn: () => answer(api.POST(`${base}/preview`, { body })),
    staleTime: 0,
    gcTime: 0,
  };
}

/** Asks Stripe now: on the way back from its page, what was known before is not true any more. */
export function checkBilling() {
  return answer(api.POST(`${base}/check`));
}

export function startSubscription(body: Wanted) {
  return answer(api.POST(`${base}/start`, { body }));
}

export function changeSubscription(body: BillingChange) {
  return answer(api.PUT(`${base}/plan`, { body }));
}

export function cancelSubscription() {
  return answer(api.POST(`${base}/cancel`));
}

export function keepSubscription() {
  return answer(api.POST(`${base}/keep`));
}

export function openPortal() {
  return answer(api.POST(`${base}/portal`));
}

export function invoicePaper(id: string): string {
  return `${base}/invoices/${id}/paper.pdf`;
}
