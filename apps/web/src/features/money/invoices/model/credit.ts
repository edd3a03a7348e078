import {
  creditedLines,
  type CreditLeft,
  creditOfAmount,
  creditOfQuantity,
  wholeCredit,
} from '@muster/domain/money/invoices/credits';
import { totalOf } from '@muster/domain/money/invoices/rules';
import type { InvoiceRecord, NewCredit } from '@muster/domain/money/invoices/schema';
import type { Amounts } from '@muster/domain/money/lines/amounts';
import type { InvoiceLine, NewLine } from '@muster/domain/money/lines/schema';

/** What is left to credit of each line, by its id. */
export type Left = ReadonlyMap<string, CreditLeft>;

/** How much of a line is taken back: so many thousandths of its quantity, or so many cents with GST. */
export type LineCredit = { readonly quantity: number } | { readonly total: number };

/** What somebody wants to take back of an invoice. */
export type CreditChoice =
  | { readonly way: 'all' }
  /** The lines that are chosen. */
  | { readonly way: 'lines'; readonly lines: ReadonlyMap<string, LineCredit> }
  /** An amount of the whole, with GST; null: not said yet. */
  | { readonly way: 'amount'; readonly total: number | null };

type Wanted = NonNullable<NewCredit['lines']>;

/** What is left of the whole. */
export function leftOfAll(left: Left): number {
  return [...left.values()].reduce((sum, { amounts }) => sum + amounts.total, 0);
}

/** As it is asked of the server; undefined: everything that is left. */
export function wantedOf(choice: CreditChoice, left: Left): Wanted | undefined {
  if (choice.way === 'all') return undefined;
  if (choice.way === 'amount') return spread(choice.total ?? 0, left);
  return [...choice.lines].map(([id, credit]) => Object.assign({ id }, credit));
}

/** What it comes to, reckoned as the server will; or why it cannot be. */
export function creditComesTo(
  lines: readonly InvoiceLine[],
  left: Left,
  choice: CreditChoice,
): { readonly amounts: Amounts } | { readonly problem: string } {
  const wanted = wantedOf(choice, left);
  const found = creditedLines(lines, left, wanted ? written(lines, wanted) : wholeCredit(lines, left));
  return 'problem' in found ? found : { amounts: totalOf(found.lines) };
}

function written(lines: readonly InvoiceLine[], wanted: Wanted): NewLine[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return wanted.flatMap(({ id, quantity = 0, total }) => {
    const line = byId.get(id);
    if (!line) return [];
    return [total === undefined ? creditOfQuantity(line, quantity) : creditOfAmount(line, total)];
  });
}

/**
 * An amount of the whole, taken from each line by its share of what is left, so that the GST in it is right however the lines are
 * taxed. Together they are the amount to the cent; the cents that remain go to those with the largest rest.
 */
function spread(total: number, left: Left): Wanted {
  const all = leftOfAll(left);
  if (total <= 0 || all === 0) return [];
  const most = Math.min(total, all);
  const shares = [...left].map(([id, { amounts }]) => {
    const exact = BigInt(most) * BigInt(amounts.total);
    return { id, whole: Number(exact / BigInt(all)), rest: exact % BigInt(all) };
  });
  const missing = most - shares.reduce((sum, { whole }) => sum + whole, 0);
  const largest = new Set(shares.toSorted((a, b) => Number(b.rest - a.rest)).slice(0, missing));
  return shares
    .map((share) => ({ id: share.id, total: share.whole + (largest.has(share) ? 1 : 0) }))
    .filter((share) => share.total > 0);
}

/** Why it cannot be sent yet; undefined where it can. */
export function creditProblem(
  { lines }: Pick<InvoiceRecord, 'lines'>,
  left: Left,
  choice: CreditChoice,
): string | undefined {
  if (choice.way === 'lines' && choice.lines.size === 0) return 'Choose at least one line.';
  if (choice.way === 'amount' && !choice.total) return 'Enter the amount to credit.';
  if (choice.way === 'amount' && choice.total! > leftOfAll(left))
    return 'That’s more than is left to credit.';
  const comesTo = creditComesTo(lines, left, choice);
  if ('problem' in comesTo) return comesTo.problem;
  return comesTo.amounts.total === 0 ? 'Enter how much to credit.' : undefined;
}
