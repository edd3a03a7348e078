import { dividedHalfUp } from '../../values/cents.ts';
import type { GstCategory } from '../lines/amounts.ts';
import type { NewLine } from '../lines/schema.ts';
import { saidOfQuote } from './rules.ts';
import type { QuoteLine } from './schema.ts';

// What was accepted is charged in parts: a deposit, progress in percent or line by line, and the rest. A part in percent is one line for
// each category of GST, and its id begins as the quote's does, so that work which is added to such an invoice is no part; a part by line has
// the id of the line of the quote. In the order in which they were charged, a part takes its share of what is left of each line, and a
// credit gives back what its own part took. Shares are cut from one running sum, so that they are the part to the cent; and what is left is
// charged as the rest, so that all of them are the whole.

/** So much of an id is enough to tell one quote from another. */
export const PART_PREFIX = 24;

/** The id of a part of a quote, of which the rest is at random. */
export function partIdOf(quote: string, random: string): string {
  return quote.slice(0, PART_PREFIX) + random.slice(PART_PREFIX);
}

/** A line of an invoice of the quote, or below zero of a credit note for one: with GST, in cents. */
export interface ChargedLine {
  readonly id: string;
  readonly gst: GstCategory;
  readonly total: number;
}

/** So much of each, by its weight: together exactly the amount, and no share is more than its weight. The amount is no more than all of them. */
export function sharedOut(weights: readonly number[], amount: number): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let [passed, given] = [0, 0];
  return weights.map((weight) => {
    passed += weight;
    const until = whole === 0 ? 0 : Number(dividedHalfUp(BigInt(passed) * BigInt(amount), BigInt(whole)));
    const share = until - given;
    given = until;
    return share;
  });
}

/** What is still to be charged of each line that was accepted, after what was charged so far, in that order. */
export function leftOfQuote(
  accepted: readonly QuoteLine[],
  charged: readonly ChargedLine[],
): ReadonlyMap<string, number> {
  const whole = new Map(accepted.map(({ id, amounts }) => [id, amounts?.total ?? 0]));
  const left = new Map(whole);
  /** What each part took of which line. */
  const taken = new Map<string, Map<string, number>>();
  const take = (id: string, cents: number) =>
    left.set(id, Math.max(0, Math.min(whole.get(id)!, left.get(id)! - cents)));
  for (const { id, gst, total } of charged) {
    if (whole.has(id)) {
      take(id, total);
      continue;
    }
    const own = taken.get(id) ?? new Map<string, number>();
    // Of its own category first. Where that has changed since, because the business is registered for GST or is no more, it is of the others.
    let open = Math.abs(total);
    for (const isAlike of [true, false]) {
      const lines = accepted.filter((line) => (line.gst === gst) === isAlike).map((line) => line.id);
      const weights = lines.map((line) => (total < 0 ? (own.get(line) ?? 0) : left.get(line)!));
      const amount = Math.min(
        open,
        weights.reduce((sum, weight) => sum + weight, 0),
      );
      for (const [at, share] of sharedOut(weights, amount).entries()) {
        const cents = total < 0 ? -share : share;
        take(lines[at]!, cents);
        own.set(lines[at]!, (own.get(lines[at]!) ?? 0) + cents);
      }
      open -= amount;
    }
    taken.set(id, own);
  }
  return left;
}

/** So much of what is left, as lines of an invoice: one for each category of GST. Never more than is left. */
export function partLines(
  accepted: readonly QuoteLine[],
  left: ReadonlyMap<string, number>,
  { amount, description, makeId }: { amount: number; description: string; makeId: () => string },
): NewLine[] {
  const byGst = Map.groupBy(accepted, ({ gst }) => gst);
  const sums = [...byGst].map(([gst, lines]) => ({
    gst,
    sum: lines.reduce((sum, { id }) => sum + left.get(id)!, 0),
  }));
  const most = sums.reduce((all, { sum }) => all + sum, 0);
  const shares = sharedOut(
    sums.map(({ sum }) => sum),
    Math.min(amount, most),
  );
  return sums.flatMap(({ gst }, at) =>
    shares[at]! > 0 ? [amountLine({ id: makeId(), gst, description }, shares[at]!)] : [],
  );
}

/** What is left of these lines, or of all: as it was quoted where nothing was charged of it yet, and else as an amount. */
export function leftLines(
  accepted: readonly QuoteLine[],
  left: ReadonlyMap<string, number>,
  wanted?: readonly string[],
): NewLine[] {
  return accepted.flatMap((line) => {
    if (wanted && !wanted.includes(line.id)) return [];
    const total = line.amounts?.total ?? 0;
    const rest = left.get(line.id)!;
    if (rest === total && (total > 0 || wanted)) return [chargedLine(line)];
    if (rest === 0) return [];
    return [
      amountLine({ ...chargedLine(line), description: `${line.description || line.code} (the rest)` }, rest),
    ];
  });
}

/** The line of an invoice that a line of a quote is. */
function chargedLine(line: QuoteLine): NewLine {
  const { heading: _, option_id: __, is_optional: ___, ...said } = saidOfQuote(line);
  return said;
}

/** So many cents, with GST. */
function amountLine(
  line: Pick<NewLine, 'id' | 'gst' | 'description'> & Partial<NewLine>,
  total: number,
): NewLine {
  return {
    item_id: null,
    visit_id: null,
    job_id: null,
    code: '',
    ...line,
    quantity: 1_000,
    unit: '',
    price: total,
    includes_gst: true,
    discount: 0,
  };
}
