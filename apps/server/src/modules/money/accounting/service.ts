import { randomUUID } from 'node:crypto';
import type { SalesCodes } from '@muster/domain/money/accounting/documents';
import {
  answersFor,
  type BookWay,
  bookWays,
  type DifferenceKind,
  nounOf,
  partOf,
  stopsItsDocument,
} from '@muster/domain/money/accounting/rules';
import type {
  BookDifference,
  BookEntry,
  BookEntryQuery,
  BookScope,
  BooksState,
  BookStanding,
  NewBookAnswer,
} from '@muster/domain/money/accounting/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Deps } from '../../../platform/deps.ts';
import type { Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import type { Channel } from '../../../platform/live/event-log.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import {
  cancelFailed,
  clearConnection,
  queueDeliveries,
  statesOf,
  wakeOfSubjects,
} from '../../basics/deliveries/service.ts';
import { accountingServiceOf, accountingState } from '../accounting-services/service.ts';
import { type MovedMoney, readInvoice } from '../invoices/service.ts';
import { moneySettingsOf, today } from '../money-settings/service.ts';
import { paymentOf, recordPayment, releasePayment, takeBackPayment } from '../payments/service.ts';
import {
  answerDifference,
  channelHere,
  countBooks,
  countUnsent,
  deleteLink,
  deleteWithin,
  holdDifference,
  insertDifference,
  isToGoOver,
  listDifferences,
  listEntries,
  listLinked,
  listOfPayment,
  listUnsent,
  listWaitingFor,
  listWithin,
  type NewDifference,
  noteSwept,
  type OpenDifference,
  readAllocation,
  readLink,
  readProgress,
  readStandings,
  type Standing,
  type Unsent,
  writeLink,
} from './store.ts';

export { forgetContactQuestions } from './store.ts';

/** The task that goes on with what is to go over to the books of one business. */
export const BOOKS_SENT = 'outside books sent';
/** The tasks that ask what was paid there, and that compare both sides: of all businesses, and of one. */
export const BOOKS_ASKED = 'books asked';
export const ACCOUNT_BOOKS_ASKED = 'outside books of account asked';
export const BOOKS_CHECKED = 'books checked';
export const ACCOUNT_BOOKS_CHECKED = 'outside books of account checked';

export interface BooksTask {
  account: Channel;
  /** The end of which pause it comes at. */
  pause?: string;
}

/** The books of a business in one organisation there, and where in them everything belongs. */
export interface Books {
  readonly connection: string;
  readonly organisation: string;
  readonly name: string;
  /** What is dated before stays out of them. */
  readonly from: string;
  readonly codes: SalesCodes;
  /** The ways of paying for which there is an account there: what is paid otherwise stays out of it. */
  readonly ways: readonly BookWay[];
  readonly accountFor: (way: BookWay) => string;
}

/** The books that are connected, as from that day on; undefined where none are, or nobody has said from when on. */
export async function booksOf(db: Tx, given?: string): Promise<Books | undefined> {
  const service = await accountingServiceOf(db);
  const from = given ?? service?.starts_on ?? null;
  if (!service || from === null) return undefined;
  const { labour_item_id, call_out_item_id } = await moneySettingsOf(db);
  const accountFor = (way: BookWay) => service[`${way}_account`];
  return {
    connection: service.id,
    organisation: service.organisation_id,
    name: service.organisation_name,
    from,
    codes: {
      sales: service.sales_account,
      labour: service.labour_account,
      labourItems: new Set([labour_item_id, call_out_item_id]),
      taxes: {
        gst: service.gst_tax,
        'gst-free': service.gst_free_tax,
        'input taxed': service.input_taxed_tax,
      },
      noTax: service.no_gst_tax,
    },
    ways: bookWays.filter((way) => accountFor(way) !== ''),
    accountFor,
  };
}

/** Where somebody looks at it there. */
function addressThere(noun: 'invoice' | 'credit note', remote: string): string {
  const page = noun === 'invoice' ? 'View.aspx?InvoiceID=' : 'ViewCreditNote.aspx?creditNoteID=';
  return `https://go.xero.com/AccountsReceivable/${page}${encodeURIComponent(remote)}`;
}

/** Why something is to go over again: then it is looked for before it is made. */
type Why = '' | 'found' | 'again';

