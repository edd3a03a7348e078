import { matched, MOST_PAID_AT_ONCE } from '@muster/domain/money/payments/rules';
import {
  type Credit,
  type CreditPart,
  type CreditUse,
  type InvoicePayment,
  type NewPayment,
  type NewRefund,
  Payment,
  type PaymentEdit,
  type PaymentQuery,
  type PaymentRecord,
  type TakeBack,
} from '@muster/domain/money/payments/schema';
import type { PrintedReceipt } from '@muster/domain/money/payments/words';
import { centsInWords } from '@muster/domain/values/cents';
import { dayAndMonth } from '@muster/domain/values/clock-words';
import type { AccountId } from '@muster/domain/values/ids';
import type { LocalDate } from '@muster/domain/values/local-time';
import { moneyDrafters, moneyKeepers } from '../../../platform/changes/from-request.ts';
import { columnsIn } from '../../../platform/changes/record.ts';
import { holdRows } from '../../../platform/changes/rows.ts';
import type { Touched, TrackedTable, Writer } from '../../../platform/changes/tracked.ts';
import type { Tx } from '../../../platform/db/executor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { Failure } from '../../../platform/http/answers/errors.ts';
import { reckonAside } from '../../../platform/threads.ts';
import { refuseBeyondQuota } from '../../identity/licences/service.ts';
import { checkCustomer, refuseMergedAway } from '../../work/belongings/service.ts';
import { logoOnPaper } from '../invoice-papers/service.ts';
import {
  allocate,
  idsOfMoved,
  moneyMoved,
  partiesOf,
  readInvoice,
  refuseTorn,
  releaseAllocations,
  releasePart,
} from '../invoices/service.ts';
import { refuseLocked, today } from '../money-settings/service.ts';
import {
  holdCustomer,
  idsOfCustomer,
  lastUse,
  listCredit,
  listGivenBeyond,
  listInvoicePayments,
  listOnWayBack,
  listOwed,
  listPaying,
  listPayments,
  type Payable,
  readPayables,
  readPayment,
  sumCredit,
  sumGivenBack,
} from './store.ts';

export { holdCustomer, sumCredit as creditAndOwed, writeUsed as followAllocations } from './store.ts';

export const payments: TrackedTable<Payment> = {
  name: 'payments',
  columns: columnsIn('payments', Payment),
  derived: ['used'],
  readers: moneyDrafters,
  writers: moneyKeepers,
  carriedBy: ['customers merged'],
  label: ({ kind, amount }) => `${kind} of ${centsInWords(amount)}`,
  subjects: ({ customer_id }) => [customer_id],
  search: ({ reference }) => [reference],
  erased: () => ({ reference: '', note: '', taken_back_reason: '' }),
  refusals: {
    allocations_account_id_payment_id_fkey:
      'Part of this payment has paid for something else since, or was given back. Undo that first, or reverse the payment.',
    invoice_letters_account_id_payment_id_fkey:
      'Its receipt was emailed, so it isn’t taken away without a word. Reverse it instead and say why.',
    payments_account_id_customer_id_fkey: 'This customer no longer exists.',
    payments_once: 'This payment is already here.',
  },
  async settle(write, touched) {
    await refuseBeyondQuota(write, 'payments', touched);
    await refuseMergedAway(write, touched);
    await refuseTorn(write, idsOfMoved(touched));
    for (const day of daysOf(touched)) await refuseLocked(write.db, day);
    const corrected = touched.flatMap(({ before, after }) =>
      before && after && isCorrected(before, after) ? [after] : [],
    );
    if (corrected.length > 0) await moneyMoved.run(write, { papers: [], allocations: [], corrected });
  },
};

/** How it was paid, or by what reference, is known otherwise now. A reference that is gone, as after an erasure, corrects nothing. */
function isCorrected(before: Payment, after: Payment): boolean {
  const isNamedAnew = after.reference !== '' && after.reference !== before.reference;
  return isNamedAnew || after.method !== before.method;
}

