import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  creditedLines,
  creditOfAmount,
  creditOfQuantity,
  leftToCredit,
  wholeCredit,
} from '@muster/domain/money/invoices/credits';
import {
  ISSUED_STAYS,
  issueProblem,
  linesProblem,
  reckonedLine,
  saidOf,
  totalOf,
} from '@muster/domain/money/invoices/rules';
import {
  Allocation,
  type Buyer,
  type CreditLeft,
  Invoice,
  type InvoicedWork,
  type InvoiceEdit,
  type InvoiceIssue,
  type InvoiceQuery,
  type InvoiceRecord,
  type InvoiceTotals,
  type InvoiceTotalsQuery,
  type NewCredit,
  type NewInvoice,
  type Supplier,
} from '@muster/domain/money/invoices/schema';
import { tidyLine } from '@muster/domain/money/lines/rules';
import type { InvoiceLine, NewLine } from '@muster/domain/money/lines/schema';
import { firstFreeDay, type Side } from '@muster/domain/money/payments/free-days';
import { centsInWords } from '@muster/domain/values/cents';
import { addDays, type LocalDate } from '@muster/domain/values/local-time';
import { DAY_MS } from '@muster/domain/values/minutes';
import { isPermitted } from '@muster/domain/values/role';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { holdRows, readRows } from '../../../platform/changes/rows.ts';
import type { Touched, TrackedRow, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import { createHook } from '../../../platform/hook.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { checkCustomer, refuseMergedAway } from '../../work/belongings/service.ts';
import { bankDetailsOf } from '../bank-details/service.ts';
import { refuseUnsetPrices, termsOf } from '../customer-terms/service.ts';
import { itemsOf } from '../items/service.ts';
import { moneySettingsOf, refuseLocked, takeNumber, today } from '../money-settings/service.ts';
import {
  type Allocated,
  describeWork,
  findChargedTwice,
  findTorn,
  findVisits,
  holdSides,
  type InvoiceEvent,
  listAllocations,
  listCreditedLines,
  listDrafts,
  listDraftsOf,
  listInvoiceEvents,
  listOfCustomer,
  listShowers,
  listUses,
  listInvoices,
  lockVisits,
  readAllocated,
  readSides,
  readBuyers,
  readInvoices,
  readSupplier,
  sumInvoices,
  writeSeen,
  writeSent,
  writeSettled,
  writeChargedVisits,
} from './store.ts';

/** What of these payments is used may have changed: payments are kept by who knows of invoices. */
export const paymentsAllocated = createHook<[db: Tx, payments: readonly string[]], void>(
  'payments allocated',
);

/** What was issued, and what is paid or used of it other than before: the books follow. */
export interface MovedMoney {
  readonly papers: readonly { readonly id: string; readonly noun: Invoice['kind'] }[];
  readonly allocations: readonly { readonly id: string; readonly version: number }[];
  /** Payments of which is known now how they were paid, or by what reference. */
  readonly corrected: readonly { readonly id: string; readonly version: number }[];
}

export const moneyMoved = createHook<[write: Writer, moved: MovedMoney], void>('money moved');

/** What is owed of these invoices may have changed: nobody is to pay what was owed before. */
export const owedChanged = createHook<[write: Writer, invoices: readonly string[]], void>('owed changed');

export const invoices: TrackedTable<Invoice> = {
  name: 'invoices',
  columns: columnsIn('invoices', Invoice),
  derived: ['settled', 'sent_at', 'seen_at'],
  readers: moneyDrafters,
  writers: moneyDrafters,
  carriedBy: ['customers merged'],
  label: ({ number, kind, title }) => number ?? (title === '' ? `Draft ${kind}` : `Draft “${title}”`),
  subjects: ({ customer_id, bill_to_id, credits_id, jobs }) => [customer_id, bill_to_id, credits_id, ...jobs],
  erased: ({ lines, buyer, bill_to_id }, people) => ({
    order_number: '',
    title: '',
    note: '',
    work: [],
    lines: lines.map((line) => Object.assign({}, line, { description: '' })),
    // Whoever pays for somebody else may still be asked for the paper.
    ...(buyer &&
      people.has(bill_to_id) && { buyer: { name: 'Erased', abn: null, address: '', email: '', phone: '' } }),
  }),
  search: ({ number, order_number, title, buyer }) => [number ?? '', order_number, title, buyer?.name ?? ''],
  refusals: {
    MU002: ISSUED_STAYS,
    invoices_number_once:
      'An invoice from another program already has the next number. Choose another prefix or first number in Settings, Money.',
    invoices_account_id_customer_id_fkey: 'This customer no longer exists.',
    invoices_account_id_bill_to_id_fkey: 'Whoever pays no longer exists. Choose another customer.',
    allocations_account_id_invoice_id_fkey:
      'A payment or a credit has been recorded for one of these invoices since.',
    invoices_account_id_credits_id_fkey: 'A credit note has been written for this invoice since.',
  },
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'invoices', touched);
    await refuseMergedAway(write, touched);
    await refuseMergedAway(write, touched.map(asOfWhoeverPays));
    await refuseTorn(write, idsOfMoved(touched.map(asOfWhoeverPays)));
    refuseChangesOfIssued(write, touched);
    await refuseOwnPrices(write, touched);
    await refuseChargedTwice(write, touched);
    await followVisits(write, touched);
    await tellShowers(
      write,
      touched.flatMap(({ before, after }) => (after && before?.state !== after.state ? [after.id] : [])),
    );
    await followIssued(write, touched);
  },
};