/** By what a delivery is known, here and there: whatever else happens, it has one effect. */
function keyOf({ noun, id }: Unsent, version: string): string {
  return [partOf(noun), noun.replace(' ', '-'), id, version].join('-');
}

/** Whether something with this key may have been made before, by a try that nobody remembers. */
export function isToBeLookedFor(key: string): boolean {
  return /-(found|again)-/.test(key);
}

/** What is to go over, or to be removed there: in the transaction of whatever made it so. */
async function queue(
  db: Tx,
  connection: string,
  rows: readonly (Unsent & { readonly version?: number | string })[],
  { why = '', now }: { why?: Why; now: Date },
): Promise<void> {
  const named = rows.map((row) => {
    const version = why === '' ? String(row.version ?? 1) : `${why}-${randomUUID().slice(0, 8)}`;
    return { key: keyOf(row, version), subject: row.id, part: partOf(row.noun) };
  });
  await queueDeliveries(db, connection, named, now);
}

/** What was issued, paid or used, or counts no more, is to be so in the books as well. */
export async function followMoney(
  { db, at }: Writer,
  { papers, allocations, corrected }: MovedMoney,
): Promise<void> {
  const books = await booksOf(db);
  if (!books) return;
  const paid = [];
  for (const { id, version } of corrected)
    for (const part of await listOfPayment(db, id, books))
      paid.push({ id: part, version: `corrected-${version}` });
  const rows = [
    ...papers,
    ...[...allocations, ...paid].map(({ id, version }) => ({ id, version, noun: 'allocation' as const })),
  ];
  if (rows.length === 0) return;
  await queue(db, books.connection, rows, { now: at });
  await wakeBooks(db);
}

/** Whoever connects, goes on, or chooses another day has what is missing looked for at once. */
export async function lookForMissing({ db }: Writer): Promise<void> {
  const books = await booksOf(db);
  if (!books) return;
  await noteSwept(db, books.organisation, null);
  await wakeBooks(db);
}

/** Something is to be done for a business. */
async function wakeBooks(db: Tx): Promise<void> {
  await enqueue(db, BOOKS_SENT, { account: await channelHere(db) } satisfies BooksTask);
}

/** As many as one transaction queues. */
const SWEPT_AT_ONCE = 500;

/** Finds what should be there and is on no way there: all of it at first, and what was lost later. Says whether there is more. */
export async function sweep(db: Tx, books: Books, now: Date): Promise<boolean> {
  const { connection, organisation } = books;
  const unsent = await listUnsent(db, { ...books, most: SWEPT_AT_ONCE });
  await queue(db, connection, unsent, { why: 'found', now });
  const hasMore = unsent.length === SWEPT_AT_ONCE;
  if (!hasMore) await noteSwept(db, organisation, now);
  return hasMore;
}

/** What was made there lets go what waited for it. */
export async function wakeWaiting(db: Tx, connection: string, subject: string, now: Date): Promise<void> {
  await wakeOfSubjects(db, connection, await listWaitingFor(db, subject), now);
}

export async function stateOfBooks(
  db: Tx,
  deps: Pick<Deps, 'database' | 'settings'>,
  account: AccountId,
): Promise<BooksState> {
  const { row, needs_reconnect, problems } = await accountingState(db, deps, account);
  const [connection, organisation] = [row?.id ?? null, row?.organisation_id ?? null];
  const counts = await countBooks(db, { connection, organisation });
  const books = await booksOf(db);
  const progress = books && (await readProgress(db, books.organisation));
  // What nobody has looked for yet waits as well.
  const unseen = books && !progress?.swept_at ? await countUnsent(db, books) : undefined;
  const states = connection === null ? [] : await statesOf(db);
  const how = states.find(({ id }) => id === connection);
  const why_not =
    row === null
      ? ''
      : needs_reconnect
        ? 'Xero no longer lets us in. Reconnect it, and everything that waits goes over.'
        : !row.is_enabled
          ? 'Paused: nothing goes over until it’s resumed.'
          : problems.join(' ');
  return {
    organisation: row?.organisation_name ?? null,
    is_on: row !== null && why_not === '',
    why_not,
    from: row?.starts_on ?? null,
    ...counts,
    waiting: counts.waiting + (unseen ? unseen.invoices + unseen.credit_notes + unseen.payments : 0),
    next_at: how?.waits_until ?? null,
    why_waits: how?.last_error ?? '',
    asked_at: progress?.asked_at?.toISOString() ?? null,
    checked: progress?.checked_at
      ? { at: progress.checked_at.toISOString(), ours: progress.ours, theirs: progress.theirs }
      : null,
  };
}

