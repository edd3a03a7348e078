import { createHash } from 'node:crypto';
import type { PrintedInvoice } from '@muster/domain/money/invoice-papers/words';
import { letterMessages } from '@muster/domain/messages/invoice-letters/rules';
import {
  InvoiceLetter,
  type InvoiceLetterPreview,
  type InvoiceLetterQuery,
  type LetterRecipient,
  type NewAccountLetter,
  type NewInvoiceLetter,
  type NewQuoteLetter,
  type ShownInvoiceLetter,
} from '@muster/domain/messages/invoice-letters/schema';
import type { PrintedQuote } from '@muster/domain/money/quote-papers/words';
import type { PrintedReceipt } from '@muster/domain/money/payments/words';
import type { PrintedStatement } from '@muster/domain/money/statements/words';
import { textProblems } from '@muster/domain/basics/texts/rules';
import { isMobile } from '@muster/domain/work/contacts/rules';
import { maskPhone, type Way } from '@muster/domain/work/contacts/ways';
import { maskEmail } from '@muster/domain/values/email';
import type { AccountId } from '@muster/domain/values/ids';
import { HOUR_SECONDS, MINUTE_MS } from '@muster/domain/values/minutes';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import type { TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type Channel, channelOf } from '../../../platform/live/event-log.ts';
import type { MailedLink } from '../../../platform/sign-in/secret.ts';
import { addressOfLink } from '../../../platform/site/public-address.ts';
import { enqueue } from '../../../platform/tasks/outbox.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import {
  type BusinessSender,
  type MailedPaper,
  mailStates,
  newsLines,
  sendMailOfAccount,
  senderOf,
} from '../../basics/mails/service.ts';
import {
  cancelTexts,
  outsideQuietHours,
  sendTextOfAccount,
  textsAre,
  type TextDeps,
  textStates,
} from '../../basics/texts/service.ts';
import { drawInvoice, printedInvoice } from '../../money/invoice-papers/service.ts';
import { today } from '../../money/money-settings/service.ts';
import { creditAndOwed, drawReceipt, paymentOf } from '../../money/payments/service.ts';
import { drawStatement } from '../../money/statements/service.ts';
import { noteSent, noteUnsent, readInvoice } from '../../money/invoices/service.ts';
import { drawQuote } from '../../money/quote-papers/service.ts';
import { noteQuoteSent } from '../../money/quotes/service.ts';
import { readSettings } from '../../work/settings/service.ts';
import { holdPaper, mailedPaperLink } from '../../money/paper-links/service.ts';
import {
  type KnownPerson,
  idsOfCustomer,
  listLetters,
  listPeople,
  listUnlost,
  readFirstSent,
  readLastSent,
  wasReminded,
  writeLost,
} from './store.ts';
import { type LetterAbout, letterOf, type LetterTo, mailOf, type PaperLetter, textOf } from './templates.ts';

export { type PaperLetter } from './templates.ts';

export const invoiceLetters: TrackedTable<InvoiceLetter> = {
  name: 'invoice_letters',
  columns: columnsIn('invoice_letters', InvoiceLetter),
  derived: ['lost_at'],
  carriedBy: ['customers merged'],
  readers: moneyDrafters,
  writers: moneyKeepers,
  label: ({ to_name, note }) => (to_name === '' ? note || 'by hand' : `to ${to_name}`),
  subjects: ({ invoice_id, payment_id, customer_id, quote_id }) => [
    invoice_id,
    payment_id,
    customer_id,
    quote_id,
  ],
  erased: () => ({ to_name: '', to_address: '' }),
  refusals: {
    invoice_letters_account_id_invoice_id_fkey: 'This invoice no longer exists.',
    invoice_letters_account_id_quote_id_fkey: 'This quote no longer exists.',
  },
  async settle({ db }, touched) {
    for (const { before, after } of touched) {
      const { invoice_id, quote_id } = (after ?? before)!;
      if (quote_id !== null) await noteQuoteSent(db, quote_id, await readFirstSent(db, { quote_id }));
      if (invoice_id === null) continue;
      if (after === null) await noteUnsent(db, invoice_id, await readFirstSent(db, { invoice_id }));
      else await noteSent(db, invoice_id, new Date(after.at));
    }
  },
};

