import { describedLine, figuresOf, referenceOf } from '@muster/domain/money/accounting/documents';
import type { GstEntry } from '@muster/domain/money/bookkeeping/schema';
import { postalAddressOf } from '@muster/domain/money/e-invoices/rules';
import type { GstCategory } from '@muster/domain/money/lines/amounts';
import { plainCents } from '@muster/domain/values/cents';
import { DAY_MS } from '@muster/domain/values/minutes';
import type { Exact } from '../../../platform/http/answers/csv.ts';
import type { Booked, BookedPayment, MoneyRow } from './store.ts';

// The layouts in which other programs take in what was sold and paid, as their makers describe them; docs/decisions/062-invoices.md
// says where each column is from. Amounts are those that are stored: no layout leaves it to the other program to reckon otherwise.

type Cells = readonly (string | Exact)[];

export interface Layout<Row> {
  readonly heads: readonly string[];
  /** The rows that one record is. */
  readonly rows: (record: Row) => readonly Cells[];
}

const exact = (text: string | number): Exact => ({ exact: String(text) });
const money = (cents: number) => exact(plainCents(cents));
/** As Australian programs read it: 16/11/2026. */
const day = (date: string | null) => exact((date ?? '').split('-').toReversed().join('/'));
const signOf = ({ kind }: Booked) => (kind === 'invoice' ? 1 : -1);
const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('');

/** A whole number of such fine parts, as a number: 1500 thousandths are 1.5. */
function parts(whole: number, places: number): string {
  return String(Number(`${whole}e-${places}`));
}

const xeroTaxes: Readonly<Record<GstCategory, string>> = {
  gst: 'GST on Income',
  'gst-free': 'GST Free Income',
  'input taxed': 'Input Taxed',
};

/**
 * Sales invoices of Xero, with amounts that include tax. It multiplies quantity, price and discount, and takes an eleventh of that as
 * GST, line by line: where this is not to the cent what is stored, the line is one at its total.
 */
export function xeroLayout(account: string): Layout<Booked> {
  return {
    heads: [
      '*ContactName',
      'EmailAddress',
      'POAddressLine1',
      'POAddressLine2',
      'POAddressLine3',
      'POAddressLine4',
      'POCity',
      'PORegion',
      'POPostalCode',
      'POCountry',
      '*InvoiceNumber',
      'Reference',
      '*InvoiceDate',
      '*DueDate',
      'InventoryItemCode',
      '*Description',
      '*Quantity',
      '*UnitAmount',
      'Discount',
      '*AccountCode',
      '*TaxType',
      'TrackingName1',
      'TrackingOption1',
      'TrackingName2',
      'TrackingOption2',
      'Currency',
      'BrandingTheme',
    ],
    rows(it) {
      const { lines, city, region, postcode } = postalAddressOf(it.buyer.address);
      const street = [0, 1, 2].map((at) => lines[at] ?? '');
      return it.lines.map((line) => {
        const { thousandths, tenths, discount } = figuresOf(line);
        return [
          it.buyer.name,
          it.buyer.email,
          ...street,
          lines.slice(3).join(', '),
          city ?? '',
          region ?? '',
          exact(postcode ?? ''),
          'Australia',
          it.number,
          referenceOf(it),
          day(it.issued_on),
          day(it.due_on ?? it.issued_on),
          '',
          describedLine(line),
          exact(parts(thousandths, 3)),
          exact(parts(signOf(it) * tenths, 3)),
          exact(discount > 0 ? parts(discount, 2) : ''),
          account,
          it.supplier.is_gst_registered ? xeroTaxes[line.gst] : 'BAS Excluded',
          '',
          '',
          '',
          '',
          'AUD',
          '',
        ];
      });
    },
  };
}

const myobTaxes: Readonly<Record<GstCategory, string>> = {
  gst: 'GST',
  'gst-free': 'FRE',
  'input taxed': 'ITS',
};

/** Service sales of MYOB AccountRight, without GST and with the GST beside it, so that it adds up and reckons nothing. */
export function myobSalesLayout(account: string): Layout<Booked> {
  return {
    heads: [
      'Co./Last Name',
      'First Name',
      'Addr 1 - Line 1',
      'Addr 1 - Line 2',
      'Addr 1 - Line 3',
      'Addr 1 - Line 4',
      'Inclusive',
      'Invoice No.',
      'Date',
      'Customer PO',
      'Description',
      'Account No.',
      'Amount',
      'Journal Memo',
      'Tax Code',
      'Tax Amount',
      'Sale Status',
      'Terms - Payment is Due',
      '- Balance Due Days',
    ],
    rows(it) {
      const lines = it.buyer.address.split(/\n|, */).filter((line) => line.trim() !== '');
      const address = [lines[0] ?? '', lines[1] ?? '', lines[2] ?? '', lines.slice(3).join(', ')];
      return it.lines.map((line) => [
        cut(it.buyer.name, 50),
        '',
        ...address,
        '',
        it.number,
        day(it.issued_on),
        cut(it.order_number, 20),
        cut(describedLine(line), 255),
        account,
        money(signOf(it) * line.amounts!.net),
        cut(it.credits === null ? it.title : `Credit of ${it.credits}`, 255),
        it.supplier.is_gst_registered ? myobTaxes[line.gst] : 'N-T',
        money(signOf(it) * line.amounts!.gst),
        'I',
        // In a given number of days.
        '2',
        exact((Date.parse(it.due_on ?? it.issued_on) - Date.parse(it.issued_on)) / DAY_MS),
      ]);
    },
  };
}

