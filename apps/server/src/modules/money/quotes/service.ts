import { isDeepStrictEqual } from 'node:util';
import { tidyLine } from '@muster/domain/money/lines/rules';
import {
  choiceProblem,
  offerProblem,
  reckonedQuoteLine,
  saidOfQuote,
  sendProblem,
  totalOfChoice,
  usualChoice,
} from '@muster/domain/money/quotes/rules';
import {
  type NewQuote,
  type NewQuoteLine,
  Quote,
  type QuoteAcceptance,
  type QuoteEdit,
  type QuoteOption,
  type QuoteQuery,
  QuoteQuestion,
  type QuoteRecord,
  type QuoteRefusal,
  type QuoteTotals,
  type QuoteTotalsQuery,
} from '@muster/domain/money/quotes/schema';
import { type QuoteEvent, quoteStatusOf, refusedEvent } from '@muster/domain/money/quotes/states';
import { centsInWords } from '@muster/domain/values/cents';
import { addDays } from '@muster/domain/values/local-time';
import { isPermitted } from '@muster/domain/values/role';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { holdRows, readRows } from '../../../platform/changes/rows.ts';
import type { Touched, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { checkCustomer, refuseMergedAway } from '../../work/belongings/service.ts';
import { refuseUnsetPrices } from '../customer-terms/service.ts';
import { partiesOf } from '../invoices/service.ts';
import { moneySettingsOf, takeNumber, today } from '../money-settings/service.ts';
import {
  findInvoiced,
  findWork,
  hasSite,
  listOfCustomer,
  listQuotes,
  listSitesOf,
  readQuotes,
  sumQuotes,
  writeSeen,
  writeSent,
} from './store.ts';

const SENT_STAYS = 'A quote that was sent stays as it is. Make a new version to change it.';

/** What a version is called: the first by its number alone. */
function nameOf({ number, revision, title }: Pick<Quote, 'number' | 'revision' | 'title'>): string {
  if (number === null) return `Template “${title}”`;
  return revision === 1 ? number : `${number} version ${revision}`;
}

export const quotes: TrackedTable<Quote> = {
  name: 'quotes',
  columns: columnsIn('quotes', Quote),
  derived: ['sent_at', 'seen_at'],
  readers: moneyDrafters,
  writers: moneyDrafters,
  carriedBy: ['customers merged'],
  label: nameOf,
  subjects: ({ customer_id, job_id, replaces_id }) => [customer_id, job_id, replaces_id],
  erased: ({ lines, options, buyer }) => ({
    title: '',
    note: '',
    reason: '',
    decided_by: null,
    options: options.map((option) => Object.assign({}, option, { description: '' })),
    lines: lines.map((line) => Object.assign({}, line, { description: '' })),
    ...(buyer && { buyer: { name: 'Erased', abn: null, address: '', email: '', phone: '' } }),
  }),
  search: ({ number, title, buyer }) => [number ?? '', title, buyer?.name ?? ''],
  refusals: {
    MU002: SENT_STAYS,
    quotes_replaced_once: 'Someone else has just made the next version of this quote. Open that one.',
    quotes_account_id_customer_id_fkey: 'This customer no longer exists.',
    quotes_account_id_replaces_id_fkey: 'There is a newer version of this quote. Delete that one first.',
  },
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'quotes', touched);
    await refuseMergedAway(write, touched.map(ofCustomers));
    await refuseBeyondDrafts(write, touched);
    await refuseUnacceptedYetInvoiced(write.db, touched);
  },
};

export const quoteQuestions: TrackedTable<QuoteQuestion> = {
  name: 'quote_questions',
  columns: columnsIn('quote_questions', QuoteQuestion),
  readers: moneyDrafters,
  writers: moneyDrafters,
  carriedBy: ['customers merged'],
  label: () => 'question about a quote',
  subjects: ({ quote_id }) => [quote_id],
  erased: () => ({ text: '' }),
};

/** A template is for nobody. */
function ofCustomers({ before, after }: Touched<Quote>) {
  const named = (row: Quote | null) =>
    row && row.customer_id !== null ? { ...row, customer_id: row.customer_id } : null;
  return { before: named(before), after: named(after) };
}