/** What would go over if it began on that day, and has not. */
export async function scopeOfBooks(db: Tx, from: string): Promise<BookScope> {
  const books = await booksOf(db, from);
  if (!books) return { invoices: 0, credit_notes: 0, payments: 0 };
  return countUnsent(db, { ...books, connection: null });
}

/** What of them needs a person. */
export async function attentionOfBooks(db: Tx): Promise<Pick<BooksState, 'refused' | 'differences'>> {
  const books = await booksOf(db);
  if (!books) return { refused: 0, differences: 0 };
  const { refused, differences } = await countBooks(db, books);
  return { refused, differences };
}

const none = { rows: [], next: null };

export async function entriesOf(
  db: Tx,
  query: BookEntryQuery,
): Promise<{ rows: BookEntry[]; next: string | null }> {
  const books = await booksOf(db);
  return books ? listEntries(db, books, query) : none;
}

export async function differencesOf(
  db: Tx,
  query: { cursor?: string; limit?: number },
): Promise<{ rows: BookDifference[]; next: string | null }> {
  const books = await booksOf(db);
  if (!books) return none;
  const { rows, next } = await listDifferences(db, books.organisation, query);
  return { rows: rows.map((row) => Object.assign(row, { answers: answersFor(row) })), next };
}

/** How an invoice or credit note stands in the books. */
export async function standingOfPaper(db: Tx, id: string): Promise<BookStanding> {
  const { kind } = await readInvoice(db, id);
  const books = await booksOf(db);
  const isToGo = books !== undefined && (await isToGoOver(db, id, books.from));
  return standing(books, isToGo ? await readStandings(db, books, [id]) : [], kind);
}

/** How a payment or refund stands there: as the least of its parts does. */
export async function standingOfPayment(db: Tx, id: string): Promise<BookStanding> {
  const books = await booksOf(db);
  const parts = books ? await listOfPayment(db, id, books) : [];
  return standing(books, books ? await readStandings(db, books, parts) : []);
}

const worstFirst = ['differs', 'refused', 'waiting', 'left out', 'over'] as const;

function standing(
  books: Books | undefined,
  rows: readonly Standing[],
  kind?: 'invoice' | 'credit note',
): BookStanding {
  const nothing = { organisation: books?.name ?? '', at: null, words: '', url: null };
  if (!books) return { standing: 'off', ...nothing };
  const said = rows.map((row) => ({ row, is: standingOf(row) }));
  const [worst] = worstFirst.flatMap((is) => said.find((one) => one.is === is) ?? []);
  if (!worst) return { standing: 'not sent', ...nothing };
  const { row, is } = worst;
  return {
    ...nothing,
    standing: is,
    at: is === 'over' ? row.linked_at : null,
    words: is === 'refused' || is === 'waiting' ? (row.words ?? '') : '',
    url: kind !== undefined && row.remote !== null ? addressThere(kind, row.remote) : null,
  };
}

function standingOf({
  link,
  delivery,
  differs,
}: Standing): Exclude<BookStanding['standing'], 'off' | 'not sent'> {
  if (differs) return 'differs';
  if (link === 'left out') return 'left out';
  if (delivery === 'failed') return 'refused';
  return link === 'linked' && !['queued', 'claimed', 'waiting'].includes(delivery ?? '') ? 'over' : 'waiting';
}

async function booksToUse(db: Tx): Promise<Books> {
  const books = await booksOf(db);
  if (!books) throw new Failure('conflict', 'Your books aren’t connected anymore. Connect them first.');
  return books;
}

/** As many as one press sends again. */
const MOST_AGAIN = 500;

