import { abnInWords } from '../../values/abn.ts';
import { centsInWords } from '../../values/cents.ts';
import { dateInWords } from '../../values/clock-words.ts';
import { OUR_COLOUR } from '../../values/colour.ts';
import { registrationWords } from '../../values/letterhead.ts';
import type { LocalDate } from '../../values/local-time.ts';
import { jobNumber } from '../../work/jobs/rules.ts';
import { bankAccountFacts } from '../bank-details/rules.ts';
import type { Invoice, InvoicedWork, InvoiceRecord, Supplier } from '../invoices/schema.ts';
import { discountInWords, quantityInWords } from '../lines/words.ts';

/** What a paper is drawn of: supplier and buyer stand in it, of a draft as they would if it were issued now. */
export type PrintedInvoice = Pick<
  InvoiceRecord,
  | 'kind'
  | 'state'
  | 'number'
  | 'is_imported'
  | 'order_number'
  | 'title'
  | 'note'
  | 'work'
  | 'lines'
  | 'issued_on'
  | 'due_on'
  | 'net'
  | 'gst'
  | 'total'
  | 'settled'
  | 'credited'
  | 'outstanding'
  | 'pay_to'
> & {
  readonly supplier: NonNullable<Invoice['supplier']>;
  readonly buyer: NonNullable<Invoice['buyer']>;
  /** Of a credit note: the invoice that it corrects. */
  readonly credits: { readonly number: string; readonly issued_on: string } | null;
  /** Whether it can be paid by card on its page, so that letters and the code may say so. */
  readonly takes_card?: boolean;
};

type Facts = readonly (readonly [string, string])[];

/** A line as it is printed: what stands in the columns, and what is said below its description. */
interface PrintedLine {
  readonly description: string;
  readonly details: readonly string[];
  readonly quantity: string;
  readonly price: string;
  readonly gst: string;
  readonly amount: string;
}

/** Mon 16 Nov 2026, as a paper that is kept for years says it. */
export function dayOnPaper(day: string): string {
  return `${dateInWords(day as LocalDate)} ${day.slice(0, 4)}`;
}

type Named = Pick<PrintedInvoice, 'kind' | 'supplier' | 'number' | 'is_imported'>;

/** "Tax invoice", or "Invoice" of a business that charges no GST. A draft is no tax invoice yet. */
export function paperTitle({ kind, supplier, number, is_imported }: Named): string {
  if (number === null) return `Draft ${kind}`;
  if (kind === 'credit note') return 'Credit note';
  // The tax invoice is what the other program issued; here is only what was still owed of it.
  if (is_imported) return 'Invoice balance';
  return supplier.is_gst_registered ? 'Tax invoice' : 'Invoice';
}

/** "Tax invoice INV-1001". */
export function paperName(paper: Named): string {
  return [paperTitle(paper), paper.number].filter((part) => part !== null).join(' ');
}

/** As it is saved: "Invoice INV-1001.pdf", without what no file system likes. */
export function paperFileName({ kind, number }: Pick<PrintedInvoice, 'kind' | 'number'>): string {
  const name = kind === 'credit note' ? 'Credit note' : 'Invoice';
  return `${number === null ? `Draft ${name.toLowerCase()}` : `${name} ${number.replaceAll(/[^\w .-]/g, '-')}`}.pdf`;
}

/** What a credit note is to the tax office, and of what. */
export function creditWords({ kind, credits, supplier }: PrintedInvoice): string {
  if (kind !== 'credit note') return '';
  if (credits === null) return supplier.is_gst_registered ? 'Adjustment note' : '';
  const of = `invoice ${credits.number} of ${dayOnPaper(credits.issued_on)}`;
  return supplier.is_gst_registered ? `Adjustment note for tax ${of}` : `For ${of}`;
}

/** The amount that whoever gets it looks for, what it is, and by when it is wanted. */
export function amountOnPaper(paper: PrintedInvoice): {
  readonly name: string;
  readonly amount: string;
  readonly by: string;
} {
  const { kind, state, total, outstanding, settled, credited, due_on } = paper;
  if (kind === 'credit note') return { name: 'Credit', amount: centsInWords(total), by: '' };
  if (state === 'issued' && outstanding === 0) {
    const paid = total - credited;
    return {
      name: total === 0 ? 'Nothing to pay' : paid === 0 ? 'Credited' : 'Paid',
      amount: centsInWords(paid === 0 ? total : paid),
      by: '',
    };
  }
  return {
    name: settled > 0 ? 'Still to pay' : 'Amount due',
    amount: centsInWords(state === 'issued' ? outstanding : total),
    by: due_on === null ? '' : `Due ${dayOnPaper(due_on)}`,
  };
}

/** Whether something of an issued invoice is still to be paid. */
export function isOwed({ kind, state, outstanding }: PrintedInvoice): boolean {
  return kind === 'invoice' && state === 'issued' && outstanding > 0;
}

/** What is said beside an amount that is owed by somebody whose money lies with the business. */
export function creditHeld(credit: number): string {
  return credit > 0 ? `You have ${centsInWords(credit)} with us, which isn’t taken off this yet.` : '';
}

/** What is said of the whole, beside whom it is for. */
export function paperFacts(paper: PrintedInvoice): Facts {
  const { kind, number, issued_on, due_on, order_number, title } = paper;
  return (
    [
      [kind === 'credit note' ? 'Credit note number' : 'Invoice number', number ?? 'Draft'],
      ['Issued', issued_on === null ? 'Not issued yet' : dayOnPaper(issued_on)],
      ['Due', kind === 'credit note' || due_on === null ? '' : dayOnPaper(due_on)],
      ['Your order number', order_number],
      ['For', title],
    ] as const
  ).filter(([, value]) => value !== '');
}

