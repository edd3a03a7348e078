import { dayAndMonth } from '../../values/clock-words.ts';
import type { LocalDate } from '../../values/local-time.ts';
import type { BookWay } from '../accounting/rules.ts';
import type { BookScope } from '../accounting/schema.ts';
import type { AccountingChart, AccountingService, ChartAccount, OrganisationFacts } from './schema.ts';

/** Why an organisation cannot be connected: Muster invoices in Australian dollars, under Australian GST. */
export function organisationProblems({ name, country, currency }: OrganisationFacts): string[] {
  if (country !== 'AU')
    return [`${name} isn’t an Australian organisation in Xero. Muster works with Australian ones only.`];
  if (currency !== 'AUD')
    return [`${name} keeps its books in ${currency}. Muster’s invoices are in Australian dollars.`];
  return [];
}

/** What has to be chosen before anything goes over. */
const needed = [
  ['starts_on', 'the day to start from'],
  ['sales_account', 'an account for sales'],
  ['gst_tax', 'a tax rate for sales with GST'],
  ['gst_free_tax', 'a tax rate for GST-free sales'],
  ['input_taxed_tax', 'a tax rate for input taxed sales'],
  ['no_gst_tax', 'a tax rate for sales without GST'],
] as const satisfies readonly (readonly [keyof AccountingService, string])[];

interface Books {
  readonly service: AccountingService;
  readonly chart: AccountingChart | null;
  /** The business itself, in Muster. */
  readonly isGstRegistered: boolean;
}

/** What keeps everything from going over, in words; none: it goes. A pause and a lost sign-in are said elsewhere. */
export function accountingProblems({ service, chart, isGstRegistered }: Books): string[] {
  const missing = needed.filter(([field]) => !service[field]).map(([, words]) => words);
  const problems = missing.length === 0 ? [] : [`Choose ${listed(missing)}.`];
  if (!chart) return problems;
  const { organisation } = chart;
  problems.push(...organisationProblems(organisation));
  if (organisation.is_gst_registered !== isGstRegistered)
    problems.push(
      isGstRegistered
        ? `${organisation.name} isn’t registered for GST in Xero, but your business is in Muster. Change one of them.`
        : `${organisation.name} is registered for GST in Xero, but your business isn’t in Muster. Change one of them.`,
    );
  for (const [field, what] of chosenAccounts) {
    const chosen = service[field];
    if (chosen !== '' && !chart.accounts.some((account) => account[what] === chosen))
      problems.push(`The account for ${accountWords[field]} is no longer in Xero. Choose another one.`);
  }
  for (const [field, words] of Object.entries(taxWords))
    if (
      !chart.tax_rates.some(({ type }) => type === service[field as TaxField]) &&
      service[field as TaxField] !== ''
    )
      problems.push(`The tax rate for ${words} is no longer in Xero. Choose another one.`);
  return problems;
}

/** What Xero will refuse, or what somebody should know before they rely on it. */
export function accountingWarnings(
  { service, chart }: Omit<Books, 'isGstRegistered'>,
  ownAbn: string,
): string[] {
  if (!chart) return [];
  const { name, abn, is_demo, locked_through } = chart.organisation;
  const warnings: string[] = [];
  if (locked_through !== null && service.starts_on !== null && service.starts_on <= locked_through)
    warnings.push(
      `Xero is locked up to ${dayWithYear(locked_through)}. What is dated then is refused until someone unlocks it there.`,
    );
  if (abn !== '' && ownAbn !== '' && abn !== ownAbn)
    warnings.push(
      `${name} has another ABN in Xero than your business has here. Check that it’s the right one.`,
    );
  if (is_demo) warnings.push(`${name} is a demo company. Xero empties it from time to time.`);
  return warnings;
}

/** What would go over at once. */
export function scopeWords({ invoices, credit_notes, payments }: BookScope): string {
  const parts = [
    counted(invoices, 'invoice'),
    counted(credit_notes, 'credit note'),
    counted(payments, 'payment'),
  ].filter((part) => part !== '');
  if (parts.length === 0) return 'Nothing from that day on waits to go over.';
  return `${listed(parts)} from that day on would go over at once.`;
}

