import type { InvoiceKind } from '../invoices/rules.ts';
import { dayAndMonth } from '../../values/clock-words.ts';
import { isOneLine } from '../../values/one-line.ts';
import type { LocalDate } from '../../values/local-time.ts';
import type { LastNumbers, MoneySettings } from './schema.ts';

/** What is numbered, each in a series of its own. */
export type NumberedKind = InvoiceKind | 'quote';

/** How it is until somebody sets something. */
export const usualMoneySettings: Omit<MoneySettings, 'id' | 'version'> = {
  is_gst_registered: true,
  postal_address: '',
  invoice_prefix: 'INV-',
  first_invoice: 1001,
  credit_prefix: 'CR-',
  first_credit: 1001,
  quote_prefix: 'Q-',
  first_quote: 1001,
  quote_days: 30,
  quote_terms: '',
  terms_days: 14,
  invoice_note: '',
  labour_item_id: null,
  call_out_item_id: null,
  reminder_days: [],
  gst_basis: 'cash',
  xero_sales_account: '200',
  myob_sales_account: '4-1000',
  myob_bank_account: '1-1110',
  work_from: null,
  work_from_reason: '',
  technicians_show_invoices: false,
  sends_card_receipts: true,
  lock_date: null,
};

type Numbering = Pick<MoneySettings, 'invoice_prefix' | 'credit_prefix' | 'quote_prefix'>;

/** What is wrong with how documents are numbered, in words. */
export function numberingProblem({
  invoice_prefix,
  credit_prefix,
  quote_prefix,
}: Numbering): string | undefined {
  const prefixes = [invoice_prefix, credit_prefix, quote_prefix];
  for (const prefix of prefixes)
    if (!isOneLine(prefix) || prefix !== prefix.trimStart())
      return 'Enter a prefix on one line, without a space before it.';
  if (new Set(prefixes.map((prefix) => prefix.trim().toLowerCase())).size < prefixes.length)
    return 'Give invoices, credit notes and quotes different prefixes, so that no number means two things.';
  return undefined;
}

/** How documents of a kind are numbered. */
export function numberingOf(kind: NumberedKind, settings: Omit<MoneySettings, 'id' | 'version'>) {
  const { invoice_prefix, first_invoice, credit_prefix, first_credit, quote_prefix, first_quote } = settings;
  if (kind === 'quote') return { prefix: quote_prefix, first: first_quote };
  return kind === 'invoice'
    ? { prefix: invoice_prefix, first: first_invoice }
    : { prefix: credit_prefix, first: first_credit };
}

/** The number that the next document of a kind is given, unless somebody else issues one first. */
export function nextNumber(kind: InvoiceKind, settings: MoneySettings, given: LastNumbers): string {
  const { prefix, first } = numberingOf(kind, settings);
  const last = kind === 'invoice' ? given.invoice : given.credit_note;
  return `${prefix}${last === null ? first : Number(last.slice(prefix.length)) + 1}`;
}

/** Why nothing is dated so early; undefined where it may be. */
export function lockProblem(lock_date: string | null, day: string): string | undefined {
  if (lock_date === null || day > lock_date) return undefined;
  const until = `${dayAndMonth(lock_date as LocalDate)} ${lock_date.slice(0, 4)}`;
  return `Your books are locked up to ${until}. Choose a later day, or change the lock date in Settings, Money.`;
}
