import { centsInWords } from '../../values/cents.ts';
import { type Amounts, amountsOf, type PricedLine } from '../lines/amounts.ts';
import type { InvoiceLine, NewLine } from '../lines/schema.ts';
import { saidOf, totalOf } from './rules.ts';

// A line of a credit note has the id of the line that it credits. At the price of that line it takes back so much of the quantity; at
// another one, an amount.

type Line = Pick<InvoiceLine, 'id' | 'quantity' | 'price' | 'includes_gst' | 'discount' | 'gst' | 'amounts'>;

/** What of a line can still be credited. */
export interface CreditLeft {
  readonly quantity: number;
  readonly amounts: Amounts;
}

/** What can still be credited of each line of an invoice, after what these lines of its credit notes have taken back. */
export function leftToCredit(
  lines: readonly Line[],
  credited: readonly Line[],
): ReadonlyMap<string, CreditLeft> {
  const byLine = Map.groupBy(credited, ({ id }) => id);
  return new Map(
    lines.map((line) => {
      const own = byLine.get(line.id) ?? [];
      const taken = own.filter((one) => isPricedAlike(one, line));
      const quantity = taken.reduce((left, one) => left - one.quantity, line.quantity);
      return [line.id, { quantity, amounts: minus(totalOf([line]), totalOf(own)) }];
    }),
  );
}

/**
 * The lines of a credit note with what they come to. However often a line is credited in part, each part is what the quantities until
 * then come to less what they came to before, and the last takes what is left: together they are the line, to the cent.
 */
export function creditedLines(
  lines: readonly InvoiceLine[],
  left: ReadonlyMap<string, CreditLeft>,
  wanted: readonly NewLine[],
): { readonly lines: InvoiceLine[] } | { readonly problem: string } {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const credited: InvoiceLine[] = [];
  for (const one of wanted) {
    const [line, rest] = [byId.get(one.id), left.get(one.id)];
    if (!line || !rest || line.price === null)
      return { problem: 'A credit note takes back lines of its invoice. This one isn’t on it.' };
    const problem = creditProblem(line, rest, one);
    if (problem !== undefined) return { problem };
    const isQuantity = isPricedAlike(one, line);
    const amounts = isQuantity
      ? ofQuantity({ ...line, price: line.price }, rest, one.quantity)
      : ofAmount(line, rest, amountIn(one));
    const { code, item_id, visit_id, job_id, gst } = line;
    credited.push({ ...one, code, item_id, visit_id, job_id, gst, amounts });
  }
  return { lines: credited };
}

/** Everything that is left of an invoice, line by line. */
export function wholeCredit(lines: readonly InvoiceLine[], left: ReadonlyMap<string, CreditLeft>): NewLine[] {
  return lines.flatMap((line) => {
    const { quantity, amounts } = left.get(line.id)!;
    // What was free is taken back with the rest; of what was not there has to be something left.
    if (amounts.total === 0 && line.amounts?.total !== 0) return [];
    if (quantity > 0) return [creditOfQuantity(line, quantity)];
    return amounts.total > 0 ? [creditOfAmount(line, amounts.total)] : [];
  });
}

/** So much of the quantity of a line, at its price. */
export function creditOfQuantity(line: InvoiceLine, quantity: number): NewLine {
  return { ...saidOf(line), quantity };
}

/** So many cents of a line, with GST. */
export function creditOfAmount(line: InvoiceLine, total: number): NewLine {
  return { ...saidOf(line), quantity: 1_000, unit: '', price: total, includes_gst: true, discount: 0 };
}

function isPricedAlike(one: Omit<Line, 'amounts'>, other: Omit<Line, 'amounts'>): boolean {
  return (
    one.price === other.price && one.includes_gst === other.includes_gst && one.discount === other.discount
  );
}

function amountIn(line: NewLine): number {
  return line.price === null ? 0 : amountsOf({ ...line, price: line.price }).total;
}

function creditProblem(line: InvoiceLine, left: CreditLeft, wanted: NewLine): string | undefined {
  const name = line.description || line.code || 'this line';
  if (isPricedAlike(wanted, line))
    return wanted.quantity > left.quantity
      ? `Only ${left.quantity / 1_000} of ${name} can still be credited.`
      : undefined;
  return amountIn(wanted) > left.amounts.total
    ? `Only ${centsInWords(left.amounts.total)} of ${name} can still be credited.`
    : undefined;
}

function ofQuantity(line: PricedLine, left: CreditLeft, quantity: number): Amounts {
  if (quantity === left.quantity) return left.amounts;
  const before = line.quantity - left.quantity;
  const part = minus(
    amountsOf({ ...line, quantity: before + quantity }),
    amountsOf({ ...line, quantity: before }),
  );
  return atMost(part, left.amounts);
}

function ofAmount({ gst }: Pick<PricedLine, 'gst'>, left: CreditLeft, total: number): Amounts {
  const part = amountsOf({ quantity: 1_000, price: total, includes_gst: true, discount: 0, gst });
  return atMost(part, left.amounts);
}

function minus(one: Amounts, other: Amounts): Amounts {
  return { net: one.net - other.net, gst: one.gst - other.gst, total: one.total - other.total };
}

/** No part of it is more than there is, and it is still the net amount and the GST together. */
function atMost(amounts: Amounts, most: Amounts): Amounts {
  const total = Math.min(amounts.total, most.total);
  const gst = Math.max(Math.min(amounts.gst, most.gst), total - most.net);
  return { net: total - gst, gst, total };
}
