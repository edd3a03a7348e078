import type { PrintedQuote } from '@muster/domain/money/quote-papers/words';
import type { QuoteRecord } from '@muster/domain/money/quotes/schema';
import type { AccountId } from '@muster/domain/values/ids';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { reckonAside } from '../../../platform/threads.ts';
import { logoOnPaper } from '../invoice-papers/service.ts';
import { partiesOf } from '../invoices/service.ts';
import { readPlaceAndDay } from './store.ts';

/** A quote as it is printed now: a draft as if it were sent. */
export async function printedQuote(db: Tx, quote: QuoteRecord): Promise<PrintedQuote> {
  const { state, number, revision, title, note, terms, lines, options, sent_on, valid_days } = quote;
  const { valid_until, deposit_percent, deposit_cents, choice, decided_at, decided_by } = quote;
  const { is_own_decision, net, gst, total, site_id: site, supplier, buyer, customer_id } = quote;
  const { place, day } = await readPlaceAndDay(db, { site, moment: decided_at });
  return {
    state,
    number,
    revision,
    title,
    note,
    terms,
    lines,
    options,
    sent_on,
    valid_days,
    valid_until,
    deposit_percent,
    deposit_cents,
    choice,
    decided_at,
    decided_by,
    is_own_decision,
    net,
    gst,
    total,
    place,
    decided_on: day,
    ...(supplier && buyer ? { supplier, buyer } : await partiesOf(db, customer_id!)),
  };
}

/** Drawn in a thread, with the logo that the business had then, where that is still there, and a code that leads to its page. */
export async function drawQuote(
  deps: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
  quote: PrintedQuote,
  page: string | null,
): Promise<Uint8Array> {
  const logo = await logoOnPaper(deps, account, quote.supplier.logo_id);
  return reckonAside(account, 'quotePaper', { quote, logo, page: quote.state === 'sent' ? page : null });
}