export const allocations: TrackedTable<Allocation> = {
  name: 'allocations',
  columns: columnsIn('allocations', Allocation),
  readers: moneyDrafters,
  writers: moneyKeepers,
  label: () => 'what is paid with what',
  subjects: ({ invoice_id, credit_note_id }) => [invoice_id, credit_note_id],
  async settle(write, touched) {
    for (const day of daysOfUse(touched)) await refuseLocked(write.db, day);
    const rows = touched.flatMap(({ before, after }) => [before, after]).filter((row) => row !== null);
    const ids = (...columns: ('invoice_id' | 'credit_note_id' | 'payment_id' | 'refund_id')[]) => [
      ...new Set(rows.flatMap((row) => columns.map((column) => row[column]).filter((id) => id !== null))),
    ];
    const [papers, payments] = [ids('invoice_id', 'credit_note_id'), ids('payment_id', 'refund_id')];
    await holdSides(write.db, papers, payments);
    await refuseTorn(write, [...papers, ...payments]);
    const sides = await readAllocated(write.db, papers, payments);
    for (const side of sides) refuseMoreThanThereIs(side);
    await writeSettled(write.db, sides);
    await tellShowers(write, papers);
    if (payments.length > 0) await paymentsAllocated.run(write.db, payments);
    const moved = touched.map(({ before, after }) =>
      after ? { id: after.id, version: after.version } : { id: before!.id, version: before!.version + 1 },
    );
    await moneyMoved.run(write, { papers: [], allocations: moved, corrected: [] });
    if (papers.length > 0) await owedChanged.run(write, papers);
  },
};

/** Whoever shows an invoice to a customer hears at once that it is there, or paid. */
async function tellShowers(write: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) write.concern(await listShowers(write.db, ids));
}

async function followIssued(write: Writer, touched: readonly Touched<Invoice>[]): Promise<void> {
  const papers = touched.flatMap(({ before, after }) =>
    after?.state === 'issued' && before?.state !== 'issued' && !after.is_imported
      ? [{ id: after.id, noun: after.kind }]
      : [],
  );
  if (papers.length > 0) await moneyMoved.run(write, { papers, allocations: [], corrected: [] });
}

/** The days from which something counts as paid, or no more, other than before: an undo is refused there as well. */
function daysOfUse(touched: readonly Touched<Allocation>[]): ReadonlySet<string> {
  const days = (row: Allocation | null) => (row ? [row.on_date, row.released_on] : []);
  return new Set(
    touched.flatMap(({ before, after }) => {
      const [was, is] = [days(before), days(after)];
      return [...was, ...is].filter((day) => day !== null && !(was.includes(day) && is.includes(day)));
    }) as string[],
  );
}

function asOfWhoeverPays({ before, after }: Touched<Invoice>) {
  const billed = (row: Invoice | null) => row && { ...row, customer_id: row.bill_to_id };
  return { before: billed(before), after: billed(after) };
}

/** What is somebody else's now than it was before. */
export function idsOfMoved(
  touched: readonly Touched<TrackedRow & { readonly customer_id: string }>[],
): string[] {
  return touched.flatMap(({ before, after }) =>
    before && after && before.customer_id !== after.customer_id ? after.id : [],
  );
}

/** What settles something is of the same customer: else one of them would owe what is paid, and the other be in credit with it. */
export async function refuseTorn({ db, author }: Writer, ids: readonly string[]): Promise<void> {
  const torn = ids.length === 0 ? undefined : await findTorn(db, ids);
  if (!torn) return;
  const { by, by_amount, settled, settled_amount } = torn;
  // Whoever may merge customers may have no right to money, and learns no amount.
  if (!isPermitted(moneyDrafters, author))
    throw new Failure(
      'conflict',
      'Payments or credits since then belong to these customers together. Ask someone who keeps the money.',
    );
  const from = by ?? `The payment of ${centsInWords(by_amount)}`;
  const to = settled ?? `the refund of ${centsInWords(settled_amount)}`;
  throw new Failure(
    'conflict',
    `${from} and ${to} belong together, and would be of two customers. Undo what joined them first, or reverse it as a mistake.`,
  );
}

