import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reckonedLine, totalOf } from '@muster/domain/money/invoices/rules';
import { gstCategories } from '@muster/domain/money/lines/amounts';
import type { NewLine } from '@muster/domain/money/lines/schema';
import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { convert } from 'xmlbuilder2';
import { eInvoiceXml, type Issued } from './templates.ts';

const supplier = {
  name: 'Muster Plumbing',
  abn: '51824753556',
  is_gst_registered: true,
  address: '12 Smith St\nRyde NSW 2112',
  phone: '+61 2 9876 5432',
  email: 'office@example.com',
  trade_licence: '',
  region: 'NSW',
  colour: null,
  logo_id: null,
  bank: {
    account_name: 'Muster Plumbing Pty Ltd',
    bsb: '062-000',
    account_number: '1234 5678',
    payid: 'pay@example.com',
  },
} satisfies Issued['supplier'];

const buyer = {
  name: 'Harbour Strata',
  abn: '53004085616',
  address: 'Level 3, 1 Quay St, Sydney NSW 2000',
  email: '',
  phone: '',
};

const sold: NewLine = {
  id: '01890000-0000-7000-8000-000000000001',
  item_id: null,
  visit_id: null,
  job_id: null,
  code: 'L-1',
  description: 'Labour',
  quantity: 1_500,
  unit: 'hour',
  price: 110_00,
  includes_gst: true,
  discount: 0,
  gst: 'gst',
};

function issued(lines: readonly Partial<NewLine>[] = [{}], said: Partial<Issued> = {}): Issued {
  const reckoned = lines.map((line) => reckonedLine({ ...sold, ...line }));
  return {
    kind: 'invoice',
    number: 'INV-1001',
    issued_on: '2026-11-16',
    due_on: '2026-11-30',
    title: 'Hot water',
    note: '',
    order_number: '',
    work: [],
    supplier,
    pay_to: supplier.bank,
    buyer,
    credits: null,
    lines: reckoned,
    ...totalOf(reckoned),
    ...said,
  };
}

const credit = {
  kind: 'credit note',
  number: 'CR-1001',
  due_on: null,
  credits: { number: 'INV-1001', issued_on: '2026-11-16' },
} as const;

interface Money {
  readonly '#': string;
  readonly '@currencyID': 'AUD';
}
interface ReadLine {
  readonly 'cbc:InvoicedQuantity': { readonly '#': string };
  readonly 'cbc:LineExtensionAmount': Money;
  readonly 'cac:AllowanceCharge'?: Readonly<
    Record<'cbc:Amount' | 'cbc:BaseAmount', Money> & Record<'cbc:MultiplierFactorNumeric', string>
  >;
  readonly 'cac:Price': { readonly 'cbc:PriceAmount': Money };
}
interface Subtotal {
  readonly 'cbc:TaxableAmount': Money;
  readonly 'cbc:TaxAmount': Money;
  readonly 'cac:TaxCategory': Readonly<Record<string, unknown>> & { readonly 'cbc:ID': string };
}

function read(xml: string) {
  const document = Object.values(convert(xml, { format: 'object' }) as object).at(-1) as Record<
    'cac:LegalMonetaryTotal',
    Record<string, Money>
  > & {
    'cac:TaxTotal': { 'cbc:TaxAmount': Money; 'cac:TaxSubtotal': Subtotal | Subtotal[] };
    'cac:InvoiceLine': ReadLine | ReadLine[];
  } & Record<string, unknown>;
  const { 'cac:TaxTotal': tax, 'cac:InvoiceLine': lines, 'cac:LegalMonetaryTotal': totals } = document;
  return {
    document,
    totals,
    gst: tax['cbc:TaxAmount'],
    subtotals: [tax['cac:TaxSubtotal']].flat(),
    lines: [lines].flat(),
  };
}

/** Tests alone may reckon with floating point: the sums are far from where it errs. */
const cents = ({ '#': text }: Money) => Math.round(Number(text) * 100);
const sum = (list: readonly Money[]) => list.reduce((total, it) => total + cents(it), 0);