/** What was not accepted is tried once more: one thing, or all of it. */
export async function sendAgain(write: Writer, subject?: string): Promise<{ count: number }> {
  const { db, at } = write;
  const books = await booksToUse(db);
  const which = { ...(subject !== undefined && { subjects: [subject] }), most: MOST_AGAIN, now: at };
  const failed = await cancelFailed(db, books.connection, which);
  const rows = failed.map(({ subject, part }) => ({ id: subject, noun: nounOf(part) as Unsent['noun'] }));
  await queue(db, books.connection, rows, { why: 'again', now: at });
  await goOn(db, books);
  return { count: rows.length };
}

/** At once, whatever failed before. */
async function goOn(db: Tx, { connection }: Books): Promise<void> {
  await clearConnection(db, connection);
  await wakeBooks(db);
}

/** Writes down that both sides differ, for a person to look at. */
export async function noteDifference(db: Tx, difference: NewDifference, now: Date): Promise<void> {
  await insertDifference(db, difference, now);
}

/** One press of a person mends what differs. What is theirs is changed by no other way. */
export async function answerTo(
  write: Writer,
  id: string,
  given: NewBookAnswer,
): Promise<{ answered: boolean }> {
  const { answer } = given;
  const { db, at, author } = write;
  const books = await booksToUse(db);
  const difference = await holdDifference(db, id);
  if (!difference || difference.organisation !== books.organisation) throw new Failure('notFound');
  if (!difference.isOpen)
    throw new Failure('conflict', 'Someone has already settled this, or it settled itself.');
  if (!answersFor(difference).includes(answer))
    throw new Failure('unprocessable', 'This can’t be settled like that.');
  await mend(write, books, difference, given);
  await answerDifference(db, id, { answer, by: author.user, now: at });
  await goOn(db, books);
  return { answered: true };
}

async function mend(
  write: Writer,
  books: Books,
  difference: OpenDifference,
  { answer, remote_id }: NewBookAnswer,
): Promise<void> {
  if (answer === 'link') return linkTo(write, books, difference, remote_id);
  if (answer === 'send ours') return sendOurs(write, books, difference);
  if (answer === 'take theirs') return takeTheirs(write, books, difference);
  if (answer === 'leave') return leave(write, books, difference);
  if (answer === 'remove there') return removeThere(write, books, difference);
  const { kind, noun, subject } = difference;
  if (kind === 'contact gone there')
    await deleteLink(write.db, { organisation: books.organisation, noun, subject });
  await wakeWaiting(write.db, books.connection, subject, write.at);
}

/** The task that finds the answer removes it. */
async function removeThere({ db, at }: Writer, books: Books, { subject }: OpenDifference): Promise<void> {
  const { connection } = books;
  await cancelFailed(db, connection, { subjects: [subject], most: 1, now: at });
  await queue(db, connection, [{ noun: 'allocation', id: subject }], { why: 'again', now: at });
}

async function linkTo(
  { db, at }: Writer,
  { connection, organisation }: Books,
  { noun, subject, theirs }: OpenDifference,
  remote_id: string | undefined,
): Promise<void> {
  const chosen = theirs.find(({ id }) => id === remote_id) ?? (theirs.length === 1 ? theirs[0] : undefined);
  if (chosen?.id === undefined) throw new Failure('unprocessable', 'Choose which one it is.');
  await writeLink(
    db,
    { organisation, noun, subject },
    { state: 'linked', remote: chosen.id, is_made: false },
    at,
  );
  if (noun !== 'contact') await cancelFailed(db, connection, { subjects: [subject], most: 1, now: at });
  await wakeWaiting(db, connection, subject, at);
}

/** It is made there anew. Whatever is left there of the old one is removed first, by the task that makes it. */
async function sendOurs(
  { db, at }: Writer,
  { connection, organisation }: Books,
  { kind, noun, subject, remote }: OpenDifference,
): Promise<void> {
  const key = { organisation, noun, subject };
  const again: Unsent[] = [{ noun: noun as Unsent['noun'], id: subject }];
  if (kind === 'voided there' || kind === 'missing there') {
    await deleteLink(db, key);
    if (remote !== null)
      again.push(
        ...(await deleteWithin(db, organisation, remote)).map((id) => ({ noun: 'allocation' as const, id })),
      );
  } else if (kind === 'payment gone there') await deleteLink(db, key);
  // What came out otherwise is replaced: the task finds it so.
  else if (kind === 'total')
    await writeLink(db, key, { state: 'sending', ...(remote !== null && { remote }) }, at);
  await cancelFailed(db, connection, { subjects: again.map(({ id }) => id), most: again.length, now: at });
  await queue(db, connection, again, { why: 'again', now: at });
}