/** The days whose sums are others than before: asked where payments settle, because an undo makes them others as well. */
function daysOf(touched: readonly Touched<Payment>[]): ReadonlySet<string> {
  const counted = (row: Payment | null) =>
    row && `${row.kind} ${row.amount} ${row.method} ${row.received_on}`;
  return new Set(
    touched.flatMap(({ before, after }) => {
      const rows = [before, after].filter((row) => row !== null);
      const received = counted(before) === counted(after) ? [] : rows.map(({ received_on }) => received_on);
      const isTakenBack = before?.taken_back_on !== after?.taken_back_on;
      return [...received, ...(isTakenBack ? rows.flatMap(({ taken_back_on }) => taken_back_on ?? []) : [])];
    }),
  );
}

/** What customers paid who turned out to be others is theirs now. */
export async function movePayments(write: Writer, customers: ReadonlyMap<string, string>): Promise<void> {
  for (const [other, kept] of customers) {
    const found = await idsOfCustomer(write.db, other);
    await write.updateAll(
      payments,
      found.map((id) => ({ id, customer_id: kept })),
    );
  }
}

/** Who has told us of a payment that nobody recorded by hand, and by what they know it. */
type Told = Pick<Payment, 'provider' | 'provider_reference'>;

/** Money that came in: it pays for what is named, or for what is due the longest; the rest stays with the customer. */
export async function recordPayment(
  write: Writer,
  { invoices, received_on, reference = '', note = '', ...said }: NewPayment & Partial<Told>,
): Promise<PaymentRecord> {
  const { db } = write;
  const { customer_id, amount } = said;
  if (!(await holdCustomer(db, customer_id))) throw new Failure('notFound');
  const day = await dayOf(write, received_on);
  const wanted = invoices ?? (await owedAsWanted(db, customer_id));
  const paid = await payablesOf(db, customer_id, wanted);
  const shares = matched([{ id: '', amount }], wantedParts(wanted));
  if (invoices && shares.reduce((sum, share) => sum + share.amount, 0) < sumOf(invoices))
    throw new Failure(
      'unprocessable',
      `These invoices are paid with more than the ${centsInWords(amount)} that came in. Check the amounts.`,
    );
  const [added] = await write.insert(payments, [
    {
      kind: 'payment',
      ...said,
      received_on: day,
      reference: reference.trim(),
      note: note.trim(),
      created_at: write.at.toISOString(),
    },
  ]);
  await allocate(
    write,
    shares.map(({ to, amount }) => ({
      payment_id: added!.id,
      invoice_id: to,
      amount,
      // A deposit pays for its invoice from the day on which there is one.
      on_date: later(day, paid.get(to)!.issued_on!),
      deposit_on: day < paid.get(to)!.issued_on! ? day : null,
    })),
  );
  await write.settle();
  await coverRefunds(write, customer_id);
  return settled(write, added!.id);
}

type Wanted = CreditUse['invoices'];

const sumOf = (wanted: Wanted) => wanted.reduce((sum, { amount }) => sum + amount, 0);
const wantedParts = (wanted: Wanted) => wanted.map(({ invoice_id, amount }) => ({ id: invoice_id, amount }));
const later = (one: string, other: string) => (one > other ? one : other);

async function owedAsWanted(db: Tx, customer: string): Promise<Wanted> {
  const owed = await listOwed(db, customer, MOST_PAID_AT_ONCE);
  return owed.map(({ id, outstanding }) => ({ invoice_id: id, amount: outstanding }));
}

/** The invoices that are to be paid: issued, each once, and all billed to whoever pays, so that their balance is what they owe. */
async function payablesOf(db: Tx, customer: string, wanted: Wanted): Promise<ReadonlyMap<string, Payable>> {
  const ids = wanted.map(({ invoice_id }) => invoice_id);
  if (new Set(ids).size < ids.length)
    throw new Failure('unprocessable', 'Name each invoice once, with all that is paid of it.');
  const found = new Map((await readPayables(db, ids)).map((one) => [one.id, one]));
  for (const id of ids) {
    const one = found.get(id);
    if (!one) throw new Failure('unprocessable', 'One of these invoices no longer exists.');
    if (one.kind === 'credit note')
      throw new Failure(
        'unprocessable',
        `${one.number ?? 'One of these'} is a credit note. Choose invoices.`,
      );
    if (one.bill_to_id !== customer)
      throw new Failure(
        'unprocessable',
        `${one.number ?? 'One of these'} is billed to someone else. Record its payment with whoever it is billed to.`,
      );
    if (one.issued_on === null)
      throw new Failure('conflict', 'A draft can’t be paid or used. Issue it first.');
  }
  return found;
}