/** What an undo or an import would do to them as well: the database refuses it too, and says less. */
function refuseChangesOfIssued({ author }: Writer, touched: readonly Touched<Invoice>[]): void {
  const gone = touched.flatMap(({ before, after }) =>
    before?.state === 'issued' && after === null ? [before] : [],
  );
  if (gone.some(({ is_imported }) => !is_imported)) throw new Failure('conflict', ISSUED_STAYS);
  if (gone.length > 0 && !isPermitted(moneyKeepers, author)) throw new Failure('forbidden');
}

const NO_CREDIT = 'To credit something, ask someone with the full right to money.';

/** Whoever prepares drafts uses prices that are set: those of the customer, and those that somebody who may has written into a line. */
async function refuseOwnPrices(write: Writer, touched: readonly Touched<Invoice>[]): Promise<void> {
  if (isPermitted(moneyKeepers, write.author)) return;
  for (const { before, after } of touched) {
    if (before && after && isOnlyMoved(before, after)) continue;
    if ((after ?? before)?.kind === 'credit note') throw new Failure('forbidden', NO_CREDIT);
    if (after === null || (before === null && write.restores)) continue;
    await refuseUnsetPrices(write.db, after.customer_id, { lines: after.lines, known: before?.lines ?? [] });
  }
}

/** Whether only its customers are others, because two turned out to be one. */
function isOnlyMoved(before: Invoice, after: Invoice): boolean {
  const { version, customer_id, bill_to_id } = after;
  return isDeepStrictEqual({ ...before, version, customer_id, bill_to_id }, after);
}

/** A visit is charged once. Asked where drafts settle: an undo brings one back as well. */
async function refuseChargedTwice({ db }: Writer, touched: readonly Touched<Invoice>[]): Promise<void> {
  const charging = touched.flatMap(({ before, after }) => {
    if (after === null || after.kind !== 'invoice') return [];
    const visits = after.visits.filter((visit) => !before?.visits.includes(visit));
    return visits.length === 0 ? [] : [{ id: after.id, visits }];
  });
  if (charging.length === 0) return;
  await lockVisits(
    db,
    charging.flatMap(({ visits }) => visits),
  );
  for (const { id, visits } of charging) {
    const twice = await findChargedTwice(db, id, visits);
    if (twice)
      throw new Failure(
        'conflict',
        `Visit ${twice.visit} is already on ${twice.number ?? 'a draft'}. Take it off there first.`,
      );
  }
}

/** Which visits are charged, and so are not ready to be invoiced any more: those of a draft too, and not what was credited as a whole. */
async function followVisits({ db }: Writer, touched: readonly Touched<Invoice>[]): Promise<void> {
  const rows = touched.flatMap(({ after }) => (after === null ? [] : [after]));
  const ids = rows.flatMap(({ id, credits_id }) => (credits_id === null ? [id] : [id, credits_id]));
  if (ids.length > 0) await writeChargedVisits(db, [...new Set(ids)]);
}

function refuseMoreThanThereIs({ kind, name, is_open, whole, settled }: Allocated): void {
  if (settled === 0) return;
  if (!is_open)
    throw new Failure(
      'conflict',
      kind === 'invoice' || kind === 'credit note'
        ? 'A draft can’t be paid or used. Issue it first.'
        : 'This payment was reversed.',
    );
  if (settled <= whole) return;
  throw new Failure(
    'conflict',
    kind === 'invoice'
      ? `That is more than is still owed on ${name}.`
      : kind === 'credit note'
        ? `That is more than is left of ${name}.`
        : `That is more than the ${kind} comes to.`,
  );
}

/** With the order numbers of its jobs, where they are too many for the one of the invoice. */
export type NewDraft = NewInvoice & {
  readonly orders?: ReadonlyMap<string, string>;
  /** The quote of which it charges a part. */
  readonly quote_id?: string;
};

