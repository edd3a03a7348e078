import type {
  InvoiceLetter,
  InvoiceLetterPreview,
  NewQuoteLetter,
  ShownInvoiceLetter,
} from '@muster/domain/messages/invoice-letters/schema';
import type { QuoteRecord } from '@muster/domain/money/quotes/schema';
import { quoteStatusOf } from '@muster/domain/money/quotes/states';
import type { AccountId } from '@muster/domain/values/ids';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { TextDeps } from '../../basics/texts/service.ts';
import { today } from '../../money/money-settings/service.ts';
import { mailedPaperLink } from '../../money/paper-links/service.ts';
import { printedQuote } from '../../money/quote-papers/service.ts';
import { asItLeaves, readQuote, sentQuote } from '../../money/quotes/service.ts';
import {
  lettersAbout,
  noteByHand,
  previewTold,
  sendTold,
  type ToldPaper,
} from '../invoice-letters/service.ts';
import { letterOf, textOf } from './templates.ts';

/** A version of a quote; refused where it is not for a customer to have any more. */
async function toldQuote(db: Tx, deps: TextDeps, quote: QuoteRecord, at: Date): Promise<ToldPaper> {
  const { id, customer_id, customer_name, job_id } = quote;
  const day = await today(db, at);
  const status = quoteStatusOf(quote, day);
  if (status === 'replaced')
    throw new Failure('conflict', 'There is a newer version of this quote. Send that one.');
  if (status === 'declined' || status === 'expired')
    throw new Failure(
      'conflict',
      `This quote ${status === 'declined' ? 'was declined' : 'has expired'}. Make a new version to send it again.`,
    );
  const about = { quote: await printedQuote(db, quote), today: day };
  return {
    kind: 'quote',
    about,
    customer: { id: customer_id!, name: customer_name! },
    concerned: [customer_id!, ...(job_id === null ? [] : [job_id])],
    place: { quote_id: id },
    letter: (link) => letterOf(about, link),
    text: (business) => textOf(about, business),
    link: () => mailedPaperLink(db, deps.database.keys, 'quote', id),
  };
}

/** The letter as it would leave now: of a draft as if it were sent by it. */
export async function previewQuoteLetter(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  id: string,
  { contact_id = null, at }: { contact_id?: string | null; at: Date },
): Promise<InvoiceLetterPreview> {
  const quote = await asItLeaves(db, await readQuote(db, id), at);
  const told = await toldQuote(db, deps, quote, at);
  return previewTold(db, deps, account, told, { contact_id, at });
}

/** Sends a quote. A draft stays as it is from then on. */
export async function sendQuoteLetter(
  write: Writer,
  deps: TextDeps,
  account: AccountId,
  id: string,
  letter: NewQuoteLetter,
): Promise<InvoiceLetter[]> {
  const quote = await sentQuote(write, id);
  return sendTold(write, deps, account, await toldQuote(write.db, deps, quote, write.at), letter);
}

/** Notes that a quote got to the customer without us: shown, printed, or by its link. */
export async function noteQuoteHandedOver(write: Writer, id: string, note: string): Promise<InvoiceLetter> {
  const { customer_id, job_id } = await sentQuote(write, id);
  const concerned = [customer_id!, ...(job_id === null ? [] : [job_id])];
  return noteByHand(write, { kind: 'quote', place: { quote_id: id }, concerned }, note);
}

export async function lettersOfQuote(db: Tx, id: string): Promise<ShownInvoiceLetter[]> {
  await readQuote(db, id);
  return lettersAbout(db, { quote_id: id });
}