function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count.toLocaleString('en-AU')} ${noun}${count === 1 ? '' : 's'}`;
}

function dayWithYear(day: string): string {
  return `${dayAndMonth(day as LocalDate)} ${day.slice(0, 4)}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export type TaxField = 'gst_tax' | 'gst_free_tax' | 'input_taxed_tax' | 'no_gst_tax';
type PaymentField = `${BookWay}_account`;
export type AccountField = 'sales_account' | 'labour_account' | PaymentField;

const accountWords: Readonly<Record<AccountField, string>> = {
  sales_account: 'sales',
  labour_account: 'labour and call-outs',
  cash_account: 'cash',
  transfer_account: 'bank transfers',
  card_account: 'cards online',
  terminal_account: 'cards on a terminal',
  cheque_account: 'cheques',
  other_account: 'other payments',
};

const taxWords: Readonly<Record<TaxField, string>> = {
  gst_tax: 'sales with GST',
  gst_free_tax: 'GST-free sales',
  input_taxed_tax: 'input taxed sales',
  no_gst_tax: 'sales without GST',
};

/** Those of invoices are named by their code, as a line names them. */
const chosenAccounts = [
  ['sales_account', 'code'],
  ['labour_account', 'code'],
  ['cash_account', 'id'],
  ['transfer_account', 'id'],
  ['card_account', 'id'],
  ['terminal_account', 'id'],
  ['cheque_account', 'id'],
  ['other_account', 'id'],
] as const satisfies readonly (readonly [AccountField, 'code' | 'id'])[];

/** The accounts that can be chosen for something. */
export function accountsFor(field: AccountField, { accounts }: AccountingChart): ChartAccount[] {
  if (field === 'sales_account' || field === 'labour_account')
    return accounts.filter(
      ({ type, code }) => ['REVENUE', 'SALES', 'OTHERINCOME'].includes(type) && code !== '',
    );
  return accounts.filter((account) => account.takes_payments);
}

/** What it and its makers are called here. */
const TERMINAL = /eftpos|terminal|tyro|zeller|square|smartpay|linkly/i;

/**
 * What is likely right, for a person to look over: usual names first. Card payments go to a clearing account or nowhere, never straight to
 * the bank, whose own feed tells of the payout; those on a terminal are paid out otherwise than those online, to an account of their own.
 */
export function guessedMapping(
  chart: AccountingChart,
  { salesCode }: { salesCode: string },
): Record<AccountField | TaxField, string> {
  const sales = accountsFor('sales_account', chart);
  const paid = accountsFor('cash_account', chart);
  const banks = paid.filter(({ type }) => type === 'BANK');
  const named = (from: readonly ChartAccount[], name: RegExp) =>
    from.find((account) => name.test(account.name));
  // With several bank accounts nobody but a person knows which.
  const bank = banks.length === 1 ? banks[0] : named(banks, /everyday|cheque|business bank|trading/i);
  const clearing = paid.filter(({ type }) => type !== 'BANK');
  const terminal = named(clearing, TERMINAL);
  const card = named(
    clearing.filter((account) => account !== terminal),
    /clearing|stripe|card/i,
  );
  const tax = (...types: string[]) =>
    types.find((type) => chart.tax_rates.some((rate) => rate.type === type)) ?? '';
  return {
    sales_account: (sales.find(({ code }) => code === salesCode) ?? named(sales, /^sales/i))?.code ?? '',
    labour_account: named(sales, /labour|service/i)?.code ?? '',
    cash_account: named(paid, /cash/i)?.id ?? bank?.id ?? '',
    transfer_account: bank?.id ?? '',
    card_account: card?.id ?? '',
    terminal_account: terminal?.id ?? '',
    cheque_account: bank?.id ?? '',
    other_account: '',
    gst_tax: tax('OUTPUT'),
    gst_free_tax: tax('EXEMPTOUTPUT'),
    input_taxed_tax: tax('INPUTTAXED', 'EXEMPTOUTPUT'),
    no_gst_tax: tax('BASEXCLUDED'),
  };
}