/** The day on which money moved: today or earlier. */
async function dayOf({ db, at }: Writer, given: string | undefined): Promise<LocalDate> {
  const now = await today(db, at);
  const day = (given ?? now) as LocalDate;
  if (day > now) throw new Failure('conflict', 'Choose today or an earlier day: this one is still to come.');
  return day;
}

async function settled(write: Writer, id: string): Promise<PaymentRecord> {
  await write.settle();
  return paymentOf(write.db, id);
}

export async function editPayment(
  write: Writer,
  id: string,
  { version, ...said }: PaymentEdit,
): Promise<PaymentRecord> {
  const { reference, note, ...rest } = said;
  if (rest.method !== undefined && (await paymentOf(write.db, id)).provider === 'stripe')
    throw new Failure('conflict', 'This was paid by card, and stays so.');
  const trimmed = {
    ...(reference !== undefined && { reference: reference.trim() }),
    ...(note !== undefined && { note: note.trim() }),
  };
  await write.update(payments, id, { ...rest, ...trimmed }, version);
  return paymentOf(write.db, id);
}

/** It counts no more from that day on: a cheque bounced, or it was recorded by mistake. What it paid for is owed again. */
export async function takeBackPayment(
  write: Writer,
  id: string,
  { version, reason, on, is_mistake = false }: TakeBack,
): Promise<PaymentRecord> {
  const { db, at } = write;
  await holdCustomer(db, (await paymentOf(db, id)).customer_id);
  const [payment] = await holdRows(db, payments, [id]);
  if (!payment) throw new Failure('notFound');
  const { kind, received_on, taken_back_at, provider } = payment;
  if (provider === 'stripe')
    throw new Failure(
      'conflict',
      `Stripe told us of this ${kind}, so it can’t be reversed by hand. Refund it instead.`,
    );
  if (taken_back_at !== null) throw new Failure('conflict', `This ${kind} has already been reversed.`);
  const given = await sumGivenBack(db, id);
  if (given > 0)
    throw new Failure(
      'conflict',
      `${centsInWords(given)} of this payment was given back. Reverse that refund first, so that nothing is given back that never came in.`,
    );
  if (is_mistake && on !== undefined)
    throw new Failure('unprocessable', 'What was recorded by mistake never counted. Leave the day out.');
  const day = is_mistake ? received_on : await dayTakenBack(write, payment, on);
  const taken_back_reason = reason.trim();
  if (taken_back_reason === '') throw new Failure('unprocessable', 'Enter why it is reversed.');
  await releaseAllocations(write, { payments: [id] }, is_mistake ? undefined : day);
  await write.update(
    payments,
    id,
    { taken_back_at: at.toISOString(), taken_back_on: day, taken_back_reason },
    version,
  );
  return settled(write, id);
}

/** One invoice was not paid with it after all: that part of it is credit from now on, and what else it pays for stays paid. */
export async function releasePayment(
  write: Writer,
  payment: string,
  allocation: { readonly id: string; readonly on_date: string },
): Promise<void> {
  const { db, at } = write;
  await holdCustomer(db, (await paymentOf(db, payment)).customer_id);
  const day = later(await today(db, at), allocation.on_date);
  await releaseAllocations(write, { ids: [allocation.id] }, day);
  await write.settle();
}

/**
 * Money that went back to the card by which it came: first what of it was left as credit, then what it paid for, which is owed again.
 * Where some of it was given back otherwise before, more has gone than came, and the rest is of what the customer has or paid beside it;
 * what is more than all of that they owe.
 */
export async function refundToCard(
  write: Writer,
  id: string,
  { amount, reference, told }: { amount: number; reference: string; told: string },
): Promise<PaymentRecord> {
  const { db, at } = write;
  const { customer_id, unused } = await paymentOf(db, id);
  await holdCustomer(db, customer_id);
  const day = await today(db, at);
  await releasePart(write, id, amount - unused, day);
  await write.settle();
  const own = Math.min(amount, (await paymentOf(db, id)).unused);
  const beside =
    own === amount ? [] : await freedBeside(write, { customer_id, id, amount: amount - own, day });
  const [added] = await write.insert(payments, [
    {
      kind: 'refund',
      customer_id,
      method: 'card',
      amount,
      received_on: day,
      reference,
      note: '',
      provider: 'stripe',
      provider_reference: told,
      created_at: at.toISOString(),
    },
  ]);
  const refund = { refund_id: added!.id, on_date: day };
  await allocate(write, [
    ...(own > 0 ? [{ ...refund, payment_id: id, amount: own }] : []),
    ...beside.map((one) => Object.assign(one, refund)),
  ]);
  return settled(write, added!.id);
}