const methodWords: Readonly<Record<string, string>> = {
  cash: 'Cash',
  transfer: 'Bank transfer',
  card: 'Card',
  cheque: 'Cheque',
  other: 'Other',
};

/** Receive payments of MYOB AccountRight: what of a payment pays for which invoice. */
export function myobPaymentsLayout(account: string): Layout<BookedPayment> {
  return {
    heads: [
      'Co./Last Name',
      'First Name',
      'Deposit Account No.',
      'Receipt Date',
      'Memo',
      'Invoice No.',
      'Customer PO',
      'Invoice Date',
      'Amount Applied',
      'Payment Method',
    ],
    rows: (it) => [
      [
        cut(it.customer, 50),
        '',
        account,
        day(it.on_date),
        cut(it.reference, 255),
        it.number,
        cut(it.order_number, 20),
        day(it.issued_on),
        money(it.amount),
        methodWords[it.method] ?? '',
      ],
    ],
  };
}

/** Everything there is to know of what was sold, line by line, for any program and for people. */
export const linesLayout: Layout<Booked> = {
  heads: [
    'Date',
    'Kind',
    'Number',
    'Credit of',
    'Due',
    'Bill to',
    'ABN',
    'Order number',
    'Code',
    'Description',
    'Quantity',
    'Unit',
    'Price',
    'Price includes GST',
    'Discount %',
    'GST category',
    'Without GST',
    'GST',
    'With GST',
    'From another program',
  ],
  rows: (it) =>
    it.lines.map((line) => [
      exact(it.issued_on),
      it.kind === 'invoice' ? 'Invoice' : 'Credit note',
      it.number,
      it.credits ?? '',
      exact(it.due_on ?? ''),
      it.buyer.name,
      exact(it.buyer.abn ?? ''),
      it.order_number,
      line.code,
      line.description,
      exact(parts(line.quantity, 3)),
      line.unit,
      money(line.price!),
      line.includes_gst ? 'yes' : 'no',
      exact(parts(line.discount, 2)),
      gstWords[line.gst],
      money(signOf(it) * line.amounts!.net),
      money(signOf(it) * line.amounts!.gst),
      money(signOf(it) * line.amounts!.total),
      it.is_imported ? 'yes' : 'no',
    ]),
};

const gstWords: Readonly<Record<GstCategory, string>> = {
  gst: 'GST',
  'gst-free': 'GST-free',
  'input taxed': 'Input taxed',
};

export const paymentsLayout: Layout<MoneyRow> = {
  heads: [
    'Date',
    'Kind',
    'Customer',
    'Method',
    'Reference',
    'Amount',
    'Pays for',
    'Left as credit',
    'Reversed on',
    'Reason',
    'Note',
  ],
  /** What was taken back is a row of its own on its day, so that a period adds up to what came in. */
  rows(it) {
    const [what, amount] = it.kind === 'payment' ? ['Payment', it.amount] : ['Refund', -it.amount];
    return [
      ...(it.is_received ? [moneyCells(it, { on: it.received_on, what, amount })] : []),
      ...(it.is_taken_back
        ? [moneyCells(it, { on: it.taken_back_on!, what: `${what} reversed`, amount: -amount })]
        : []),
    ];
  },
};

function moneyCells(
  it: MoneyRow,
  { on, what, amount }: { readonly on: string; readonly what: string; readonly amount: number },
): Cells {
  return [
    exact(on),
    what,
    it.customer,
    methodWords[it.method] ?? '',
    it.reference,
    money(amount),
    it.paid.map(({ number, amount }) => `${number} ${plainCents(amount)}`).join('; '),
    money(it.unused),
    exact(it.taken_back_on ?? ''),
    it.taken_back_reason,
    it.note,
  ];
}

const entryWords: Readonly<Record<GstEntry['kind'], string>> = {
  invoice: 'Invoice',
  'credit note': 'Credit note',
  payment: 'Payment',
  'taken back': 'Payment reversed',
  'credit used': 'Credit used',
  refund: 'Refund of a credit note',
};

export const gstLayout: Layout<GstEntry> = {
  heads: ['Date', 'What', 'Number', 'Bill to', 'Sales (G1)', 'GST (1A)', 'GST-free (G3)', 'Input taxed (G4)'],
  rows: (it) => [
    [
      exact(it.on),
      entryWords[it.kind],
      it.number ?? '',
      it.bill_to_name,
      money(it.sales),
      money(it.gst),
      money(it.gst_free),
      money(it.input_taxed),
    ],
  ],
};
