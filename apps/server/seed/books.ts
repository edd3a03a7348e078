import { randomUUID } from 'node:crypto';
import { reckonedLine, totalOf } from '@muster/domain/money/invoices/rules';
import type { Allocation, Buyer, Invoice, Supplier } from '@muster/domain/money/invoices/schema';
import type { InvoiceLine, NewLine } from '@muster/domain/money/lines/schema';
import type { Payment } from '@muster/domain/money/payments/schema';
import { addDays, type LocalDate, type LocalTime, momentOf } from '@muster/domain/values/local-time';
import type { rowsOfCustomers } from '@muster/domain/work/samples/rows-of-customers';
import { SAMPLE_ZONE } from '@muster/domain/work/samples/make-business';
import { createRandom, type Random } from '@muster/domain/work/samples/random';
import { allocations, invoices } from '../src/modules/money/invoices/service.ts';
import { payments } from '../src/modules/money/payments/service.ts';
import { passNumbers } from '../src/modules/money/money-settings/service.ts';
import { layDown } from '../src/platform/changes/unlogged.ts';
import type { Tx } from '../src/platform/db/executor.ts';

/** What somebody is billed with: an item of the price list. */
export interface Sold {
  readonly id: string;
  readonly kind: string;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  readonly price: number | null;
  readonly price_includes_gst: boolean;
  readonly gst: InvoiceLine['gst'];
}

export interface BooksSize {
  readonly seed: number;
  readonly invoices: number;
  /** They are spread over so many days before today: what happens at a time of the day has happened. */
  readonly days: number;
  readonly today: LocalDate;
  readonly customers: readonly (Buyer & { readonly id: string })[];
  readonly items: readonly Sold[];
  readonly supplier: Supplier;
}

export interface Books {
  readonly invoices: Invoice[];
  readonly payments: Payment[];
  readonly allocations: Allocation[];
  /** What follows from these, by the id of whose it is. */
  readonly settled: ReadonlyMap<string, number>;
  readonly used: ReadonlyMap<string, number>;
  readonly sent: ReadonlyMap<string, { sent_at: string; seen_at: string | null }>;
}

const FIRST = 1001;
/** What a paper of hours and parts is for, whichever parts they are; one of a fixed service is for that. */
const repairs = [
  'Plumbing repairs',
  'Repairs in the bathroom',
  'Repairs in the kitchen',
  'Repairs in the laundry',
  'Urgent repairs',
  'Maintenance visit',
] as const;