export async function addInvoice(write: Writer, wanted: NewDraft): Promise<InvoiceRecord> {
  const { customer_id, bill_to_id, lines = [], visits = [], orders, ...said } = wanted;
  const settings = await moneySettingsOf(write.db);
  await checkCustomer(write, customer_id);
  const payer = bill_to_id ?? (await termsOf(write.db, customer_id)).bill_to_id ?? customer_id;
  await checkCustomer(write, payer);
  const { terms_days } = await termsOf(write.db, payer);
  const found = await workOf(write.db, { customer_id, visits, jobs: [], lines });
  const [added] = await write.insert(invoices, [
    {
      kind: 'invoice',
      customer_id,
      bill_to_id: payer,
      terms_days: terms_days ?? settings.terms_days,
      note: settings.invoice_note,
      ...said,
      ...writtenLines(lines, settings.is_gst_registered),
      ...found,
      work: found.work.map((job) => withOrder(job, orders?.get(job.job_id))),
      created_at: write.at.toISOString(),
    },
  ]);
  return readInvoice(write.db, added!.id);
}

const MOST_TITLE = 200;

/** The order number stands with its job, and stays whole: what was done gives way to it. */
function withOrder(job: InvoicedWork, order: string | undefined): InvoicedWork {
  if (order === undefined) return job;
  const named = `order ${order}`;
  const title = job.title.slice(0, MOST_TITLE - named.length - 2);
  return { ...job, title: title === '' ? named : `${title}, ${named}` };
}

/** The same once more, as a draft of its own, with nothing that was done at a visit. */
export async function copyInvoice(write: Writer, id: string): Promise<InvoiceRecord> {
  const { kind, customer_id, bill_to_id, title, note, terms_days, supplier, ...copied } = await readInvoice(
    write.db,
    id,
  );
  if (kind === 'credit note')
    throw new Failure('conflict', 'A credit note can’t be copied. Credit the invoice again instead.');
  const wasRegistered = supplier?.is_gst_registered ?? true;
  const lines = wasRegistered ? copied.lines : await withGst(write.db, copied.lines);
  const again = lines.map((line) =>
    Object.assign(saidOf(line), { id: randomUUID(), visit_id: null, job_id: null }),
  );
  return addInvoice(write, { customer_id, bill_to_id, title, note, terms_days, lines: again });
}

/** A draft. Whatever is said, its lines are written as the business is registered now. */
export async function editInvoice(
  write: Writer,
  id: string,
  { version, lines, visits, work, ...said }: InvoiceEdit,
): Promise<InvoiceRecord> {
  const { db } = write;
  const before = await draftOf(db, id);
  if (before.credits_id !== null) {
    if ([visits, work, said.bill_to_id, said.due_on].some((one) => one !== undefined))
      throw new Failure('unprocessable', 'A credit note is for the same work and customer as its invoice.');
    const credited = await readInvoice(db, before.credits_id);
    const now = lines && (await takenBack(db, credited, lines));
    await write.update(invoices, id, { ...said, ...now }, version);
    return readInvoice(db, id);
  }
  const { is_gst_registered } = await moneySettingsOf(db);
  if (said.bill_to_id !== undefined) await checkCustomer(write, said.bill_to_id);
  const now = {
    customer_id: before.customer_id,
    visits: visits ?? before.visits,
    jobs: visits === undefined && lines === undefined ? before.jobs : [],
    lines: lines ?? before.lines,
  };
  const found = await workOf(db, now);
  await write.update(
    invoices,
    id,
    {
      ...said,
      ...writtenLines(now.lines, is_gst_registered),
      ...found,
      work: namedWork(found.work, before, work),
    },
    version,
  );
  return readInvoice(db, id);
}

/** Its jobs as its paper names them: as somebody wants it now, or else as before. Whoever drops a name does not find it back. */
function namedWork(
  found: readonly InvoicedWork[],
  before: Pick<Invoice, 'jobs' | 'work'>,
  wanted: InvoiceEdit['work'],
): InvoicedWork[] {
  const known = new Map(before.work.map((job) => [job.job_id, job]));
  const named = wanted && new Map(wanted.map(({ job_id, title }) => [job_id, title.trim()]));
  return found.flatMap((job) => {
    const is = known.get(job.job_id) ?? job;
    const isNew = !before.jobs.includes(job.job_id);
    if (named === undefined) return isNew || known.has(job.job_id) ? [is] : [];
    const title = named.get(job.job_id);
    if (title === undefined) return isNew ? [is] : [];
    return [{ ...is, title }];
  });
}

/** Lines as they are kept, and what they come to. Whoever is not registered charges no GST. */
function writtenLines(lines: readonly (NewLine | InvoiceLine)[], isRegistered: boolean) {
  return summedUp(lines.map((line) => reckonedLine(tidyLine(line, isRegistered))));
}

