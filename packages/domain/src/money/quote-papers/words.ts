import { centsInWords } from '../../values/cents.ts';
import { dayOnPaper } from '../invoice-papers/words.ts';
import { discountInWords } from '../lines/words.ts';
import { chosenLines, depositOf, totalOfChoice, usualChoice } from '../quotes/rules.ts';
import type { Quote, QuoteChoice, QuoteLine } from '../quotes/schema.ts';

/** What a quote is drawn of: who offers and to whom stand in it, of a draft as they would if it were sent now. */
export type PrintedQuote = Pick<
  Quote,
  | 'state'
  | 'number'
  | 'revision'
  | 'title'
  | 'note'
  | 'terms'
  | 'lines'
  | 'options'
  | 'sent_on'
  | 'valid_days'
  | 'valid_until'
  | 'deposit_percent'
  | 'deposit_cents'
  | 'choice'
  | 'decided_at'
  | 'decided_by'
  | 'is_own_decision'
  | 'net'
  | 'gst'
  | 'total'
> & {
  readonly supplier: NonNullable<Quote['supplier']>;
  readonly buyer: NonNullable<Quote['buyer']>;
  /** Where the work would be done; empty if nobody said. */
  readonly place: string;
  /** The day of the decision, by the clocks of the business. */
  readonly decided_on: string | null;
};

type Facts = readonly (readonly [string, string])[];

/** "Quote Q-1001", "Quote Q-1001 version 2". */
export function quoteName({ number, revision }: Pick<PrintedQuote, 'number' | 'revision'>): string {
  return ['Quote', number ?? '', revision > 1 ? `version ${revision}` : ''].filter(Boolean).join(' ');
}

/** As it is saved, without what no file system likes. */
export function quoteFileName(quote: Pick<PrintedQuote, 'number' | 'revision'>): string {
  return `${quoteName(quote).replaceAll(/[^\w .-]/g, '-')}.pdf`;
}

/** What is said of the whole, beside whom it is for. */
export function quoteFacts(quote: PrintedQuote): Facts {
  const { number, revision, sent_on, valid_until, valid_days, title, place } = quote;
  return (
    [
      ['Quote number', [number ?? '', revision > 1 ? `version ${revision}` : ''].filter(Boolean).join(' ')],
      ['Date', sent_on === null ? 'Not sent yet' : dayOnPaper(sent_on)],
      ['Valid until', valid_until === null ? `${valid_days} days after it is sent` : dayOnPaper(valid_until)],
      ['For', title],
      ['Where', place],
    ] as const
  ).filter(([, value]) => value !== '');
}

/** Lines that stand together, and what they come to with all that is in every option. */
export interface QuotePart {
  /** Null: what is in every option. */
  readonly option: Quote['options'][number] | null;
  readonly lines: readonly QuoteLine[];
  readonly total: number;
}

/** What is part of the quote without being asked: first what is in every option, then each option. */
export function quoteParts({ lines, options }: Pick<PrintedQuote, 'lines' | 'options'>): QuotePart[] {
  const of = (option_id: string | null) =>
    lines.filter((line) => line.option_id === option_id && !line.is_optional);
  const own = options.map((option) => ({
    option,
    lines: of(option.id),
    total: totalOfChoice({ lines }, { option_id: option.id, extras: [] }).total,
  }));
  const common = of(null);
  const whole = totalOfChoice({ lines }, { option_id: null, extras: [] }).total;
  return [...(common.length > 0 ? [{ option: null, lines: common, total: whole }] : []), ...own];
}

/** What can be added, each with the option that it goes with; null: with any. */
export function quoteExtras({ lines }: Pick<PrintedQuote, 'lines'>): QuoteLine[] {
  return lines.filter(({ is_optional }) => is_optional);
}

/** What somebody pays for such an extra. */
export function extraPrice({ amounts }: QuoteLine): string {
  return `+${centsInWords(amounts?.total ?? 0)}`;
}

/** What was accepted, or is chosen until somebody chooses. */
export function choiceOf(quote: Pick<PrintedQuote, 'choice' | 'options'>): QuoteChoice {
  return quote.choice ?? usualChoice(quote);
}

/** The amount that whoever gets it looks for, and what it is. */
export function amountOfQuote(quote: PrintedQuote): { name: string; amount: string; by: string } {
  const { state, total, valid_until, options, lines, supplier, decided_on } = quote;
  const withGst = supplier.is_gst_registered ? 'Total including GST' : 'Total';
  if (state === 'accepted')
    return {
      name: withGst,
      amount: centsInWords(total),
      by: decided_on === null ? 'Accepted' : `Accepted ${dayOnPaper(decided_on)}`,
    };
  const totals = options.map(({ id }) => totalOfChoice({ lines }, { option_id: id, extras: [] }).total);
  const by = valid_until === null ? '' : `Valid until ${dayOnPaper(valid_until)}`;
  return totals.length === 0
    ? { name: withGst, amount: centsInWords(total), by }
    : {
        name: supplier.is_gst_registered ? 'Lowest total including GST' : 'Lowest total',
        amount: centsInWords(Math.min(...totals)),
        by,
      };
}

/** What a choice adds up to, the last being what it comes to. */
export function quoteTotals(quote: PrintedQuote, choice: QuoteChoice): Facts {
  const { net, gst, total } = totalOfChoice(quote, choice);
  return quote.supplier.is_gst_registered
    ? [
        ['Total without GST', centsInWords(net)],
        ['GST', centsInWords(gst)],
        ['Total including GST', centsInWords(total)],
      ]
    : [['Total', centsInWords(total)]];
}

/** What is asked for once it is accepted, of a choice or of whatever is chosen. */
export function depositWords(quote: PrintedQuote, choice: QuoteChoice | null): string {
  const { deposit_percent, deposit_cents } = quote;
  const share = deposit_percent === null ? '' : ` (${discountInWords(deposit_percent)})`;
  if (deposit_percent === null && deposit_cents === null) return '';
  if (choice === null && deposit_percent !== null)
    return `A deposit of ${discountInWords(deposit_percent)} is asked for when you accept.`;
  const total = totalOfChoice(quote, choice ?? usualChoice(quote)).total;
  return `A deposit of ${centsInWords(depositOf(quote, total))}${share} is asked for when you accept.`;
}

/** Who took it, and how. */
export function decisionWords({ state, decided_by, decided_on, is_own_decision }: PrintedQuote): string {
  if (state !== 'accepted' && state !== 'declined') return '';
  const by = decided_by === null ? '' : ` by ${decided_by}`;
  const on = decided_on === null ? '' : ` on ${dayOnPaper(decided_on)}`;
  const done = state === 'accepted' ? 'Accepted' : 'Declined';
  return `${done}${by}${on}${is_own_decision ? ', online' : ''}.`;
}

/** The name of the option that was chosen; empty where there were none. */
export function optionName({ options }: Pick<PrintedQuote, 'options'>, choice: QuoteChoice): string {
  return options.find(({ id }) => id === choice.option_id)?.name ?? '';
}

/** The lines of a choice. */
export function linesOfChoice(quote: Pick<PrintedQuote, 'lines'>, choice: QuoteChoice): QuoteLine[] {
  return chosenLines(quote, choice);
}