const ONLY_DRAFTS =
  'You can prepare quotes. To send one, or to decide for a customer, ask someone with the full right to money.';

/** Whoever prepares drafts does nothing to what a customer has, and uses prices that are set: also by an undo. */
async function refuseBeyondDrafts(write: Writer, touched: readonly Touched<Quote>[]): Promise<void> {
  if (isPermitted(moneyKeepers, write.author)) return;
  for (const { before, after } of touched) {
    if (before && after && isOnlyMoved(before, after)) continue;
    if ([before, after].some((row) => row !== null && row.state !== 'draft'))
      throw new Failure('forbidden', ONLY_DRAFTS);
    if (after === null || (before === null && write.restores)) continue;
    const [kept] = before ? [before] : await templateOf(write.db, after);
    await refuseUnsetPrices(write.db, after.customer_id ?? undefined, {
      lines: after.lines,
      known: kept?.lines ?? [],
    });
  }
}

/** What was invoiced of a quote counts for as long as that stays accepted: otherwise its next version would charge it again. */
async function refuseUnacceptedYetInvoiced(db: Tx, touched: readonly Touched<Quote>[]): Promise<void> {
  const reopened = touched.flatMap(({ before, after }) =>
    before?.state === 'accepted' && after?.state !== 'accepted' ? [before] : [],
  );
  if (reopened.length === 0) return;
  const ids = reopened.map(({ id }) => id);
  const invoiced = await findInvoiced(db, ids);
  const quote = reopened.find(({ id }) => id === invoiced);
  if (quote) throw new Failure('conflict', `${nameOf(quote)} has been invoiced, so it stays accepted.`);
}

/** What a quote begins with has prices that somebody set who may: those of a template, or of the quote that became one. */
async function templateOf(db: Tx, { template_id }: Quote): Promise<Quote[]> {
  return template_id === null ? [] : readRows(db, quotes, [template_id]);
}

function isOnlyMoved(before: Quote, after: Quote): boolean {
  const { version, customer_id, site_id, job_id } = after;
  return isDeepStrictEqual({ ...before, version, customer_id, site_id, job_id }, after);
}

/** Lines as they are kept, and what the quote comes to while nobody has chosen. */
async function written(
  db: Tx,
  { lines, options }: { lines: readonly NewQuoteLine[]; options: readonly QuoteOption[] },
) {
  const { is_gst_registered } = await moneySettingsOf(db);
  const kept = {
    lines: lines.map((line) =>
      reckonedQuoteLine({ ...tidyLine(line, is_gst_registered), heading: line.heading.trim() }),
    ),
    options: options.map((option) => Object.assign({}, option, { name: option.name.trim() })),
  };
  const problem = offerProblem(kept);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  return { ...kept, ...totalOfChoice(kept, usualChoice(kept)) };
}

/** What of a template a new quote begins with. */
async function begunWith(db: Tx, template: string | undefined) {
  const { quote_days: valid_days, quote_terms: terms } = await moneySettingsOf(db);
  if (template === undefined) return { valid_days, terms, lines: [], options: [] };
  const [found] = await readRows(db, quotes, [template]);
  if (!found?.is_template) throw new Failure('unprocessable', 'This template no longer exists.');
  const { title, note, deposit_percent, deposit_cents } = found;
  return {
    title,
    note,
    terms: found.terms,
    valid_days: found.valid_days,
    deposit_percent,
    deposit_cents,
    options: found.options,
    lines: found.lines.map(saidOfQuote),
  };
}

