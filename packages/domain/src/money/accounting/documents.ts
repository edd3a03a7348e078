import { dividedHalfUp } from '../../values/cents.ts';
import type { InvoiceRecord } from '../invoices/schema.ts';
import type { GstCategory } from '../lines/amounts.ts';
import type { InvoiceLine } from '../lines/schema.ts';
import { quantityInWords } from '../lines/words.ts';

// What is ours, as programs for accounts take it. Amounts are those that are stored: nothing is left to the other program to reckon.

/**
 * What is to be multiplied to get a line with its GST: in thousandths, tenths of a cent and hundredths of a percent. A price that was
 * entered without GST has a tenth of a cent with it. Where this is not to the cent what is stored, the line is one at its total.
 */
export function figuresOf({ quantity, price, discount, includes_gst, gst, amounts }: InvoiceLine) {
  const tenths = price! * (gst === 'gst' && !includes_gst ? 11 : 10);
  const exact = BigInt(tenths) * BigInt(quantity) * BigInt(10_000 - discount);
  return dividedHalfUp(exact, 10n * 1_000n * 10_000n) === BigInt(amounts!.total)
    ? { thousandths: quantity, tenths, discount }
    : { thousandths: 1_000, tenths: amounts!.total * 10, discount: 0 };
}

/** What was sold, and how much of it where the figures beside it may not say so. */
export function describedLine({
  code,
  description,
  quantity,
  unit,
}: Pick<InvoiceLine, 'code' | 'description' | 'quantity' | 'unit'>): string {
  const what = [code, description].filter((text) => text.trim() !== '').join(': ') || 'Work';
  return quantity === 1_000 ? what : `${what} (${quantityInWords(quantity)}${unit === '' ? '' : ` ${unit}`})`;
}

/** What a paper refers to, in one line: the customer's order number before anything else. */
export function referenceOf({
  order_number,
  title,
  credits,
}: {
  readonly order_number: string;
  readonly title: string;
  /** The number of the invoice that it corrects. */
  readonly credits: string | null;
}): string {
  const said = [order_number, credits === null ? '' : `Credit of ${credits}`, title];
  return said.find((text) => text.trim() !== '') ?? '';
}

/** A whole number of such fine parts as a number that JSON writes exactly: 1500 thousandths are 1.5. */
const decimal = (whole: number, places: number) => Number(`${whole}e-${places}`);

/** Where sales are booked, and as what their GST is reported. */
export interface SalesCodes {
  readonly sales: string;
  /** Of labour and call-outs; empty: as sales. */
  readonly labour: string;
  /** The items of the price list that are labour or a call-out. */
  readonly labourItems: ReadonlySet<string | null>;
  readonly taxes: Readonly<Record<GstCategory, string>>;
  /** Of a business that is not registered for GST. */
  readonly noTax: string;
}

/** An issued paper, with the number of the invoice that it credits. */
export type BookPaper = Pick<
  InvoiceRecord,
  'number' | 'issued_on' | 'due_on' | 'order_number' | 'title' | 'supplier' | 'lines'
> & { readonly credits: string | null };

/** An issued paper as it goes over, for a contact that is there. */
export function bookDocument(paper: BookPaper, contact: string, codes: SalesCodes) {
  const isRegistered = paper.supplier?.is_gst_registered ?? true;
  return {
    number: paper.number!,
    reference: referenceOf(paper),
    contact,
    date: paper.issued_on!,
    due: paper.due_on,
    amountsAre: isRegistered ? ('Inclusive' as const) : ('NoTax' as const),
    lines: paper.lines.map((line) => bookLine(line, isRegistered, codes)),
  };
}

function bookLine(line: InvoiceLine, isRegistered: boolean, codes: SalesCodes) {
  const { sales, labour, labourItems, taxes, noTax } = codes;
  const { thousandths, tenths, discount } = figuresOf(line);
  return {
    description: describedLine(line),
    quantity: decimal(thousandths, 3),
    unitAmount: decimal(tenths, 3),
    discountRate: decimal(discount, 2),
    lineAmount: line.amounts!.total,
    taxAmount: isRegistered ? line.amounts!.gst : 0,
    taxType: isRegistered ? taxes[line.gst] : noTax,
    account: labour !== '' && line.item_id !== null && labourItems.has(line.item_id) ? labour : sales,
  };
}

/** By what a payment is known again, whoever asks later whether it has arrived: the end of our id, in its reference. */
export function markOf(id: string): string {
  return `#${id.replaceAll('-', '').slice(-10)}`;
}

const MOST_REFERENCE = 255;

export function markedReference(words: string, id: string): string {
  const mark = markOf(id);
  const room = MOST_REFERENCE - mark.length - 1;
  return words.trim() === '' ? mark : `${words.trim().slice(0, room)} ${mark}`;
}