async function takeTheirs(write: Writer, books: Books, difference: OpenDifference): Promise<void> {
  const { db } = write;
  const { kind, subject, theirs } = difference;
  if (kind === 'payment there') {
    const [payment] = theirs;
    const { organisation } = books;
    const taken = await listLinked(db, { organisation, noun: 'allocation' }, [payment?.id ?? '']);
    if (taken.length > 0) throw new Failure('conflict', 'This payment has been recorded here since.');
    await takePayment(write, books, {
      invoice: subject,
      id: payment?.id ?? '',
      amount: payment?.amount ?? 0,
      date: payment?.date ?? null,
    });
    return;
  }
  const allocation = await readAllocation(db, subject);
  if (!allocation || allocation.payment_id === null || allocation.released_on !== null)
    throw new Failure('conflict', 'This payment was reversed here since.');
  await deleteLink(db, { organisation: books.organisation, noun: 'allocation', subject });
  const { version, amount } = await paymentOf(db, allocation.payment_id);
  // What the same money pays besides is still paid there.
  if (allocation.amount < amount) await releasePayment(write, allocation.payment_id, allocation);
  else await takeBackPayment(write, allocation.payment_id, { version, reason: `Removed in ${books.name}` });
}

/** Those that are about a payment. */
const leavesAsItIs: ReadonlySet<DifferenceKind> = new Set(['payment gone there', 'payment reversed later']);

/** It stays as it is, on both sides; nothing more goes over for what is no more there. */
async function leave(
  { db, at }: Writer,
  { connection, organisation }: Books,
  { kind, noun, subject, remote }: OpenDifference,
): Promise<void> {
  const key = { organisation, noun, subject };
  if (kind === 'total') return wakeWaiting(db, connection, subject, at);
  if (!stopsItsDocument.has(kind) && !leavesAsItIs.has(kind)) return;
  await writeLink(db, key, { state: 'left out' }, at);
  await cancelFailed(db, connection, { subjects: [subject], most: 1, now: at });
  const paid = kind === 'payment reversed later' ? await readAllocation(db, subject) : undefined;
  if (paid) await wakeWaiting(db, connection, (paid.invoice_id ?? paid.credit_note_id)!, at);
  if (remote === null) return;
  for (const { subject: allocation, within } of await listWithin(db, organisation, remote))
    await writeLink(
      db,
      { organisation, noun: 'allocation', subject: allocation },
      { state: 'left out', within },
      at,
    );
}

/** What was entered there for an invoice of ours. */
export interface TheirPayment {
  readonly invoice: string;
  readonly id: string;
  readonly amount: number;
  readonly date: string | null;
}

/** A payment that was entered in the other program is one here, once: it is known by its id there. */
export async function takePayment(
  write: Writer,
  { organisation, name }: Books,
  { invoice, id, amount, date }: TheirPayment,
): Promise<null> {
  const { db, at } = write;
  const { bill_to_id } = await readInvoice(db, invoice);
  const now = await today(db, at);
  // Their clock and ours need not agree on what day it is.
  const received_on = date === null || date > now ? now : (date as LocalDate);
  const { parts } = await recordPayment(write, {
    customer_id: bill_to_id,
    amount,
    method: 'other',
    received_on,
    reference: `Entered in ${name}`,
    provider: 'xero',
    provider_reference: id,
    invoices: [{ invoice_id: invoice, amount }],
  });
  const paper = await readLink(db, { organisation, noun: 'invoice', subject: invoice });
  for (const { id: subject } of parts)
    await writeLink(
      db,
      { organisation, noun: 'allocation', subject },
      { state: 'linked', remote: id, within: paper?.remote ?? null, is_made: false, sent_hash: 'theirs' },
      at,
    );
  return null;
}

/** Why a payment could not be taken, in words. */
export function whyNotTaken({ amount }: TheirPayment, failure: Failure): string {
  return `${centsInWords(amount)} was paid there. ${failure.message}`;
}