/** Lines of before a business was registered for GST: from then on they have it as the price list says, or where they are not from it. */
async function withGst<Line extends NewLine>(db: Tx, lines: readonly Line[]): Promise<Line[]> {
  const items = await itemsOf(
    db,
    lines.flatMap(({ item_id }) => item_id ?? []),
  );
  const set = new Map(items.map(({ id, gst }) => [id, gst]));
  return lines.map((line) => Object.assign({}, line, { gst: set.get(line.item_id ?? '') ?? 'gst' }));
}

/** Drafts that were written before the business was registered for GST, or was no more, are written as it is now. */
export async function followRegistration(write: Writer, isRegistered: boolean): Promise<void> {
  const drafts = await readRows(write.db, invoices, await listDrafts(write.db));
  for (const { id, lines } of drafts) {
    const now = isRegistered ? await withGst(write.db, lines) : lines;
    await write.update(invoices, id, writtenLines(now, isRegistered));
  }
}

function summedUp(lines: InvoiceLine[]) {
  const problem = linesProblem(lines);
  if (problem !== undefined) throw new Failure('unprocessable', problem);
  return { lines, ...totalOf(lines) };
}

/** What can still be credited of an invoice, line by line. */
async function leftOf(db: Tx, { id, lines }: Pick<Invoice, 'id' | 'lines'>) {
  return leftToCredit(lines, await listCreditedLines(db, id));
}

/** The lines of a credit note as they are kept, with what they take back of what is left now. */
async function takenBack(db: Tx, credited: Pick<Invoice, 'id' | 'lines'>, wanted: readonly NewLine[]) {
  const found = creditedLines(credited.lines, await leftOf(db, credited), wanted);
  if ('problem' in found) throw new Failure('conflict', found.problem);
  return summedUp(found.lines);
}

/** What can still be credited of an invoice: of each line so much of its quantity, and so many cents. */
export async function creditLeftOf(db: Tx, id: string): Promise<CreditLeft[]> {
  const left = await leftOf(db, await readInvoice(db, id));
  return [...left].map(([line, { quantity, amounts }]) => ({ id: line, quantity, amounts }));
}

/** Takes an invoice back, or lines of it: at once, or by a draft that is issued later. */
export async function creditInvoice(
  write: Writer,
  id: string,
  { lines, is_draft = false, issued_on, ...said }: NewCredit,
): Promise<InvoiceRecord> {
  const { db } = write;
  // Held, because what is left of it is what nobody else credits at this moment.
  const [credited] = await holdRows(db, invoices, [id]);
  if (!credited) throw new Failure('notFound');
  if (credited.kind === 'credit note' || credited.state === 'draft')
    throw new Failure('conflict', 'Only an issued invoice can be credited.');
  const left = await leftOf(db, credited);
  const wanted = lines
    ? lines.map((one) => creditOf(credited, left, one))
    : wholeCredit(credited.lines, left);
  if (wanted.length === 0)
    throw new Failure('conflict', `Everything on ${credited.number} has already been credited.`);
  const { customer_id, bill_to_id, order_number, jobs, work } = credited;
  const [added] = await write.insert(invoices, [
    {
      kind: 'credit note',
      credits_id: id,
      customer_id,
      bill_to_id,
      order_number,
      jobs,
      work,
      terms_days: 0,
      ...said,
      ...(await takenBack(db, credited, wanted)),
      created_at: write.at.toISOString(),
    },
  ]);
  return is_draft
    ? readInvoice(db, added!.id)
    : issueInvoice(write, added!.id, issued_on === undefined ? {} : { issued_on });
}

type CreditedLine = NonNullable<NewCredit['lines']>[number];

function creditOf(
  { lines }: Invoice,
  left: ReadonlyMap<string, Omit<CreditLeft, 'id'>>,
  { id, quantity, total }: CreditedLine,
): NewLine {
  const line = lines.find((one) => one.id === id);
  if (!line) throw new Failure('unprocessable', 'One of these lines isn’t on the invoice.');
  if (quantity !== undefined && total !== undefined)
    throw new Failure('unprocessable', 'Credit a line by its quantity or by an amount, not both.');
  return total === undefined
    ? creditOfQuantity(line, quantity ?? left.get(id)!.quantity)
    : creditOfAmount(line, total);
}

interface ChargedWork {
  readonly customer_id: string;
  readonly visits: readonly string[];
  readonly jobs: readonly string[];
  readonly lines: readonly Pick<NewLine, 'job_id'>[];
}

