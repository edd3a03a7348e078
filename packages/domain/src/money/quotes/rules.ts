import { dividedHalfUp, MOST_CENTS } from '../../values/cents.ts';
import { MOST_LINES, reckonedLine, totalOf } from '../invoices/rules.ts';
import type { Amounts } from '../lines/amounts.ts';
import type { NewQuoteLine, QuoteChoice, QuoteLine, QuoteOption } from './schema.ts';

/** What is offered, as far as it decides what a customer can choose. */
export interface Offered {
  readonly lines: readonly QuoteLine[];
  readonly options: readonly QuoteOption[];
}

/** A line with what it comes to; nothing, while it has no price. */
export function reckonedQuoteLine(line: NewQuoteLine): QuoteLine {
  const { heading, option_id, is_optional, ...priced } = line;
  return { ...reckonedLine(priced), heading, option_id, is_optional };
}

/** A line as somebody says it. */
export function saidOfQuote(line: QuoteLine): NewQuoteLine {
  const { amounts: _, ...said } = line;
  return said;
}

/** What is chosen until somebody chooses: the first option, and nothing that is optional. */
export function usualChoice({ options }: Pick<Offered, 'options'>): QuoteChoice {
  return { option_id: options[0]?.id ?? null, extras: [] };
}

/** The lines that somebody gets for a choice, in the order of the quote. */
export function chosenLines(
  { lines }: Pick<Offered, 'lines'>,
  { option_id, extras }: QuoteChoice,
): QuoteLine[] {
  return lines.filter(
    (line) =>
      (line.option_id === null || line.option_id === option_id) &&
      (!line.is_optional || extras.includes(line.id)),
  );
}

/** What a choice comes to: its lines added up, each as it was rounded. */
export function totalOfChoice(offered: Pick<Offered, 'lines'>, choice: QuoteChoice): Amounts {
  return totalOf(chosenLines(offered, choice));
}

/** What a choice can be: exactly one of the options where there are any, and extras that go with it. */
export function choiceProblem({ lines, options }: Offered, choice: QuoteChoice): string | undefined {
  const { option_id, extras } = choice;
  if (options.length > 0 && !options.some(({ id }) => id === option_id))
    return 'Choose one of the options first.';
  if (options.length === 0 && option_id !== null) return 'This quote has no options to choose from.';
  const open = new Set(
    lines
      .filter((line) => line.is_optional && (line.option_id === null || line.option_id === option_id))
      .map(({ id }) => id),
  );
  return extras.every((id) => open.has(id))
    ? undefined
    : 'One of the extras doesn’t go with the option you chose. Choose again.';
}

/** What is wrong with what is offered, in words. */
export function offerProblem({ lines, options }: Offered): string | undefined {
  if (new Set(lines.map(({ id }) => id)).size < lines.length) return 'Two lines have the same id.';
  const known = new Set(options.map(({ id }) => id));
  if (known.size < options.length) return 'Two options have the same id.';
  if (lines.some(({ option_id }) => option_id !== null && !known.has(option_id)))
    return 'A line belongs to an option that isn’t in the quote.';
  if (lines.some(({ amounts }) => amounts && amounts.total > MOST_CENTS))
    return 'A line can come to $10,000,000 at most. Check its quantity and price.';
  return totalOf(lines).total > MOST_CENTS
    ? 'A quote can come to $10,000,000 at most, with all of its options. Split it into several.'
    : undefined;
}

/** What is still missing before a quote can be sent, in words. */
export function sendProblem({ lines, options }: Offered): string | undefined {
  if (lines.length === 0) return 'There is nothing on it yet. Add a line first.';
  if (lines.length > MOST_LINES) return `A quote has ${MOST_LINES} lines at most.`;
  const open = lines.findIndex(({ amounts }) => amounts === null);
  const line = lines[open];
  if (line)
    return `Enter a price first, 0 if it’s free: line ${open + 1} (${line.description || line.code || 'no description'}).`;
  if (options.length === 1)
    return 'With one option there is nothing to choose. Add another option, or remove this one.';
  const nameless = options.findIndex(({ name }) => name.trim() === '');
  if (nameless !== -1) return `Give option ${nameless + 1} a name.`;
  const empty = options.find(({ id }) => !lines.some((one) => one.option_id === id && !one.is_optional));
  if (empty) return `Nothing belongs to “${empty.name}” yet. Add a line to it, or remove the option.`;
  if (options.length === 0 && lines.every(({ is_optional }) => is_optional))
    return 'Every line is optional, so there is nothing to accept. Make one of them part of the quote.';
  return undefined;
}

interface AskedDeposit {
  readonly deposit_percent: number | null;
  readonly deposit_cents: number | null;
}

const WHOLE = 10_000n;

/** What is asked for before the work begins, of a total: never more than that. */
export function depositOf({ deposit_percent, deposit_cents }: AskedDeposit, total: number): number {
  if (deposit_cents !== null) return Math.min(deposit_cents, total);
  return deposit_percent === null ? 0 : Number(dividedHalfUp(BigInt(total) * BigInt(deposit_percent), WHOLE));
}