/** A draft: for a customer, or for whoever has the job or the visit at which it is made. */
export async function addQuote(write: Writer, wanted: NewQuote): Promise<QuoteRecord> {
  const { db } = write;
  const { customer_id, job_id, visit_id, template_id, ...said } = wanted;
  const work = await workOf(db, { job_id, visit_id });
  const customer = customer_id ?? work?.customer_id;
  if (customer === undefined)
    throw new Failure('unprocessable', 'Choose the customer that the quote is for.');
  if (work && work.customer_id !== customer)
    throw new Failure('unprocessable', 'This job is for another customer.');
  await checkCustomer(write, customer);
  const begun = await begunWith(db, template_id);
  const site_id = said.site_id ?? work?.site_id ?? (await onlySite(db, customer));
  const quote = { title: work?.title ?? '', ...begun, ...definedOf(said), site_id };
  refuseTwoDeposits(quote);
  await refuseOtherSite(db, customer, site_id);
  const [added] = await write.insert(quotes, [
    {
      ...quote,
      ...(await written(db, { lines: quote.lines, options: quote.options })),
      number: (await takeNumber(db, 'quote')).number,
      customer_id: customer,
      job_id: work?.job_id ?? null,
      visit_id: visit_id ?? null,
      template_id: template_id ?? null,
      created_at: write.at.toISOString(),
    },
  ]);
  return readQuote(db, added!.id);
}

function definedOf<T extends object>(said: T): T {
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as T;
}

async function workOf(db: Tx, of: { job_id?: string | undefined; visit_id?: string | undefined }) {
  if (of.job_id === undefined && of.visit_id === undefined) return undefined;
  const found = await findWork(db, of);
  if (!found)
    throw new Failure('unprocessable', 'This job no longer exists, or the visit isn’t one of its own.');
  return found;
}

async function onlySite(db: Tx, customer: string): Promise<string | null> {
  const [first, another] = await listSitesOf(db, customer);
  return first !== undefined && another === undefined ? first : null;
}

async function refuseOtherSite(db: Tx, customer: string | null, site: string | null): Promise<void> {
  if (site === null) return;
  if (customer === null || !(await hasSite(db, customer, site)))
    throw new Failure('unprocessable', 'Choose one of the customer’s sites.');
}

function refuseTwoDeposits({
  deposit_percent,
  deposit_cents,
}: Partial<Pick<Quote, 'deposit_percent' | 'deposit_cents'>>): void {
  if (typeof deposit_percent === 'number' && typeof deposit_cents === 'number')
    throw new Failure('unprocessable', 'Ask for a deposit in percent or in dollars, not both.');
}

/** A draft or a template. Whatever is said, its lines are written as the business is registered now. */
export async function editQuote(
  write: Writer,
  id: string,
  { version, lines, options, ...said }: QuoteEdit,
): Promise<QuoteRecord> {
  const { db } = write;
  const before = await held(write, id, 'edit');
  refuseTwoDeposits({ ...before, ...definedOf(said) });
  await refuseOtherSite(db, before.customer_id, said.site_id ?? null);
  const now = await written(db, { lines: lines ?? before.lines, options: options ?? before.options });
  await write.update(quotes, id, { ...said, ...now }, version);
  return readQuote(db, id);
}

/** A quote in which that can happen now, held until the transaction ends: of several who decide at once, one is the first. */
async function held({ db, at }: Writer, id: string, event: QuoteEvent): Promise<Quote> {
  const [row] = await holdRows(db, quotes, [id]);
  if (!row) throw new Failure('notFound');
  const status = quoteStatusOf({ ...row, seen_at: null }, await today(db, at));
  const problem = refusedEvent(status, event);
  if (problem !== undefined) throw new Failure('conflict', problem);
  return row;
}

/** A draft or a template goes. The version before it is good again. */
export async function removeQuote(write: Writer, id: string): Promise<null> {
  const { replaces_id } = await held(write, id, 'edit');
  await write.remove(quotes, id);
  if (replaces_id !== null) {
    const [before] = await holdRows(write.db, quotes, [replaces_id]);
    const state = before!.decided_at === null ? 'sent' : 'declined';
    await write.update(quotes, replaces_id, { state });
  }
  return null;
}