/** The document of what a letter was written of, drawn when that leaves. */
export function drawMailedPaper(
  deps: Pick<Deps, 'settings' | 'database' | 'files'>,
  { account, kind, content, link }: MailedPaper,
): Promise<Uint8Array> {
  if (kind === 'invoice')
    return drawInvoice(deps, account, content as PrintedInvoice, link ? addressOfLink(deps, link) : null);
  if (kind === 'quote')
    return drawQuote(deps, account, content as PrintedQuote, link ? addressOfLink(deps, link) : null);
  return kind === 'receipt'
    ? drawReceipt(deps, account, content as PrintedReceipt)
    : drawStatement(deps, account, content as PrintedStatement);
}

/** A paper that a customer is told of by email and by text: what is said of it now, and where it is noted. */
export interface ToldPaper {
  readonly kind: 'invoice' | 'reminder' | 'quote';
  /** All that letters say of it: whoever sends one has seen just this. */
  readonly about: object;
  /** Who gets it. */
  readonly customer: { readonly id: string; readonly name: string };
  /** In whose histories it is told as well. */
  readonly concerned: readonly string[];
  readonly place: { readonly invoice_id: string } | { readonly quote_id: string };
  readonly letter: (link: MailedLink | null) => PaperLetter;
  readonly text: (business: string) => string;
  readonly link: () => Promise<MailedLink>;
  /** What looks again, in the morning, at a text that was written in the evening. */
  readonly review?: (text: { contact: string | null; text: string; body: string }) => {
    readonly topic: string;
    readonly task: object;
  };
}

/** An invoice, or a reminder of it; refused where there is nothing to send. */
async function toldInvoice(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  id: string,
  { kind = 'invoice', at }: { kind?: LetterAbout['kind']; at: Date },
): Promise<ToldPaper & { readonly about: LetterAbout }> {
  const { bill_to_id: customer, customer_id, jobs } = await readInvoice(db, id);
  const invoice = await printedInvoice(db, id);
  if (invoice.state === 'draft') throw new Failure('conflict', 'Issue it first: a draft isn’t sent.');
  if (kind === 'reminder' && (invoice.kind === 'credit note' || invoice.outstanding <= 0))
    throw new Failure('conflict', 'There is nothing left to pay, so there is nothing to remind anyone of.');
  const credit = invoice.kind === 'invoice' ? (await creditAndOwed(db, customer)).credit : 0;
  const about: LetterAbout = { kind, invoice, credit, today: await today(db, at) };
  return {
    kind,
    about,
    customer: { id: customer, name: invoice.buyer.name },
    concerned: [customer, customer_id, ...jobs],
    place: { invoice_id: id },
    letter: (link) => letterOf(about, link),
    text: (business) => textOf(about, business),
    link: () => mailedPaperLink(db, deps.database.keys, 'invoice', id),
    review: (text) => ({
      topic: INVOICE_TEXT_REVIEWED,
      task: { account: channelOf(account), invoice: id, kind, ...text } satisfies InvoiceTextTask,
    }),
  };
}

/** Who can be told of a paper, and of them whoever is chosen, or is the first. */
async function readReach(
  db: Tx,
  deps: TextDeps,
  { customer, kind, place }: ToldPaper,
  contact_id: string | null = null,
) {
  const hasTexts = (await textsAre(db, deps)) !== 'off';
  const people = (await listPeople(db, customer.id)).filter((one) => waysTo(one, hasTexts).length > 0);
  const to = contact_id === null ? people[0] : people.find((one) => one.contact_id === contact_id);
  if (contact_id !== null && !to)
    throw new Failure('unprocessable', 'This contact can’t be reached. Choose another one.');
  return { people, to, hasTexts, last: await readLastSent(db, place, kind) };
}

/** By which way whoever pays hears of an invoice where nobody chooses: by email, because that has the paper with it. */
export async function usualWay(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  id: string,
  at: Date,
): Promise<Way | undefined> {
  const { to, hasTexts } = await readReach(db, deps, await toldInvoice(db, deps, account, id, { at }));
  return to && waysTo(to, hasTexts)[0];
}

function waysTo({ email, phone }: KnownPerson, hasTexts: boolean): Way[] {
  return [
    ...(email === '' ? [] : ['email' as const]),
    ...(hasTexts && isMobile(phone) ? ['text' as const] : []),
  ];
}

function recipient(one: KnownPerson, hasTexts: boolean): LetterRecipient {
  const { contact_id, name, role } = one;
  return { contact_id, name, role, ways: waysTo(one, hasTexts) };
}

const CHANGED_SINCE =
  'Something has changed since you looked at it, so it wasn’t sent. Look at it again, then send it.';

interface Seen {
  about: object;
  to: KnownPerson | undefined;
  last: string | null;
}

