import { expect, test } from 'vitest';
import { accountingProblems, accountingWarnings, guessedMapping, scopeWords } from './rules.ts';
import type { AccountingChart, AccountingService } from './schema.ts';

const account = (id: string, type: string, name: string, takes_payments = type === 'BANK') => ({
  id,
  code: id,
  name,
  type,
  takes_payments,
});

const chart: AccountingChart = {
  organisation: {
    name: 'Wattle',
    abn: '51824753556',
    country: 'AU',
    currency: 'AUD',
    is_gst_registered: true,
    is_demo: false,
    locked_through: '2026-06-30',
  },
  accounts: [
    account('1', 'BANK', 'Everyday'),
    account('200', 'REVENUE', 'Sales'),
    account('210', 'REVENUE', 'Labour income'),
    account('670', 'CURRENT', 'Stripe clearing', true),
  ],
  tax_rates: ['OUTPUT', 'EXEMPTOUTPUT', 'BASEXCLUDED'].map((type) => ({ type, name: type, rate: 0 })),
};

const service = {
  starts_on: '2026-07-01',
  ...guessedMapping(chart, { salesCode: '200' }),
} as AccountingService;

test('usual names are chosen, of tax rates what there is', () => {
  expect(service).toMatchObject({
    sales_account: '200',
    labour_account: '210',
    transfer_account: '1',
    cash_account: '1',
    card_account: '670',
    terminal_account: '',
    other_account: '',
    input_taxed_tax: 'EXEMPTOUTPUT',
  });
});

test('a card never pays into a bank account, and of several bank accounts none is guessed', () => {
  const accounts = [account('1', 'BANK', 'Stripe EFTPOS'), account('2', 'BANK', 'Savings')];
  expect(guessedMapping({ ...chart, accounts }, { salesCode: '200' })).toMatchObject({
    card_account: '',
    terminal_account: '',
    transfer_account: '',
    sales_account: '',
  });
});

test('a terminal has an account of its own, whichever comes first', () => {
  const accounts = [
    account('671', 'CURRENT', 'EFTPOS clearing', true),
    account('670', 'CURRENT', 'Card clearing', true),
  ];
  expect(guessedMapping({ ...chart, accounts }, { salesCode: '200' })).toMatchObject({
    card_account: '670',
    terminal_account: '671',
  });
});

test('what keeps anything from going over is said, and what has gone from Xero as well', () => {
  const problems = (changed: Partial<AccountingService>, isGstRegistered = true) =>
    accountingProblems({ service: { ...service, ...changed }, chart, isGstRegistered });
  expect(problems({})).toEqual([]);
  expect(problems({ starts_on: null, sales_account: '' })).toEqual([
    'Choose the day to start from and an account for sales.',
  ]);
  expect(problems({}, false)).toEqual([expect.stringContaining('but your business isn’t in Muster')]);
  expect(problems({ cash_account: '9', gst_tax: 'OUTPUT2' })).toEqual([
    'The account for cash is no longer in Xero. Choose another one.',
    'The tax rate for sales with GST is no longer in Xero. Choose another one.',
  ]);
});

test('a lock, another ABN and a demo company are said before they hurt', () => {
  expect(accountingWarnings({ service, chart }, '51824753556')).toEqual([]);
  const early = { ...service, starts_on: '2026-06-30' };
  const demo = { ...chart, organisation: { ...chart.organisation, is_demo: true } };
  expect(accountingWarnings({ service: early, chart: demo }, '53004085616')).toEqual([
    expect.stringContaining('30 Jun 2026'),
    expect.stringContaining('another ABN'),
    expect.stringContaining('demo company'),
  ]);
});

test('what would go over at once is counted in words', () => {
  expect(scopeWords({ invoices: 1_200, credit_notes: 1, payments: 0 })).toBe(
    '1,200 invoices and 1 credit note from that day on would go over at once.',
  );
  expect(scopeWords({ invoices: 0, credit_notes: 0, payments: 0 })).toBe(
    'Nothing from that day on waits to go over.',
  );
});