/** The next version, as a draft. From now on nobody can accept the one before it. */
export async function renewQuote(write: Writer, id: string): Promise<QuoteRecord> {
  const before = await held(write, id, 'replace');
  await write.update(quotes, id, { state: 'replaced' });
  const { number, revision, customer_id, job_id, visit_id, site_id, title, note, terms } = before;
  const { valid_days, deposit_percent, deposit_cents } = before;
  const [added] = await write.insert(quotes, [
    {
      number,
      revision: revision + 1,
      replaces_id: id,
      customer_id,
      job_id,
      visit_id,
      site_id,
      title,
      note,
      terms,
      valid_days,
      deposit_percent,
      deposit_cents,
      ...(await written(write.db, before)),
      created_at: write.at.toISOString(),
    },
  ]);
  return readQuote(write.db, added!.id);
}

/** What is in a quote, to begin others with. */
export async function saveTemplate(write: Writer, id: string, title: string): Promise<QuoteRecord> {
  const { note, terms, valid_days, deposit_percent, deposit_cents, options, lines } = await readQuote(
    write.db,
    id,
  );
  const freed = lines.map((line) => Object.assign(saidOfQuote(line), { visit_id: null, job_id: null }));
  const [added] = await write.insert(quotes, [
    {
      is_template: true,
      title: title.trim(),
      note,
      terms,
      valid_days,
      deposit_percent,
      deposit_cents,
      ...(await written(write.db, { options, lines: freed })),
      template_id: id,
      created_at: write.at.toISOString(),
    },
  ]);
  return readQuote(write.db, added!.id);
}

/** What leaves for the customer stays as it is from then on; a version that has left already is left alone. */
export async function sentQuote(write: Writer, id: string): Promise<QuoteRecord> {
  const { db, at } = write;
  const [row] = await holdRows(db, quotes, [id]);
  if (!row) throw new Failure('notFound');
  if (row.is_template) throw new Failure('conflict', 'A template isn’t sent. Start a quote from it.');
  if (row.state === 'draft') await write.update(quotes, id, await asSent(db, row, at));
  return readQuote(db, id);
}

/** What sending a draft writes down: for how long it is good, who offers and to whom. */
async function asSent(db: Tx, row: Quote, at: Date): Promise<Partial<Quote>> {
  const problem = sendProblem(row);
  if (problem !== undefined) throw new Failure('conflict', problem);
  const sent_on = await today(db, at);
  const { supplier, buyer } = await partiesOf(db, row.customer_id!);
  if (!supplier.is_gst_registered && row.lines.some(({ gst }) => gst !== 'gst-free'))
    throw new Failure(
      'conflict',
      'This draft still has GST, and your business isn’t registered for it. Save the draft again, then check its total.',
    );
  const valid_until = addDays(sent_on, row.valid_days);
  // Where to pay is said by invoices, as it is on the day on which they are paid.
  return { state: 'sent', sent_on, valid_until, supplier: { ...supplier, bank: null }, buyer };
}

/** A draft as it would be if it were sent now; anything else as it is. Refused where it cannot be sent. */
export async function asItLeaves(db: Tx, quote: QuoteRecord, at: Date): Promise<QuoteRecord> {
  return quote.state === 'draft' ? { ...quote, ...(await asSent(db, quote, at)) } : quote;
}

/** Who has decided about a quote. */
export interface Decider {
  /** Whether it is the customer, on their page. */
  readonly isOwn: boolean;
}

/** One that was accepted, held: what is made of it is made once. */
export async function holdAccepted({ db }: Writer, id: string): Promise<QuoteRecord> {
  const [row] = await holdRows(db, quotes, [id]);
  if (!row) throw new Failure('notFound');
  if (row.state !== 'accepted')
    throw new Failure('conflict', 'This quote hasn’t been accepted, so there’s no work to charge yet.');
  return readQuote(db, id);
}

/** The job that it became, and where that is done. */
export async function noteJob(
  write: Writer,
  id: string,
  became: Pick<Quote, 'job_id' | 'site_id'>,
): Promise<void> {
  await write.update(quotes, id, became);
}