/** Of all that whoever sends it has seen: the paper with what is paid by now, to whom it goes, and what went to them before. */
function fingerprintOf({ about, to, last }: Seen): string {
  return createHash('sha256')
    .update(JSON.stringify([about, to, last], inOrder))
    .digest('base64url');
}

/** What is kept comes back with its fields in another order, and says the same. */
function inOrder(_: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** A letter about an invoice as it would leave now, to be read before it does. */
export async function previewLetter(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  id: string,
  { at, kind, contact_id }: InvoiceLetterQuery & { at: Date },
): Promise<InvoiceLetterPreview> {
  const told = await toldInvoice(db, deps, account, id, { at, ...(kind && { kind }) });
  return previewTold(db, deps, account, told, { contact_id: contact_id ?? null, at });
}

/** The same of any paper. */
export async function previewTold(
  db: Tx,
  deps: TextDeps,
  account: AccountId,
  told: ToldPaper,
  { contact_id, at }: { contact_id: string | null; at: Date },
): Promise<InvoiceLetterPreview> {
  const { people, to, hasTexts, last } = await readReach(db, deps, told, contact_id);
  const sender = await senderOf(db, at);
  const ways = to ? waysTo(to, hasTexts) : [];
  const { zone } = await readSettings(db, account);
  return {
    recipients: people.map((one) => recipient(one, hasTexts)),
    to: to ? recipient(to, hasTexts) : null,
    email: to ? emailOf(told.letter(null), { ...to, customer: told.customer.id }, account, sender) : null,
    text:
      to && ways.includes('text')
        ? {
            number: to.phone,
            body: told.text(sender.business),
            leaves_at: (await whenTextLeaves(db, account, at, zone)).toISOString(),
          }
        : null,
    fingerprint: fingerprintOf({ about: told.about, to, last }),
  };
}

/** The email as it would leave now; null where they have no address. */
function emailOf(
  letter: PaperLetter,
  to: LetterTo,
  account: AccountId,
  sender: BusinessSender,
): InvoiceLetterPreview['email'] {
  if (to.email === '') return null;
  const { subject, paragraphs } = mailOf(letter, to, { account, message: '' }, sender);
  return {
    address: to.email,
    subject,
    paragraphs: paragraphs.map((one) => (typeof one === 'string' ? one : newsLines(one).join('\n'))),
    attached: letter.paper.name,
  };
}

const mailProblems = {
  'no address': (name: string) =>
    `The email address of ${name} isn’t one that emails can go to. Correct it first.`,
  'too many': (name: string) => `${name} has had too many emails this hour. Try again later.`,
  'daily limit': () =>
    'Your business has sent as many emails as it can in a day. New accounts start low and can send more each week. Try again tomorrow.',
} as const;

/** The task that looks again at a text of the night before it leaves. */
export const INVOICE_TEXT_REVIEWED = 'invoice text reviewed';

export interface InvoiceTextTask {
  account: Channel;
  invoice: string;
  kind: LetterAbout['kind'];
  contact: string | null;
  text: string;
  body: string;
}

/** Between the look in the morning and the moment in which the text leaves. */
const REVIEW_MS = 2 * MINUTE_MS;

/** At once, or at the end of quiet hours after a last look. */
async function whenTextLeaves(db: Tx, account: AccountId, at: Date, zone: string): Promise<Date> {
  const end = await outsideQuietHours(db, account, at, zone);
  return end.getTime() > at.getTime() ? new Date(end.getTime() + REVIEW_MS) : at;
}

/** What was written in the evening is unsent where it is not true any more, and said anew while something is to be paid. */
export async function reviewText(
  write: Writer,
  deps: TextDeps,
  account: AccountId,
  { invoice: id, kind, contact, text, body }: InvoiceTextTask,
): Promise<null> {
  const { db, at } = write;
  await holdPaper(db, 'invoice', id);
  const { kind: paper, outstanding } = await readInvoice(db, id);
  const isOver = paper === 'invoice' && outstanding <= 0;
  if (!isOver) {
    const told = await toldInvoice(db, deps, account, id, { kind, at });
    const { business } = await senderOf(db, at);
    if (told.text(business) === body) return null;
  }
  const unsent = await cancelTexts(db, [text], at);
  if (unsent.length > 0 && !isOver)
    await sendLetter(write, deps, account, id, { kind, ways: ['text'], contact_id: contact });
  return null;
}

/** Sends an invoice to whoever pays, or reminds them of it: by each way that was chosen, or not at all. What has left is not undone. */
export async function sendLetter(
  write: Writer,
  deps: TextDeps,
  account: AccountId,
  id: string,
  { kind, ...letter }: NewInvoiceLetter,
): Promise<InvoiceLetter[]> {
  const { db, at } = write;
  // Before it is read: what is paid meanwhile is not asked for, and of two who remind at once the second sees the first.
  await holdPaper(db, 'invoice', id);
  const told = await toldInvoice(db, deps, account, id, { at, ...(kind && { kind }) });
  return sendTold(write, deps, account, told, letter);
}

/** The same of any paper, which whoever calls holds. */
export async function sendTold(
  write: Writer,
  deps: TextDeps,
  account: AccountId,
  told: ToldPaper,
  { ways, contact_id = null, message = '', fingerprint }: NewQuoteLetter,
): Promise<InvoiceLetter[]> {
  const { db, at } = write;
  const { kind, about, customer } = told;
  const { to, hasTexts, last } = await readReach(db, deps, told, contact_id);
  if (!to)
    throw new Failure(
      'unprocessable',
      `${customer.name} has no email address${hasTexts ? ' or mobile number' : ''}. Add one to the customer or a contact.`,
    );
  if (fingerprint !== undefined && fingerprint !== fingerprintOf({ about, to, last }))
    throw new Failure('conflict', CHANGED_SINCE);
  const link = await told.link();
  const sent: Partial<InvoiceLetter>[] = [];
  if (ways.includes('email')) {
    const mail = await sendMailOfAccount(db, account, {
      to: to.email,
      share: 'invoices',
      at,
      write: (sender) =>
        mailOf(told.letter(link), { ...to, customer: customer.id }, { account, message }, sender),
    });
    if ('problem' in mail) throw refusedMail(mail.problem, to.name);
    sent.push({ way: 'email', to_address: maskEmail(to.email), message_id: mail.id });
  }
  if (ways.includes('text')) {
    const { zone } = await readSettings(db, account);
    const leaves = await whenTextLeaves(db, account, at, zone);
    const isHeld = leaves.getTime() > at.getTime();
    const { business } = await senderOf(db, at);
    const body = told.text(business);
    const text = await sendTextOfAccount(db, deps, account, {
      to: to.phone,
      body,
      link,
      at,
      holdUntil: isHeld ? leaves : null,
      notAfter: null,
      kind: letterMessages[kind],
      customer: customer.id,
      contact: to.contact_id,
      visit: null,
    });
    if ('problem' in text) throw new Failure('unprocessable', textProblems[text.problem]);
    if (isHeld && told.review) {
      const { topic, task } = told.review({ contact: to.contact_id, text: text.id, body });
      await enqueue(db, topic, task, Math.ceil((leaves.getTime() - REVIEW_MS - at.getTime()) / 1000));
    }
    sent.push({ way: 'text', to_address: maskPhone(to.phone), message_id: text.id });
  }
  write.concern(told.concerned);
  const letters = await write.insert(
    invoiceLetters,
    sent.map((one) =>
      Object.assign(aboutPaper(told.place), one, { kind, to_name: to.name, at: at.toISOString() }),
    ),
  );
  await followLater(db, account, letters);
  return letters;
}

/** What somebody asks for: whoever saw the letter has seen what went before it, and nobody else reminds twice in a day. */
export async function sendAskedFor(
  write: Writer,
  deps: TextDeps,
  account: AccountId,
  id: string,
  letter: NewInvoiceLetter,
): Promise<InvoiceLetter[]> {
  const { db, at } = write;
  await holdPaper(db, 'invoice', id);
  const isBlind = letter.kind === 'reminder' && letter.fingerprint === undefined;
  const { outstanding } = await readInvoice(db, id);
  if (isBlind && outstanding > 0 && (await wasReminded(db, id, await today(db, at))))
    throw new Failure(
      'conflict',
      'They were reminded of this today already. To remind them again, look at the letter first and send its fingerprint along.',
    );
  return sendLetter(write, deps, account, id, letter);
}

/** The task that finds out whether letters arrived. */
export const LETTERS_FOLLOWED = 'invoice letters followed';

export interface LettersTask {
  account: Channel;
  letters: string[];
}

/** A server refuses an email at once or after a day of trying; the receipt of a text comes within three days. */
const FOLLOWED_AFTER = [HOUR_SECONDS, 26 * HOUR_SECONDS, 74 * HOUR_SECONDS];

async function followLater(db: Tx, account: AccountId, letters: readonly InvoiceLetter[]): Promise<void> {
  const followed: LettersTask = { account: channelOf(account), letters: letters.map(({ id }) => id) };
  for (const seconds of FOLLOWED_AFTER) await enqueue(db, LETTERS_FOLLOWED, followed, seconds);
}

/** What did not arrive was not sent: it is kept with the letter, because queue and inbox forget in time. */
export async function followLetters(db: Tx, ids: readonly string[], at: Date): Promise<void> {
  const letters = await listUnlost(db, ids);
  const states = await statesOf(db, letters);
  const lost = letters.filter(({ message_id }) =>
    ['failed', 'expired', 'unsent'].includes(states.get(message_id ?? '')?.state ?? ''),
  );
  await writeLost(
    db,
    lost.map(({ id }) => id),
    at,
  );
  for (const invoice_id of new Set(lost.flatMap(({ invoice_id }) => invoice_id ?? [])))
    await noteUnsent(db, invoice_id, await readFirstSent(db, { invoice_id }));
  for (const quote_id of new Set(lost.flatMap(({ quote_id }) => quote_id ?? [])))
    await noteQuoteSent(db, quote_id, await readFirstSent(db, { quote_id }));
}

/** What became of the email or the text, as far as it is still known. */
async function statesOf(db: Tx, letters: readonly Pick<InvoiceLetter, 'way' | 'message_id'>[]) {
  const idsBy = (wanted: Way) =>
    letters.flatMap(({ way, message_id }) => (way === wanted && message_id !== null ? [message_id] : []));
  return new Map([...(await mailStates(db, idsBy('email'))), ...(await textStates(db, idsBy('text')))]);
}

/** A letter about what a customer paid or owes: it goes by email alone, because its paper is all that it has to say. */
export interface AccountLetter extends PaperLetter {
  readonly kind: 'receipt' | 'statement';
  readonly customer: { readonly id: string; readonly name: string };
  /** Of a receipt: the payment or refund. */
  readonly payment?: string;
}

async function peopleWithEmail(db: Tx, { customer }: AccountLetter, contact: string | null) {
  const people = (await listPeople(db, customer.id)).filter(({ email }) => email !== '');
  const to = contact === null ? people[0] : people.find(({ contact_id }) => contact_id === contact);
  if (contact !== null && !to)
    throw new Failure('unprocessable', 'This contact has no email address. Choose another one.');
  return { people, to };
}

function fingerprintOfPaper({ paper }: AccountLetter, to: KnownPerson | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify([paper.content, to]))
    .digest('base64url');
}