/** The invoices of a business and what was paid of them: the same for the same size, but for their ids. */
export function makeBooks(size: BooksSize): Books {
  const lastDay = addDays(size.today, -1);
  const random = createRandom(size.seed);
  const books = {
    invoices: [] as Invoice[],
    payments: [] as Payment[],
    allocations: [] as Allocation[],
    settled: new Map<string, number>(),
    used: new Map<string, number>(),
    sent: new Map<string, { sent_at: string; seen_at: string | null }>(),
  };
  const numbers = { invoice: FIRST, 'credit note': FIRST };
  const issue = (kind: Invoice['kind'], day: LocalDate, lines: InvoiceLine[], said: Partial<Invoice>) => {
    const series = numbers[kind]++;
    const document = documentOf(size, { kind, day, lines, said, series });
    books.invoices.push(document);
    return document;
  };
  const allocate = (amount: number, on_date: LocalDate, sides: Partial<Allocation>) => {
    const { invoice_id = null, credit_note_id = null, payment_id = null, refund_id = null } = sides;
    const released_on = sides.released_on ?? null;
    const row = { id: randomUUID(), version: 1, amount, on_date, released_on, deposit_on: null };
    books.allocations.push({ ...row, invoice_id, credit_note_id, payment_id, refund_id });
    if (released_on !== null) return;
    for (const id of [invoice_id, credit_note_id])
      if (id !== null) books.settled.set(id, (books.settled.get(id) ?? 0) + amount);
    for (const id of [payment_id, refund_id])
      if (id !== null) books.used.set(id, (books.used.get(id) ?? 0) + amount);
  };
  const pay = (invoice: Invoice, amount: number, day: LocalDate, said: Partial<Payment> = {}) => {
    const payment = paymentOf(random, invoice, amount, day, said);
    books.payments.push(payment);
    return payment;
  };

  for (let at = 0; at < size.invoices; at += 1) {
    const day = addDays(lastDay, Math.floor(((at + 1) * size.days) / size.invoices) - size.days);
    const customer = random.pick(size.customers);
    const repair = random.pick(repairs);
    const order_number = random.chance(0.2) ? `PO ${4_000 + random.below(6_000)}` : '';
    const lines = linesOf(random, size.items);
    const service = size.items.find(({ id, kind }) => kind === 'service' && id === lines[0]?.item_id);
    const title = service?.name ?? repair;
    const said = { customer_id: customer.id, bill_to_id: customer.id, title, order_number };
    const invoice = issue('invoice', day, lines, { ...said, buyer: buyerOf(customer) });
    books.sent.set(invoice.id, {
      sent_at: momentOn(day, '09:15'),
      seen_at: random.chance(0.7) ? momentOn(day, '11:40') : null,
    });
    settle(invoice, day);
  }
  return books;

  /** What became of an invoice until then. */
  function settle(invoice: Invoice, day: LocalDate): void {
    const { total } = invoice;
    const age = Math.round((Date.parse(lastDay) - Date.parse(day)) / 86_400_000);
    const sides = { invoice_id: invoice.id };
    if (random.chance(0.035) && age > 5) {
      const line = random.pick(invoice.lines);
      const credited = addDays(day, 2 + random.below(3));
      const { customer_id, bill_to_id, buyer, title } = invoice;
      const note = issue('credit note', credited, [line], {
        customer_id,
        bill_to_id,
        buyer,
        title,
        credits_id: invoice.id,
      });
      allocate(note.total, credited, { ...sides, credit_note_id: note.id });
      const rest = total - note.total;
      if (rest > 0 && age > 15)
        allocate(rest, addDays(day, 12), { ...sides, payment_id: pay(invoice, rest, addDays(day, 12)).id });
      return;
    }
    const delay = random.chance(0.8) ? random.below(15) : 15 + random.below(40);
    if (delay > age || (age < 70 && random.chance(0.06))) return;
    const paid = addDays(day, delay);
    if (random.chance(0.03)) {
      const half = Math.floor(total / 2);
      allocate(half, paid, { ...sides, payment_id: pay(invoice, half, paid).id });
      if (age > delay + 20 && age > 90)
        allocate(total - half, addDays(paid, 20), {
          ...sides,
          payment_id: pay(invoice, total - half, addDays(paid, 20)).id,
        });
    } else if (random.chance(0.01) && age > delay + 12) {
      const back = addDays(paid, 4);
      const cheque = pay(invoice, total, paid, {
        method: 'cheque',
        taken_back_at: momentOn(back, '14:00'),
        taken_back_on: back,
        taken_back_reason: 'The cheque bounced.',
      });
      allocate(total, paid, { ...sides, payment_id: cheque.id, released_on: back });
      const again = addDays(back, 5);
      allocate(total, again, { ...sides, payment_id: pay(invoice, total, again, { method: 'transfer' }).id });
    } else {
      // Somebody who rounds up has a credit.
      const more = random.chance(0.01) ? 20_00 : 0;
      allocate(total, paid, { ...sides, payment_id: pay(invoice, total + more, paid).id });
    }
  }
}

/** Lays books down in a business that has none. */
export async function layBooks(db: Tx, books: Books): Promise<void> {
  const unsent = { sent_at: null, seen_at: null };
  await layDown(
    db,
    invoices,
    books.invoices.map((row) =>
      Object.assign({ settled: books.settled.get(row.id) ?? 0 }, unsent, books.sent.get(row.id), row),
    ),
  );
  await layDown(
    db,
    payments,
    books.payments.map((row) => Object.assign({ used: books.used.get(row.id) ?? 0 }, row)),
  );
  await layDown(db, allocations, books.allocations);
  for (const kind of ['invoice', 'credit note'] as const) {
    const last = books.invoices.findLast((row) => row.kind === kind)?.series ?? 0;
    if (last > 0) await passNumbers(db, kind, last);
  }
}

type Rows = ReturnType<typeof rowsOfCustomers>;