/** Somebody takes it: what they chose is what is charged. */
export async function acceptQuote(
  write: Writer,
  id: string,
  { option_id = null, extras = [], name, seen_total }: QuoteAcceptance,
  { isOwn }: Decider,
): Promise<QuoteRecord> {
  const row = await held(write, id, 'accept');
  const choice = { option_id, extras: row.lines.map(({ id }) => id).filter((id) => extras.includes(id)) };
  const problem =
    extras.length > choice.extras.length
      ? 'One of the extras isn’t in this quote.'
      : choiceProblem(row, choice);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  const decided_by = name.trim();
  if (decided_by === '') throw new Failure('unprocessable', 'Enter the name of whoever accepts it.');
  const amounts = totalOfChoice(row, choice);
  if (seen_total !== undefined && seen_total !== amounts.total)
    throw new Failure(
      'conflict',
      `With what you chose it comes to ${centsInWords(amounts.total)}. Check it, then accept again.`,
    );
  await write.update(quotes, id, {
    state: 'accepted',
    choice,
    ...amounts,
    decided_at: write.at.toISOString(),
    decided_by,
    is_own_decision: isOwn,
  });
  return readQuote(write.db, id);
}

export async function declineQuote(
  write: Writer,
  id: string,
  { name = '', reason = '' }: QuoteRefusal,
  { isOwn }: Decider,
): Promise<QuoteRecord> {
  await held(write, id, 'decline');
  await write.update(quotes, id, {
    state: 'declined',
    decided_at: write.at.toISOString(),
    decided_by: name.trim() === '' ? null : name.trim(),
    is_own_decision: isOwn,
    reason: reason.trim(),
  });
  return readQuote(write.db, id);
}

/** More than that are a conversation, and for that there is a telephone. */
const MOST_QUESTIONS = 20;

export async function askAboutQuote(write: Writer, id: string, text: string): Promise<QuoteQuestion> {
  await held(write, id, 'ask');
  const { questions, customer_id, job_id } = await readQuote(write.db, id);
  if (questions.length >= MOST_QUESTIONS)
    throw new Failure('conflict', 'There are many questions here already. Please call us instead.');
  write.concern([customer_id, job_id].filter((one) => one !== null));
  const [asked] = await write.insert(quoteQuestions, [
    { quote_id: id, text: text.trim(), asked_at: write.at.toISOString() },
  ]);
  return asked!;
}

/** Somebody has rung, or written: it is asked no more. */
export async function answerQuestion(write: Writer, id: string): Promise<QuoteQuestion> {
  return write.update(quoteQuestions, id, { answered_at: write.at.toISOString() });
}

export async function readQuote(db: Tx, id: string): Promise<QuoteRecord> {
  const [found] = await readQuotes(db, quotes, quoteQuestions, [id]);
  if (!found) throw new Failure('notFound');
  return found;
}

export async function pageQuotes(db: Tx, query: QuoteQuery, at: Date) {
  return listQuotes(db, query, await today(db, at));
}

export async function totalsOfQuotes(db: Tx, { customer }: QuoteTotalsQuery, at: Date): Promise<QuoteTotals> {
  return sumQuotes(db, customer, await today(db, at));
}

/** When a version first left for its customer; null: what left has not arrived. */
export async function noteQuoteSent(db: Tx, id: string, first: Date | null): Promise<void> {
  await writeSent(db, id, null);
  if (first) await writeSent(db, id, first);
}

/** When its page was first opened. */
export async function noteQuoteSeen(db: Tx, id: string, at: Date): Promise<void> {
  await writeSeen(db, id, at);
}

/** What was quoted to customers who turned out to be others is theirs now. */
export async function moveQuotes(write: Writer, customers: ReadonlyMap<string, string>): Promise<void> {
  for (const [other, kept] of customers) {
    const found = await listOfCustomer(write.db, [other]);
    await write.updateAll(
      quotes,
      found.map(({ id }) => ({ id, customer_id: kept })),
    );
  }
}

/** Whoever is erased leaves no drafts of quotes behind. */
export async function removeQuoteDraftsOf(write: Writer, customers: readonly string[]): Promise<void> {
  const found = await listOfCustomer(write.db, customers);
  await write.removeAll(
    quotes,
    found.filter(({ state }) => state === 'draft').map(({ id }) => ({ id })),
  );
}
