import type { NewQuoteLine, QuoteRecord } from '@muster/domain/money/quotes/schema';
import { expect } from 'vitest';
import { tapLine } from './invoices.ts';
import type { Work } from './work.ts';

/** A line of a quote: a tap, which comes to $330.00 with GST, unless something else is said. */
export function quoteLine(fields: Partial<NewQuoteLine> = {}) {
  return tapLine({ heading: '', option_id: null, is_optional: false, ...fields });
}

/** The draft of a quote for a new customer with one site. */
export async function draftedQuote(
  work: Pick<Work, 'owner' | 'addSite'>,
  { email = '', ...fields }: { email?: string; [field: string]: unknown } = {},
): Promise<QuoteRecord> {
  const { customer_id } = await work.addSite();
  if (email !== '') await work.owner.patch(`/customers/${customer_id}`, { version: 1, email });
  const answer = await work.owner.post('/quotes', {
    customer_id,
    title: 'Kitchen',
    lines: [quoteLine()],
    ...fields,
  });
  expect([answer.status, answer.message]).toEqual([200, 'Done.']);
  return (answer.data as { row: QuoteRecord }).row;
}

/** One that the customer has, and the path of its page. */
export async function sentQuote(
  work: Pick<Work, 'owner' | 'addSite'>,
  fields: { email?: string; [field: string]: unknown } = {},
): Promise<QuoteRecord & { readonly path: string }> {
  const draft = await draftedQuote(work, fields);
  const path = await sendQuote(work, draft.id);
  const { data } = await work.owner.get(`/quotes/${draft.id}`);
  return { ...(data as { row: QuoteRecord }).row, path };
}

/** Hands a quote over, and finds the path of its page. */
export async function sendQuote({ owner }: Pick<Work, 'owner'>, id: string): Promise<string> {
  const sent = await owner.post(`/quotes/${id}/handed-over`, { note: 'Shown' });
  expect([sent.status, sent.message]).toEqual([200, 'Done.']);
  const { data } = await owner.post(`/quotes/${id}/page/link`, {});
  return new URL((data as { address: string }).address).pathname;
}