/** Such a letter as it would leave now. */
export async function previewAccountLetter(
  db: Tx,
  account: AccountId,
  letter: AccountLetter,
  { contact_id = null, at }: { contact_id?: string | null; at: Date },
): Promise<InvoiceLetterPreview> {
  const { people, to } = await peopleWithEmail(db, letter, contact_id);
  const sender = await senderOf(db, at);
  return {
    recipients: people.map((one) => recipient(one, false)),
    to: to ? recipient(to, false) : null,
    email: to ? emailOf(letter, { ...to, customer: letter.customer.id }, account, sender) : null,
    text: null,
    fingerprint: fingerprintOfPaper(letter, to),
  };
}

/** Emails it, and notes that in the history of the customer. */
export async function sendAccountLetter(
  write: Writer,
  account: AccountId,
  letter: AccountLetter,
  { contact_id = null, message = '', fingerprint }: NewAccountLetter,
): Promise<InvoiceLetter> {
  const { customer } = letter;
  const { to } = await peopleWithEmail(write.db, letter, contact_id);
  if (!to)
    throw new Failure(
      'unprocessable',
      `${customer.name} has no email address. Add one to the customer or a contact.`,
    );
  if (fingerprint !== undefined && fingerprint !== fingerprintOfPaper(letter, to))
    throw new Failure('conflict', CHANGED_SINCE);
  const sent = await mailAccountLetter(write, account, letter, { to, message });
  if ('problem' in sent) throw refusedMail(sent.problem, to.name);
  return sent;
}