/** The visits and jobs that a draft is for, all of its customer. */
async function workOf(db: Tx, { customer_id, visits, jobs, lines }: ChargedWork) {
  const found = await findVisits(db, visits);
  if (found.length < visits.length)
    throw new Failure('unprocessable', 'One of these visits no longer exists.');
  const ids = [
    ...new Set([
      ...jobs,
      ...found.map(({ job_id }) => job_id),
      ...lines.flatMap(({ job_id }) => job_id ?? []),
    ]),
  ];
  const described = await describeWork(db, ids, visits);
  if (described.length < ids.length)
    throw new Failure('unprocessable', 'One of these jobs no longer exists.');
  if (described.some((one) => one.customer_id !== customer_id))
    throw new Failure('unprocessable', 'All work on an invoice is for one customer.');
  return { visits: [...visits], jobs: ids, work: described.map(({ job }) => job) };
}

const MOST_TERMS_DAYS = 365;

/** What another program has issued: it keeps the number that it had there. */
export interface IssuedElsewhere extends Pick<Invoice, 'customer_id' | 'order_number' | 'title' | 'lines'> {
  readonly number: string;
  readonly issued_on: string;
  readonly due_on: string;
}

/** Any number of invoices that were issued elsewhere, as they stand; an undo takes them away again. */
export async function addIssuedElsewhere(write: Writer, list: readonly IssuedElsewhere[]): Promise<void> {
  const now = await today(write.db, write.at);
  const early = list.find(({ issued_on }) => issued_on > now);
  if (early) throw new Failure('unprocessable', `${early.number} is dated on a day that is still to come.`);
  const supplier = await supplierOf(write.db);
  const buyers = await readBuyers(write.db, [...new Set(list.map(({ customer_id }) => customer_id))]);
  const at = write.at.toISOString();
  await write.insert(
    invoices,
    list.map(({ lines, ...said }) => ({
      kind: 'invoice',
      state: 'issued',
      is_imported: true,
      ...said,
      bill_to_id: said.customer_id,
      terms_days: Math.min((Date.parse(said.due_on) - Date.parse(said.issued_on)) / DAY_MS, MOST_TERMS_DAYS),
      issued_at: at,
      ...summedUp(lines),
      supplier,
      buyer: buyers.get(said.customer_id)!,
      created_at: at,
    })),
  );
}

/** As much as one request moves: whoever has more is the one to keep. */
const MOST_MOVED = 5_000;

/** What was invoiced to customers who turned out to be others is theirs now. What their papers say stays as it was issued. */
export async function moveInvoices(write: Writer, customers: ReadonlyMap<string, string>): Promise<void> {
  for (const [other, kept] of customers) {
    const found = await listOfCustomer(write.db, other, MOST_MOVED + 1);
    if (found.length > MOST_MOVED)
      throw new Failure(
        'unprocessable',
        `There are more than ${MOST_MOVED.toLocaleString('en-AU')} invoices to move. Keep the customer who has them, and merge this one into them.`,
      );
    const now = (id: string) => (id === other ? kept : id);
    await write.updateAll(
      invoices,
      found.map(({ id, customer_id, bill_to_id }) => ({
        id,
        customer_id: now(customer_id),
        bill_to_id: now(bill_to_id),
      })),
    );
  }
}

export async function removeDraft(write: Writer, id: string): Promise<null> {
  await draftOf(write.db, id);
  await write.remove(invoices, id);
  return null;
}

/** Whoever is erased leaves no drafts behind: none for them, and none that they would have to pay. */
export async function removeDraftsOf(write: Writer, customers: readonly string[]): Promise<void> {
  await write.removeAll(invoices, await listDraftsOf(write.db, customers));
}

/** Held from then on; refused where it was issued. */
async function draftOf(db: Tx, id: string): Promise<Invoice> {
  const [found] = await holdRows(db, invoices, [id]);
  if (!found) throw new Failure('notFound');
  if (found.state === 'issued') throw new Failure('conflict', ISSUED_STAYS);
  return found;
}

/** Who sells and who buys, as a paper that is issued now says it. */
export async function partiesOf(db: Tx, billTo: string): Promise<{ supplier: Supplier; buyer: Buyer }> {
  const buyers = await readBuyers(db, [billTo]);
  return { supplier: await supplierOf(db), buyer: buyers.get(billTo)! };
}

async function supplierOf(db: Tx): Promise<Supplier> {
  const { is_gst_registered, postal_address: address } = await moneySettingsOf(db);
  const bank = await bankDetailsOf(db);
  return { ...(await readSupplier(db)), is_gst_registered, address, bank };
}