/** The customers of a business as its invoices name them: at their site, where they have only one. */
export function buyersOf({
  customers,
  sites,
}: {
  readonly customers: readonly (Rows['customers'][number] & { readonly abn?: string | null })[];
  readonly sites: Rows['sites'];
}): BooksSize['customers'] {
  const sitesOf = Map.groupBy(sites, ({ customer_id }) => customer_id);
  return customers.map(({ id, name, phone, email, abn = null }) => {
    const own = sitesOf.get(id) ?? [];
    const [site] = own.length === 1 ? own : [];
    const address = site ? `${site.address}, ${site.suburb} ${site.region} ${site.postcode}` : '';
    return { id, name, phone, email, address, abn };
  });
}

function documentOf(
  { supplier }: BooksSize,
  {
    kind,
    day,
    lines,
    said,
    series,
  }: {
    kind: Invoice['kind'];
    day: LocalDate;
    lines: InvoiceLine[];
    said: Partial<Invoice>;
    series: number;
  },
): Invoice {
  return {
    id: randomUUID(),
    version: 1,
    kind,
    state: 'issued',
    number: `${kind === 'invoice' ? 'INV-' : 'CR-'}${series}`,
    series,
    is_imported: false,
    credits_id: null,
    quote_id: null,
    customer_id: '',
    bill_to_id: '',
    order_number: '',
    title: '',
    note: kind === 'invoice' ? 'Thank you for your business.' : '',
    terms_days: 14,
    due_on: kind === 'invoice' ? addDays(day, 14) : null,
    visits: [],
    work: [],
    jobs: [],
    lines,
    ...totalOf(lines),
    issued_on: day,
    issued_at: momentOn(day, '09:10'),
    supplier,
    buyer: null,
    created_at: momentOn(day, '08:50'),
    ...said,
  };
}

const methods = ['transfer', 'transfer', 'transfer', 'card', 'card', 'cash', 'cheque'] as const;

function paymentOf(
  random: Random,
  { bill_to_id, number }: Invoice,
  amount: number,
  received_on: LocalDate,
  said: Partial<Payment>,
): Payment {
  const method = random.pick(methods);
  return {
    id: randomUUID(),
    version: 1,
    kind: 'payment',
    customer_id: bill_to_id,
    method,
    amount,
    received_on,
    reference: method === 'transfer' ? number! : '',
    note: '',
    provider: null,
    provider_reference: null,
    taken_back_at: null,
    taken_back_on: null,
    taken_back_reason: '',
    created_at: momentOn(received_on, '10:30'),
    ...said,
  };
}

/** A fixed service, or coming out, working and what was built in. */
function linesOf(random: Random, items: readonly Sold[]): InvoiceLine[] {
  const of = (kind: string) => items.filter((item) => item.kind === kind && item.price !== null);
  const [services, labour, callOuts, parts] = [of('service'), of('labour'), of('call-out'), of('part')];
  const isFixed = services.length > 0 && random.chance(0.35);
  const wanted = isFixed
    ? [{ item: random.pick(services), quantity: 1_000 }]
    : [
        ...callOuts.slice(0, 1).map((item) => ({ item, quantity: 1_000 })),
        ...labour.slice(0, 1).map((item) => ({ item, quantity: 250 * (2 + random.below(14)) })),
        ...Array.from({ length: random.below(4) }, () => ({
          item: random.pick(parts),
          quantity: 1_000 * (1 + random.below(6)),
        })),
      ];
  const discount = random.chance(0.08) ? 1_000 : 0;
  return wanted.map(({ item, quantity }) =>
    reckonedLine({
      id: randomUUID(),
      item_id: item.id,
      visit_id: null,
      job_id: null,
      code: item.code,
      description: item.name,
      quantity,
      unit: item.unit,
      price: item.price,
      includes_gst: item.price_includes_gst,
      discount,
      gst: item.gst,
    } satisfies NewLine),
  );
}

function buyerOf({ name, abn, address, email, phone }: Buyer): Buyer {
  return { name, abn, address, email, phone };
}

/** While the office of a business in Sydney is open. */
function momentOn(day: LocalDate, time: LocalTime): string {
  return new Date(momentOf(day, time, SAMPLE_ZONE) * 60_000).toISOString();
}