/** The same by itself, to that address or to whoever hears of money: where nobody can be reached nothing is sent, and nothing is refused. */
export async function mailUnasked(
  write: Writer,
  account: AccountId,
  letter: AccountLetter,
  email: string,
): Promise<void> {
  const { to } = await peopleWithEmail(write.db, letter, null);
  const { name } = letter.customer;
  const payer = email === '' || email === to?.email ? to : { name, email };
  if (payer) await mailAccountLetter(write, account, letter, { to: payer, message: '' });
}

async function mailAccountLetter(
  write: Writer,
  account: AccountId,
  letter: AccountLetter,
  { to, message }: { to: Pick<KnownPerson, 'name' | 'email'>; message: string },
) {
  const { db, at } = write;
  const { kind, customer, payment = null } = letter;
  const mail = await sendMailOfAccount(db, account, {
    to: to.email,
    share: 'invoices',
    at,
    write: (sender) => mailOf(letter, { ...to, customer: customer.id }, { account, message }, sender),
  });
  if ('problem' in mail) return mail;
  write.concern([customer.id]);
  const rows = await write.insert(invoiceLetters, [
    {
      kind,
      way: 'email',
      invoice_id: null,
      quote_id: null,
      payment_id: payment,
      customer_id: payment === null ? customer.id : null,
      to_name: to.name,
      to_address: maskEmail(to.email),
      note: '',
      message_id: mail.id,
      at: at.toISOString(),
    },
  ]);
  await followLater(db, account, rows);
  return rows[0]!;
}