test('whatever is sold, the amounts are those of the invoice and add up as the rules of PINT demand', () => {
  const line = record({
    quantity: integer({ min: 0, max: 500_000 }),
    price: integer({ min: 0, max: 500_000 }),
    includes_gst: boolean(),
    discount: constantFrom(0, 500, 1_250, 3_333, 10_000),
    gst: constantFrom(...gstCategories),
  });
  assert(
    property(array(line, { minLength: 1, maxLength: 12 }), boolean(), (lines, isRegistered) => {
      const written = isRegistered ? lines : lines.map((it) => ({ ...it, gst: 'gst-free' as const }));
      const invoice = issued(written, { supplier: { ...supplier, is_gst_registered: isRegistered } });
      const { totals, gst, subtotals, lines: read_ } = read(eInvoiceXml(invoice));
      expect(cents(totals['cbc:TaxExclusiveAmount']!)).toBe(invoice.net);
      expect(cents(totals['cbc:TaxInclusiveAmount']!)).toBe(invoice.total);
      expect(cents(totals['cbc:PayableAmount']!)).toBe(invoice.total);
      expect(cents(gst)).toBe(invoice.gst);
      expect(sum(subtotals.map((it) => it['cbc:TaxAmount']))).toBe(invoice.gst);
      expect(sum(subtotals.map((it) => it['cbc:TaxableAmount']))).toBe(invoice.net);
      expect(sum(read_.map((it) => it['cbc:LineExtensionAmount']))).toBe(invoice.net);
      for (const it of read_) {
        const off = it['cac:AllowanceCharge'];
        const [discount, base] = off ? [cents(off['cbc:Amount']), cents(off['cbc:BaseAmount'])] : [0, 0];
        const price = Number(it['cac:Price']['cbc:PriceAmount']['#']);
        const exact = price * Number(it['cbc:InvoicedQuantity']['#']) * 100 - discount;
        // What receivers tolerate: two cents a line.
        expect(Math.abs(exact - cents(it['cbc:LineExtensionAmount']))).toBeLessThan(2);
        const share = off ? Number(off['cbc:MultiplierFactorNumeric']) / 100 : 0;
        expect(Math.abs(base * share - discount)).toBeLessThan(2);
      }
    }),
  );
});

test('a mixed invoice says each kind of sale by its category; a business that is not registered says only that', () => {
  const lines = [
    { gst: 'gst' },
    { gst: 'gst-free', includes_gst: false },
    { gst: 'input taxed' },
    { gst: 'gst' },
  ] as const;
  const scheme = { 'cac:TaxScheme': { 'cbc:ID': 'GST' } };
  const categories = (invoice: Issued) =>
    read(eInvoiceXml(invoice)).subtotals.map(({ 'cac:TaxCategory': category }) => category);
  expect(categories(issued(lines))).toEqual([
    { 'cbc:ID': 'S', 'cbc:Percent': '10', ...scheme },
    { 'cbc:ID': 'Z', 'cbc:Percent': '0', ...scheme },
    { 'cbc:ID': 'E', 'cbc:Percent': '0', 'cbc:TaxExemptionReason': 'Input taxed', ...scheme },
  ]);
  const none = issued([{ gst: 'gst-free' }], { supplier: { ...supplier, is_gst_registered: false } });
  expect(categories(none)).toEqual([
    { 'cbc:ID': 'O', 'cbc:TaxExemptionReason': 'The supplier is not registered for GST', ...scheme },
  ]);
  expect(eInvoiceXml(none)).not.toContain('PartyTaxScheme');
});