/** Gives a draft its number, and writes down who sells and who buys as they are now: from then on it never changes. */
export async function issueInvoice(
  write: Writer,
  id: string,
  { version, issued_on }: Partial<InvoiceIssue> = {},
): Promise<InvoiceRecord> {
  const { db, at } = write;
  const { draft, credited } = await holdToIssue(db, id);
  const problem = issueProblem(draft.lines);
  if (problem !== undefined) throw new Failure('conflict', problem);
  const day = await dayOfIssue(write, issued_on, credited);
  const { supplier, buyer } = await partiesOf(db, draft.bill_to_id);
  const terms = credited
    ? await termsOfCredit(db, draft, { credited, supplier })
    : termsOfIssue(draft, { day, supplier });
  await write.update(
    invoices,
    id,
    {
      state: 'issued',
      ...(await takeNumber(db, draft.kind)),
      issued_on: day,
      issued_at: at.toISOString(),
      buyer,
      ...terms,
    },
    version,
  );
  if (credited) await useCredit(write, id, credited.id, day);
  return readInvoice(db, id);
}

/** A draft, and the invoice that it credits, if it does: held in one order, so that two never wait for each other. */
async function holdToIssue(db: Tx, id: string): Promise<{ draft: Invoice; credited: Invoice | undefined }> {
  const [known] = await readRows(db, invoices, [id]);
  if (!known) throw new Failure('notFound');
  const held = await holdRows(db, invoices, [id, ...(known.credits_id === null ? [] : [known.credits_id])]);
  const draft = held.find((one) => one.id === id);
  if (!draft) throw new Failure('notFound');
  if (draft.state === 'issued') throw new Failure('conflict', `${draft.number} has already been issued.`);
  return { draft, credited: held.find((one) => one.id === draft.credits_id) };
}

async function dayOfIssue(
  { db, at }: Writer,
  issued_on: string | undefined,
  credited: Invoice | undefined,
): Promise<LocalDate> {
  const now = await today(db, at);
  const day = (issued_on ?? now) as LocalDate;
  if (day > now) throw new Failure('conflict', 'Choose today or an earlier day: this one is still to come.');
  if (credited && day < credited.issued_on!)
    throw new Failure('conflict', `Choose a later day: ${credited.number} was issued after this one.`);
  await refuseLocked(db, day);
  return day;
}

function termsOfIssue(
  { lines, due_on, terms_days }: Invoice,
  { day, supplier }: { day: LocalDate; supplier: Supplier },
) {
  if (supplier.is_gst_registered && supplier.abn === null)
    throw new Failure(
      'conflict',
      'A tax invoice needs your ABN. Enter it in Settings, or say in Settings, Money that you aren’t registered for GST.',
    );
  if (!supplier.is_gst_registered && lines.some(({ gst }) => gst !== 'gst-free'))
    throw new Failure(
      'conflict',
      'This draft still has GST, and your business isn’t registered for it. Save the draft again, then check its total.',
    );
  const due = due_on ?? addDays(day, terms_days);
  if (due < day)
    throw new Failure('conflict', 'It would be due before it is issued. Choose a later due day, or none.');
  return { due_on: due, supplier };
}

/** As the invoice was, so is its credit note: with GST or without. Others may have credited lines of it since the draft was written. */
async function termsOfCredit(
  db: Tx,
  { lines }: Invoice,
  { credited, supplier }: { credited: Invoice; supplier: Supplier },
) {
  const { is_gst_registered } = credited.supplier!;
  return {
    ...(await takenBack(db, credited, lines.map(saidOf))),
    supplier: { ...supplier, is_gst_registered },
  };
}

/** A credit note pays for its own invoice first, as far as that is owed. The rest stays with whoever pays. */
async function useCredit(write: Writer, id: string, invoice: string, day: string): Promise<void> {
  const papers = await invoicesOf(write.db, [id, invoice]);
  const amount = Math.min(...papers.map(({ outstanding }) => outstanding));
  if (amount > 0) await allocate(write, [{ credit_note_id: id, invoice_id: invoice, amount, on_date: day }]);
  await write.settle();
}

export async function readInvoice(db: Tx, id: string): Promise<InvoiceRecord> {
  const [found] = await invoicesOf(db, [id]);
  if (!found) throw new Failure('notFound');
  return found;
}

export async function invoicesOf(db: Tx, ids: readonly string[]): Promise<InvoiceRecord[]> {
  const bank = await bankDetailsOf(db);
  return (await readInvoices(db, invoices, ids)).map((invoice) =>
    // An account that was closed or swapped since must get no more money, so only a settled one says where it went.
    Object.assign(invoice, { pay_to: isToPay(invoice) ? bank : (invoice.supplier?.bank ?? null) }),
  );
}

function isToPay({
  kind,
  state,
  outstanding,
}: Pick<InvoiceRecord, 'kind' | 'state' | 'outstanding'>): boolean {
  return kind === 'invoice' && (state === 'draft' || outstanding > 0);
}

