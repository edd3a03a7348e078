import type { PrintedInvoice } from '@muster/domain/money/invoice-papers/words';
import { type InvoiceStatus, statusOf } from '@muster/domain/money/invoices/rules';
import { registrationWords } from '@muster/domain/values/letterhead';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { PageOwner } from '../../../platform/site/customer-page.ts';
import { logoOf } from '../../field/files/service.ts';
import { type CardOffer, cardOfferOf } from '../../money/card-payments/service.ts';
import { printedInvoice } from '../../money/invoice-papers/service.ts';
import { readInvoice } from '../../money/invoices/service.ts';
import { today } from '../../money/money-settings/service.ts';
import { creditAndOwed } from '../../money/payments/service.ts';
import type { OpenPaperLink } from '../../money/paper-links/service.ts';
import { listPaidParts, type PaidPart, readLastSettled } from './store.ts';

/** What the page of an invoice tells at a moment. */
export interface InvoicePage {
  readonly invoice: PrintedInvoice;
  readonly status: InvoiceStatus;
  readonly paid: readonly PaidPart[];
  /** What whoever pays has with the business, and is put to nothing yet. */
  readonly credit: number;
  /** How it can be paid by card. */
  readonly card: CardOffer;
  /** By the clocks of the business. */
  readonly today: LocalDate;
}

/** The page of a settled invoice stays open this long, because customers look up last year's invoices for their tax. */
const OPEN_DAYS_AFTER_SETTLED = 400;

/** Not there any more once everything has been settled for long. */
export async function readInvoicePage(db: Tx, id: string, at: Date): Promise<InvoicePage> {
  const invoice = await printedInvoice(db, id);
  const { credit } = await creditAndOwed(db, (await readInvoice(db, id)).bill_to_id);
  const paid = await listPaidParts(db, id);
  const day = await today(db, at);
  const status = statusOf(invoice, day);
  if (status === 'paid' || status === 'credited' || status === 'used') {
    const settledOn = (await readLastSettled(db, id)) ?? (invoice.issued_on as LocalDate);
    if (addDays(settledOn, OPEN_DAYS_AFTER_SETTLED) < day) throw new Failure('notFound');
  }
  const isOwed = status === 'unpaid' || status === 'part paid' || status === 'overdue';
  const card = await cardOfferOf(db, id, isOwed ? invoice.outstanding : 0);
  return { invoice, paid, credit, card, today: day, status };
}

/** The business as it was when it issued the invoice. */
export async function ownerOf(
  deps: Pick<Deps, 'database' | 'files'>,
  { account }: Pick<OpenPaperLink, 'account'>,
  { supplier: { name, colour, logo_id, ...registered } }: PrintedInvoice,
): Promise<PageOwner> {
  const logo = logo_id === null ? undefined : await logoOf(deps, account, logo_id);
  return { name, colour, logo: logo ?? null, registration: registrationWords(registered) };
}
