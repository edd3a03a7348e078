import { randomUUID } from 'node:crypto';
import { leftLines, leftOfQuote, partIdOf, partLines } from '@muster/domain/money/quotes/progress';
import { chosenLines, depositOf } from '@muster/domain/money/quotes/rules';
import type {
  QuoteAcceptance,
  QuotedJob,
  QuoteInvoice,
  QuoteLine,
  QuoteProgress,
  QuoteRecord,
} from '@muster/domain/money/quotes/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { discountInWords } from '@muster/domain/money/lines/words';
import { dividedHalfUp } from '@muster/domain/values/cents';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { attempt } from '../../../platform/db/transaction.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { addToJob, openJob } from '../../work/visits/service.ts';
import { jobsOf } from '../../work/jobs/service.ts';
import { addInvoice, issueInvoice } from '../invoices/service.ts';
import { acceptQuote, type Decider, holdAccepted, noteJob, readQuote } from '../quotes/service.ts';
import { hasOpenVisit, listCharged, listInvoicesOf } from './store.ts';

/** Somebody takes a quote, and it becomes work: a job with a visit to schedule, and the invoice of its deposit. */
export async function acceptAndBegin(
  write: Writer,
  id: string,
  acceptance: QuoteAcceptance,
  decider: Decider,
): Promise<QuoteRecord> {
  const quote = await acceptQuote(write, id, acceptance, decider);
  await beginJob(write, quote, quote.site_id);
  await askForDeposit(write, quote);
  return readQuote(write.db, id);
}

/** How long a visit is taken to be until somebody plans it, where no job type says it: a quote names prices, not times. */
const UNPLANNED_MINUTES = 60;

/** A job has room for so much. */
const MOST_DESCRIPTION = 5_000;

/** What is to be done, as whoever goes there reads it: no prices. */
function workWords(quote: QuoteRecord): string {
  const lines = acceptedLines(quote).map(({ description, code }) => `- ${description || code}`);
  return [quote.title, `As quoted in ${quote.number}:`, ...lines]
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MOST_DESCRIPTION);
}

/** The job that waited for it has a visit to schedule; where none did, there is a new one. Without a place somebody chooses it first. */
async function beginJob(write: Writer, quote: QuoteRecord, site_id: string | null): Promise<void> {
  const { db } = write;
  const { id, customer_id, job_id } = quote;
  const [waiting] = job_id === null ? [] : await jobsOf(db, [job_id]);
  if (waiting && waiting.archived_at === null) {
    if (await hasOpenVisit(db, waiting.id)) return;
    await addToJob(write, waiting.id, {
      note: workWords(quote),
      ...(waiting.job_type_id === null && { duration: UNPLANNED_MINUTES }),
    });
    return;
  }
  if (site_id === null || customer_id === null) return;
  const job = await openJob(write, {
    customer_id,
    site_id,
    description: workWords(quote),
    visits: [{ duration: UNPLANNED_MINUTES }],
  });
  await noteJob(write, id, { job_id: job.id, site_id });
}

/** The job of a quote that was accepted before anybody said where the work is done. */
export async function makeJob(write: Writer, id: string, { site_id }: QuotedJob): Promise<QuoteRecord> {
  const quote = await holdAccepted(write, id);
  if (quote.job_id !== null)
    throw new Failure('conflict', `This quote is already job J-${quote.job_number}.`);
  const site = site_id ?? quote.site_id;
  if (site === null) throw new Failure('unprocessable', 'Choose the site where the work is done.');
  await beginJob(write, quote, site);
  return readQuote(write.db, id);
}

function acceptedLines(quote: QuoteRecord): QuoteLine[] {
  return quote.choice === null ? [] : chosenLines(quote, quote.choice);
}

/** The invoice of the deposit, issued at once so that it can be paid; a draft where something is missing that somebody has to add first. */
async function askForDeposit(write: Writer, quote: QuoteRecord): Promise<void> {
  const amount = depositOf(quote, quote.total);
  if (amount === 0) return;
  const share = quote.deposit_percent === null ? '' : ` of ${discountInWords(quote.deposit_percent)}`;
  const accepted = acceptedLines(quote);
  const description = `Deposit${share} for quote ${quote.number}`;
  const left = leftOfQuote(accepted, []);
  const lines = partLines(accepted, left, {
    amount,
    description,
    makeId: () => partIdOf(quote.id, randomUUID()),
  });
  const draft = await draftInvoice(write, quote, { lines, title: description, terms_days: 0 });
  // Why it can't be issued yet is said to whoever issues the draft, and is no reason to turn a customer away.
  await attempt(write.db, () => issueInvoice(write, draft.id));
}

async function draftInvoice(
  write: Writer,
  { id, customer_id, job_id, title }: QuoteRecord,
  said: { lines: NewLine[]; title?: string; terms_days?: number },
): Promise<InvoiceRecord> {
  const { job_id: job } = job_id === null ? await readQuote(write.db, id) : { job_id };
  return addInvoice(write, {
    customer_id: customer_id!,
    title,
    ...said,
    quote_id: id,
    lines: said.lines.map((line) => Object.assign({}, line, { job_id: job })),
  });
}

const WHOLE = 10_000n;

/** A draft that charges a part of what was accepted, or all that is left of it. */
export async function invoiceQuote(
  write: Writer,
  id: string,
  { percent, lines: wanted }: QuoteInvoice,
): Promise<InvoiceRecord> {
  if (percent !== undefined && wanted !== undefined)
    throw new Failure('unprocessable', 'Charge a part in percent or some of the lines, not both.');
  const quote = await holdAccepted(write, id);
  const accepted = acceptedLines(quote);
  const left = leftOfQuote(accepted, await listCharged(write.db, id));
  const lines =
    percent === undefined
      ? leftLines(accepted, left, wanted)
      : partLines(accepted, left, {
          amount: Number(dividedHalfUp(BigInt(quote.total) * BigInt(percent), WHOLE)),
          description: `${discountInWords(percent)} of quote ${quote.number}`,
          makeId: () => partIdOf(id, randomUUID()),
        });
  if (lines.length === 0)
    throw new Failure('conflict', `Everything in ${quote.number} has already been charged.`);
  return draftInvoice(write, quote, { lines });
}

/** How much of an accepted quote was charged, and by which invoices. */
export async function progressOf(db: Tx, id: string): Promise<QuoteProgress> {
  const quote = await readQuote(db, id);
  const charged = await listCharged(db, id);
  const left = leftOfQuote(acceptedLines(quote), charged);
  return {
    total: quote.total,
    charged: charged.reduce((sum, { total }) => sum + total, 0),
    left: [...left.values()].reduce((sum, cents) => sum + cents, 0),
    lines: [...left].map(([line, cents]) => ({ id: line, left: cents })),
    invoices: await listInvoicesOf(db, id),
  };
}