export async function pageInvoices(db: Tx, query: InvoiceQuery, at: Date) {
  return listInvoices(db, query, await today(db, at));
}

export { sumOverdue } from './store.ts';

/** How many there are of each view, and what they come to. */
export async function totalsOfInvoices(db: Tx, query: InvoiceTotalsQuery, at: Date): Promise<InvoiceTotals> {
  return sumInvoices(db, query, await today(db, at));
}

/** From one of the first two to one of the other two. */
export interface NewAllocation {
  readonly payment_id?: string;
  readonly credit_note_id?: string;
  readonly invoice_id?: string;
  readonly refund_id?: string;
  readonly amount: number;
  /** From that day on, or from the first later one on which there is room for it. */
  readonly on_date: string;
  /** When money for an invoice came in before there was one. */
  readonly deposit_on?: string | null;
}

/** Says what pays for what; refused where that is more than is owed, or than is left. */
export async function allocate(write: Writer, rows: readonly NewAllocation[]): Promise<Allocation[]> {
  if (rows.length === 0) return [];
  const papers = rows.flatMap(({ invoice_id = [], credit_note_id = [] }) =>
    [invoice_id, credit_note_id].flat(),
  );
  const payments = rows.flatMap(({ payment_id = [], refund_id = [] }) => [payment_id, refund_id].flat());
  // Before the rows that refer to them are written, because those hold them as well.
  await holdSides(write.db, papers, payments);
  const taken = new Map((await readSides(write.db, papers, payments)).map(({ id, ...side }) => [id, side]));
  return write.insert(
    allocations,
    rows.map(({ payment_id = null, credit_note_id = null, invoice_id = null, refund_id = null, ...row }) => {
      const ids = [payment_id, credit_note_id, invoice_id, refund_id].filter((id) => id !== null);
      const on_date = dayWithRoom(
        ids.flatMap((id) => taken.get(id) ?? []),
        row,
      );
      for (const id of ids) {
        const side = taken.get(id);
        if (side)
          taken.set(id, {
            ...side,
            taken: [...side.taken, { amount: row.amount, on_date, released_on: null }],
          });
      }
      return {
        payment_id,
        credit_note_id,
        invoice_id,
        refund_id,
        deposit_on: null,
        ...row,
        on_date,
        released_on: null,
      };
    }),
  );
}

/** Of what pays and of what is paid. */
function dayWithRoom(sides: readonly Side[], { amount, on_date }: NewAllocation): string {
  const day = sides.reduce((from, side) => firstFreeDay(side, amount, from), on_date);
  return day === on_date ? day : dayWithRoom(sides, { amount, on_date: day });
}

/** These, or what these payments or papers were allocated to, count no more from that day on; where no day is given, they never counted. */
export async function releaseAllocations(
  write: Writer,
  where: {
    readonly ids?: readonly string[];
    readonly payments?: readonly string[];
    readonly invoices?: readonly string[];
  },
  on?: string,
): Promise<void> {
  const found = await listAllocations(write.db, where);
  await write.updateAll(
    allocations,
    found.map(({ id, on_date }) => ({ id, released_on: on ?? on_date })),
  );
}

/** So much of what a payment was put to is owed again from that day on, what it was put to last first. */
export async function releasePart(write: Writer, payment: string, amount: number, on: string): Promise<void> {
  let left = amount;
  for (const { id, invoice_id, amount: used, on_date } of await listUses(write.db, payment)) {
    if (left <= 0) return;
    const day = on > on_date ? on : on_date;
    await write.update(allocations, id, { released_on: day });
    if (used > left)
      await allocate(write, [{ payment_id: payment, invoice_id, amount: used - left, on_date: day }]);
    left -= used;
  }
}

/** When an invoice first left for its customer. */
export async function noteSent(db: Tx, id: string, at: Date): Promise<void> {
  await writeSent(db, id, at);
}

/** That it was sent has been taken back: what is left says when it first was, or that it was not. */
export async function noteUnsent(db: Tx, id: string, first: Date | null): Promise<void> {
  await writeSent(db, id, null);
  if (first) await writeSent(db, id, first);
}

/** When its page was first opened. */
export async function noteSeen(db: Tx, id: string, at: Date): Promise<void> {
  await writeSeen(db, id, at);
}

export type { InvoiceEvent };

/** What a change means to invoices, for programs that wait for it: the entries of the log say only which rows it touched. */
export async function eventsOfInvoices(
  db: Tx,
  change: { readonly number: number; readonly month: string },
): Promise<InvoiceEvent[]> {
  return listInvoiceEvents(db, change);
}