/** Whose paper it is, as its head says it: beside a logo, which may say no name, the name is among the lines. */
export function letterhead(supplier: Supplier, hasLogo: boolean) {
  const { name, address, phone, email, colour } = supplier;
  const lines = [
    ...(hasLogo ? [name] : []),
    ...address.split('\n'),
    phone,
    email,
    ...registrationWords(supplier),
  ];
  return { name, lines: lines.filter((line) => line !== ''), colour: colour ?? OUR_COLOUR };
}

/** Whoever pays, in lines: from $1,000 a tax invoice has to say who that is. */
export function buyerLines({ buyer }: Pick<PrintedInvoice, 'buyer'>): string[] {
  const { name, address, abn, email, phone } = buyer;
  return [name, address, abn === null ? '' : `ABN ${abnInWords(abn)}`, phone, email].filter(
    (line) => line !== '',
  );
}

/** "J-1042 Hot water, 12 Church Street, Ryde, done Mon 16 Nov 2026". */
export function workWords(work: InvoicedWork): string {
  const name = `${jobNumber(work.number)} ${work.title}`.trim();
  return [name, placeOfWork(work)].filter((part) => part !== '').join(', ');
}

/** Where a job was, and when it was done. */
export function placeOfWork({ address, done_on }: InvoicedWork): string {
  const done = done_on === null ? '' : `done ${dayOnPaper(done_on)}`;
  return [address, done].filter((part) => part !== '').join(', ');
}

const gstWords = { gst: '', 'gst-free': 'GST-free', 'input taxed': 'Input taxed' } as const;

/** What the table of lines is drawn of. */
interface PrintedTable {
  readonly lines: PrintedInvoice['lines'];
  readonly supplier: { readonly is_gst_registered: boolean };
}

/** Lines with what each comes to. Where some prices have GST in them and others not, each says which. */
export function printedLines({ lines, supplier }: PrintedTable): PrintedLine[] {
  const withGst = supplier.is_gst_registered;
  const isMixed = new Set(taxedWays(lines)).size > 1;
  return lines.map(({ code, description, quantity, unit, price, includes_gst, discount, gst, amounts }) => {
    const way = isMixed && gst === 'gst' ? (includes_gst ? ' incl.' : ' ex') : '';
    return {
      description: description || code,
      details: [
        description === '' || code === '' ? '' : code,
        discount === 0 ? '' : `${discountInWords(discount)} off`,
      ].filter((detail) => detail !== ''),
      quantity: [quantityInWords(quantity), unit].filter((part) => part !== '').join(' '),
      price: price === null ? 'To be priced' : `${centsInWords(price)}${way}`,
      gst: !withGst ? '' : amounts === null ? '' : gstWords[gst] || centsInWords(amounts.gst),
      amount: amounts === null ? '' : centsInWords(amounts.total),
    };
  });
}

function taxedWays(lines: PrintedInvoice['lines']): boolean[] {
  return lines.filter(({ gst }) => gst === 'gst').map(({ includes_gst }) => includes_gst);
}

/** What stands above the prices. */
export function priceTitle({ lines, supplier }: PrintedTable): string {
  const ways = taxedWays(lines);
  if (!supplier.is_gst_registered || ways.length < lines.length || new Set(ways).size > 1) return 'Price';
  return ways[0] ? 'Price incl. GST' : 'Price ex GST';
}

/** What the lines add up to, and what of it is settled. The one that is to be paid is the last. */
export function paperTotals(paper: PrintedInvoice): Facts {
  const { kind, state, net, gst, total, settled, credited, outstanding, supplier } = paper;
  const whole = supplier.is_gst_registered
    ? ([
        ['Total without GST', centsInWords(net)],
        ['GST', centsInWords(gst)],
        ['Total including GST', centsInWords(total)],
      ] as const)
    : ([['Total', centsInWords(total)]] as const);
  if (state === 'draft' || settled === 0) return whole;
  if (kind === 'credit note')
    return [
      ...whole,
      ['Used or refunded', centsInWords(settled)],
      ['Still available', centsInWords(outstanding)],
    ];
  const settledBy = [
    ['Credited', credited],
    ['Paid', settled - credited],
  ] as const;
  return [
    ...whole,
    ...settledBy
      .filter(([, cents]) => cents > 0)
      .map(([name, cents]) => [name, centsInWords(cents)] as const),
    ['Still to pay', centsInWords(outstanding)],
  ];
}

/** The sentence of the GST act, where it holds to the cent: everything is taxed, and the GST is one eleventh. */
export function gstSentence({ kind, lines, gst, total, supplier }: PrintedInvoice): string {
  const isExact =
    kind === 'invoice' &&
    supplier.is_gst_registered &&
    lines.every((line) => line.gst === 'gst') &&
    gst * 11 === total &&
    total > 0;
  return isExact ? 'Total price includes GST.' : '';
}

/** Where to pay, and what to write beside it. Nothing where nothing is to be paid. */
export function paymentFacts({ kind, state, pay_to, number, outstanding }: PrintedInvoice): Facts {
  if (kind === 'credit note' || pay_to === null || (state === 'issued' && outstanding === 0)) return [];
  return [...bankAccountFacts(pay_to), ['Reference', number ?? 'The invoice number']];
}