test('it says who and whom, by their ABN and address, and how to pay', () => {
  const { document } = read(eInvoiceXml(issued([{}], { order_number: 'PO 77' })));
  expect(document).toMatchObject({
    'cbc:ID': 'INV-1001',
    'cbc:InvoiceTypeCode': '380',
    'cbc:DueDate': '2026-11-30',
    'cac:OrderReference': { 'cbc:ID': 'PO 77' },
    'cac:AccountingSupplierParty': {
      'cac:Party': {
        'cbc:EndpointID': { '#': '51824753556', '@schemeID': '0151' },
        'cac:PostalAddress': {
          'cbc:StreetName': '12 Smith St',
          'cbc:CityName': 'Ryde',
          'cbc:PostalZone': '2112',
          'cbc:CountrySubentity': 'NSW',
        },
      },
    },
    'cac:AccountingCustomerParty': {
      'cac:Party': {
        'cac:PostalAddress': {
          'cbc:StreetName': 'Level 3',
          'cbc:AdditionalStreetName': '1 Quay St',
          'cbc:CityName': 'Sydney',
        },
        'cac:PartyLegalEntity': { 'cbc:CompanyID': { '#': '53004085616', '@schemeID': '0151' } },
      },
    },
    'cac:PaymentMeans': [
      {
        'cbc:PaymentMeansCode': { '#': '30' },
        'cbc:PaymentID': 'INV-1001',
        'cac:PayeeFinancialAccount': {
          'cbc:ID': '12345678',
          'cac:FinancialInstitutionBranch': { 'cbc:ID': '062000' },
        },
      },
      {
        'cac:PayeeFinancialAccount': {
          'cbc:ID': 'pay@example.com',
          'cac:FinancialInstitutionBranch': { 'cbc:ID': 'NPP-EMAL' },
        },
      },
    ],
  });
  expect(document).not.toHaveProperty('cbc:BuyerReference');
  expect(read(eInvoiceXml(issued())).document).toHaveProperty('cbc:BuyerReference', 'Harbour Strata');
});

test('a credit note names the invoice that it corrects and asks for no money', () => {
  const xml = eInvoiceXml(issued([{}], credit));
  const { document } = read(xml);
  expect(document).toMatchObject({
    'cbc:CreditNoteTypeCode': '381',
    'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': 'INV-1001' } },
    'cac:CreditNoteLine': { 'cbc:CreditedQuantity': { '#': '1.5', '@unitCode': 'HUR' } },
  });
  expect(xml).not.toMatch(/PaymentMeans|DueDate|InvoiceLine/);
});

test('names and descriptions of any letters stay what they are; what no XML can hold is left out', () => {
  const name = `O’Brien & Söhne <“Pty”> ]]> 😀`;
  const xml = eInvoiceXml(issued([{ description: `${name}\u0000\u000B\nTwice\uFFFF` }], { title: '\u0007' }));
  expect(xml).toContain('<cbc:Name>O’Brien &amp; Söhne &lt;“Pty”&gt; ]]&gt; 😀</cbc:Name>');
  expect(xml).toContain('<cbc:Description>Twice</cbc:Description>');
  expect(xml).not.toContain('cbc:Note');
});

const folder = process.env['UBL_SCHEMAS'];

test.skipIf(folder === undefined)(
  'every kind of e-invoice is valid against the schemas of UBL 2.1 (the folder that UBL_SCHEMAS names)',
  async () => {
    const odd = { description: 'A & B <c>\n“d” 😀\u0001', unit: 'zz', code: '' };
    const mixed = [{ gst: 'gst' }, { gst: 'gst-free', discount: 1_250 }, { gst: 'input taxed' }] as const;
    const bare = { ...buyer, address: '', abn: buyer.abn };
    const kinds: Record<string, Issued> = {
      ordinary: issued([{}], { order_number: 'PO 1', note: 'Thank you.' }),
      credit: issued([{}], credit),
      'credit of mixed lines': issued(mixed, credit),
      mixed: issued(mixed),
      'without GST': issued([{ gst: 'gst-free' }], {
        supplier: { ...supplier, is_gst_registered: false, bank: null },
        pay_to: null,
      }),
      '100 lines': issued(Array.from({ length: 100 }, (_, at) => ({ price: at * 37, quantity: at * 333 }))),
      odd: issued([odd], {
        title: '\u0000',
        note: '<&>',
        buyer: bare,
        supplier: { ...supplier, address: 'Köln' },
      }),
      work: issued([{}], {
        work: [{ job_id: sold.id, number: 1, title: 'x', address: 'y', done_on: '2026-11-12' }],
      }),
    };
    const here = mkdtempSync(join(tmpdir(), 'e-invoices-'));
    try {
      for (const [name, invoice] of Object.entries(kinds)) {
        const file = join(here, `${name}.xml`);
        writeFileSync(file, eInvoiceXml(invoice));
        const root = invoice.kind === 'invoice' ? 'Invoice' : 'CreditNote';
        const schema = join(folder!, 'maindoc', `UBL-${root}-2.1.xsd`);
        await promisify(execFile)('xmllint', ['--noout', '--nonet', '--schema', schema, file]);
      }
    } finally {
      rmSync(here, { recursive: true });
    }
  },
);