/** Statements of customers who turned out to be others went to whom they are now. */
export async function moveLetters(write: Writer, customers: ReadonlyMap<string, string>): Promise<void> {
  for (const [other, kept] of customers) {
    const found = await idsOfCustomer(write.db, other);
    await write.updateAll(
      invoiceLetters,
      found.map((id) => ({ id, customer_id: kept })),
    );
  }
}

/** Of a letter about one paper, what is said of no other. */
function aboutPaper(place: ToldPaper['place']) {
  const nothing = {
    invoice_id: null,
    quote_id: null,
    payment_id: null,
    customer_id: null,
    to_name: '',
    to_address: '',
    note: '',
    message_id: null,
  };
  return { ...nothing, ...place };
}

function refusedMail(problem: keyof typeof mailProblems, name: string): Failure {
  const words = mailProblems[problem](name);
  return problem === 'no address'
    ? new Failure('unprocessable', words)
    : new Failure('tooMany', words, { retryAfterSeconds: HOUR_SECONDS });
}

/** Notes that an invoice got to whoever pays without us: printed, posted, left on site. */
export async function noteHandedOver(write: Writer, id: string, note: string): Promise<InvoiceLetter> {
  const { state, bill_to_id, customer_id, jobs } = await readInvoice(write.db, id);
  if (state === 'draft') throw new Failure('conflict', 'Issue it first: a draft isn’t handed over.');
  const concerned = [bill_to_id, customer_id, ...jobs];
  return noteByHand(write, { kind: 'invoice', place: { invoice_id: id }, concerned }, note);
}

/** The same of any paper. */
export async function noteByHand(
  write: Writer,
  { kind, place, concerned }: Pick<ToldPaper, 'kind' | 'place' | 'concerned'>,
  note: string,
): Promise<InvoiceLetter> {
  write.concern(concerned);
  const [row] = await write.insert(invoiceLetters, [
    { kind, way: 'by hand', ...aboutPaper(place), note: note.trim(), at: write.at.toISOString() },
  ]);
  return row!;
}

/** What went out about an invoice. */
export async function lettersOfInvoice(db: Tx, id: string): Promise<ShownInvoiceLetter[]> {
  await readInvoice(db, id);
  return lettersAbout(db, { invoice_id: id });
}

/** The same of any paper. */
export async function lettersAbout(db: Tx, place: ToldPaper['place']): Promise<ShownInvoiceLetter[]> {
  return withStates(db, await listLetters(db, invoiceLetters, place));
}

/** The receipts of a payment that went out. */
export async function lettersOfPayment(db: Tx, id: string): Promise<ShownInvoiceLetter[]> {
  await paymentOf(db, id);
  return withStates(db, await listLetters(db, invoiceLetters, { payment_id: id }));
}

/** Letters with what became of each, as far as that is still known. */
async function withStates(
  db: Tx,
  letters: Awaited<ReturnType<typeof listLetters>>,
): Promise<ShownInvoiceLetter[]> {
  const states = await statesOf(db, letters);
  return letters.map(({ lost_at, ...letter }) => {
    const known = letter.message_id === null ? undefined : states.get(letter.message_id);
    const lost = lost_at === null ? null : { name: 'failed' as const, at: lost_at, why: '' };
    const state = known ? { name: known.state, at: known.at.toISOString(), why: known.why } : lost;
    return Object.assign(letter, { state });
  });
}