/** So much of what the customer has with us beside a payment; where that is less, what else they paid is owed again. */
async function freedBeside(
  write: Writer,
  { customer_id, id, amount, day }: { customer_id: string; id: string; amount: number; day: LocalDate },
) {
  const { db } = write;
  const held = async () =>
    (await listCredit(db, customer_id, MOST_CREDIT_PARTS)).filter((part) => part.id !== id);
  const missing = async () => amount - (await held()).reduce((sum, part) => sum + part.amount, 0);
  for (const other of await listPaying(db, customer_id, id)) {
    await releasePart(write, other, await missing(), day);
    await write.settle();
  }
  const sources = await held();
  return matched(sources, [{ id: '', amount }]).map(({ from, amount }) =>
    Object.assign(sideOf(sources, from), { amount }),
  );
}

/** A refund to a card that came back: it pays again for what it paid before, as far as that is still owed; the rest is credit. */
export async function returnRefund(
  write: Writer,
  { refund, payment, invoice, reason }: { refund: string; payment: string; invoice: string; reason: string },
): Promise<void> {
  const { db, at } = write;
  const { customer_id } = await paymentOf(db, refund);
  await holdCustomer(db, customer_id);
  const day = await today(db, at);
  await releaseAllocations(write, { payments: [refund] }, day);
  const taken_back = { taken_back_at: at.toISOString(), taken_back_on: day, taken_back_reason: reason };
  await write.update(payments, refund, taken_back);
  await write.settle();
  const amount = Math.min(
    (await paymentOf(db, payment)).unused,
    (await readInvoice(db, invoice)).outstanding,
  );
  if (amount > 0) await allocate(write, [{ payment_id: payment, invoice_id: invoice, amount, on_date: day }]);
  await write.settle();
  await coverRefunds(write, customer_id);
}

/** Not before the last day on which it still paid for something. */
async function dayTakenBack(write: Writer, { id, received_on }: Payment, on: string | undefined) {
  const day = await dayOf(write, on);
  const first = later(received_on, (await lastUse(write.db, id)) ?? received_on);
  if (day < first)
    throw new Failure(
      'conflict',
      `Choose ${dayAndMonth(first as LocalDate)} or a later day: it still counted on that day.`,
    );
  return day;
}

/** What a customer has with us pays for these invoices, the oldest of it first. */
export async function useCredit(write: Writer, customer: string, { invoices }: CreditUse): Promise<Credit> {
  const { db } = write;
  await coverRefunds(write, customer);
  const held = await heldCredit(db, customer);
  const { sources } = held;
  await payablesOf(db, customer, invoices);
  const shares = matched(sources, wantedParts(invoices));
  refuseMoreCredit(shares, sumOf(invoices), held);
  const on_date = await dayOf(write, undefined);
  await allocate(
    write,
    shares.map(({ from, to, amount }) =>
      Object.assign(sideOf(sources, from), { invoice_id: to, amount, on_date }),
    ),
  );
  await write.settle();
  return creditOf(db, customer);
}

/** Gives back what a customer has with us: of what is named first, and then of the oldest. */
export async function refundCredit(
  write: Writer,
  customer: string,
  { amount, first_id, method, refunded_on, reference = '', note = '' }: NewRefund,
): Promise<PaymentRecord> {
  const { db, at } = write;
  await coverRefunds(write, customer);
  const held = await heldCredit(db, customer);
  const day = await dayOf(write, refunded_on);
  const there = held.sources.filter(({ on }) => on <= day);
  const [first, others] = [
    there.filter(({ id }) => id === first_id),
    there.filter(({ id }) => id !== first_id),
  ];
  if (first_id !== undefined && first.length === 0)
    throw new Failure('conflict', 'Nothing of this was left to give back on that day.');
  const sources = [...first, ...others];
  const shares = matched(sources, [{ id: '', amount }]);
  refuseMoreCredit(shares, amount, { ...held, sources });
  const [added] = await write.insert(payments, [
    {
      kind: 'refund',
      customer_id: customer,
      method,
      amount,
      received_on: day,
      reference: reference.trim(),
      note: note.trim(),
      created_at: at.toISOString(),
    },
  ]);
  await allocate(
    write,
    shares.map(({ from, amount }) =>
      Object.assign(sideOf(sources, from), { refund_id: added!.id, amount, on_date: day }),
    ),
  );
  return settled(write, added!.id);
}

/** More was given back than this customer had: what they have with us since makes up for that before it does anything else. */
async function coverRefunds(write: Writer, customer: string): Promise<void> {
  const { db, at } = write;
  const beyond = await listGivenBeyond(db, customer);
  if (beyond.length === 0) return;
  const { sources } = await heldCredit(db, customer);
  const on_date = await today(db, at);
  await allocate(
    write,
    matched(sources, beyond).map(({ from, to, amount }) =>
      Object.assign(sideOf(sources, from), { refund_id: to, amount, on_date }),
    ),
  );
  await write.settle();
}

/** More of it than anybody has, and still few enough for one change. */
const MOST_CREDIT_PARTS = 200;

/** What can be used of it, and what is on its way back to a card and cannot. */
interface HeldCredit {
  readonly sources: readonly CreditPart[];
  readonly going: number;
}

async function heldCredit(db: Tx, customer: string): Promise<HeldCredit> {
  if (!(await holdCustomer(db, customer))) throw new Failure('notFound');
  const held = await listCredit(db, customer, MOST_CREDIT_PARTS);
  const ids = held.map(({ id }) => id);
  const going = new Map((await listOnWayBack(db, ids)).map(({ id, amount }) => [id, amount]));
  const taken = ({ id, amount }: CreditPart) => Math.min(amount, going.get(id) ?? 0);
  return {
    sources: held
      .map((part) => ({ ...part, amount: part.amount - taken(part) }))
      .filter(({ amount }) => amount > 0),
    going: held.reduce((sum, part) => sum + taken(part), 0),
  };
}

function refuseMoreCredit(
  shares: readonly { readonly amount: number }[],
  wanted: number,
  { sources, going }: HeldCredit,
): void {
  const found = shares.reduce((sum, { amount }) => sum + amount, 0);
  if (found === wanted) return;
  const there = sources.reduce((sum, { amount }) => sum + amount, 0);
  const onItsWay = going === 0 ? '' : ` ${centsInWords(going)} is being refunded to the card.`;
  throw new Failure(
    'conflict',
    there === 0
      ? `There is no credit to use.${onItsWay}`
      : `There is only ${centsInWords(there)} of credit.${onItsWay} Choose a smaller amount.`,
  );
}

function sideOf(sources: readonly CreditPart[], id: string) {
  return sources.find((source) => source.id === id)!.kind === 'payment'
    ? { payment_id: id }
    : { credit_note_id: id };
}

export async function paymentOf(db: Tx, id: string): Promise<PaymentRecord> {
  const found = await readPayment(db, payments, id);
  if (!found) throw new Failure('notFound');
  return found;
}

export async function pagePayments(db: Tx, query: PaymentQuery) {
  return listPayments(db, payments, query);
}

/** What a customer has with us, and what they owe. */
export async function creditOf(db: Tx, customer: string): Promise<Credit> {
  await checkCustomer({ db }, customer);
  return { ...(await sumCredit(db, customer)), parts: await listCredit(db, customer, MOST_CREDIT_PARTS) };
}

export async function paymentsOfInvoice(db: Tx, invoice: string): Promise<InvoicePayment[]> {
  await readInvoice(db, invoice);
  return listInvoicePayments(db, invoice);
}

/** So that what is read of it next is still so when that is done. */
export async function holdPayment(db: Tx, id: string): Promise<void> {
  await holdRows(db, payments, [id]);
}

/** A payment as its receipt says it, with who got the money and who paid. */
export async function printedReceipt(db: Tx, id: string): Promise<PrintedReceipt> {
  const payment = await paymentOf(db, id);
  return { payment, ...(await partiesOf(db, payment.customer_id)) };
}

export async function drawReceipt(
  deps: Pick<Deps, 'database' | 'files'>,
  account: AccountId,
  printed: PrintedReceipt,
): Promise<Uint8Array> {
  const logo = await logoOnPaper(deps, account, printed.supplier.logo_id);
  return reckonAside(account, 'receiptPaper', { printed, logo });
}
