import {
  netBeforeDiscount,
  netPriceOf,
  payIdKind,
  postalAddressOf,
  type TaxCategory,
  taxCategoryOf,
  unitCodeOf,
} from '@muster/domain/money/e-invoices/rules';
import type { Buyer, InvoiceRecord, Supplier } from '@muster/domain/money/invoices/schema';
import type { InvoiceLine } from '@muster/domain/money/lines/schema';
import { plainCents } from '@muster/domain/values/cents';
import { create } from 'xmlbuilder2';

/** An element by its name: a text, a text with attributes, or more elements. What is undefined or empty is not written. */
type Element =
  | string
  | undefined
  | { readonly '#': string; readonly [attribute: `@${string}`]: string }
  | readonly Element[]
  | { readonly [name: string]: Element };

export interface Issued extends Pick<
  InvoiceRecord,
  | 'kind'
  | 'title'
  | 'note'
  | 'order_number'
  | 'due_on'
  | 'lines'
  | 'work'
  | 'net'
  | 'gst'
  | 'total'
  | 'pay_to'
> {
  readonly number: string;
  readonly issued_on: string;
  readonly supplier: Supplier & { readonly abn: string };
  readonly buyer: Buyer & { readonly abn: string };
  /** Of a credit note: the invoice that it corrects. */
  readonly credits: { readonly number: string; readonly issued_on: string } | null;
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';
const names = {
  invoice: {
    root: 'Invoice',
    type: ['cbc:InvoiceTypeCode', '380'],
    line: 'InvoiceLine',
    quantity: 'Invoiced',
  },
  'credit note': {
    root: 'CreditNote',
    type: ['cbc:CreditNoteTypeCode', '381'],
    line: 'CreditNoteLine',
    quantity: 'Credited',
  },
} as const;

/** An invoice or a credit note as PINT A-NZ has it. Its amounts are those that are stored; elements stand in the order of UBL 2.1. */
export function eInvoiceXml(invoice: Issued): string {
  const { kind, supplier, buyer, lines } = invoice;
  const { root, type, line, quantity } = names[kind];
  const isInvoice = kind === 'invoice';
  const categories = lines.map(({ gst }) => taxCategoryOf(gst, supplier.is_gst_registered));
  const content: Element = {
    'cbc:CustomizationID': 'urn:peppol:pint:billing-1@aunz-1',
    'cbc:ProfileID': 'urn:peppol:bis:billing',
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issued_on,
    'cbc:DueDate': isInvoice ? (invoice.due_on ?? undefined) : undefined,
    [type[0]]: type[1],
    'cbc:Note': [invoice.title, invoice.note].filter(isSaid).join('\n'),
    'cbc:DocumentCurrencyCode': 'AUD',
    // One of the two is demanded; who gave no order number is at least told whom it is for.
    'cbc:BuyerReference': isSaid(invoice.order_number) ? undefined : buyer.name,
    'cac:OrderReference': { 'cbc:ID': invoice.order_number },
    'cac:BillingReference': invoice.credits
      ? {
          'cac:InvoiceDocumentReference': {
            'cbc:ID': invoice.credits.number,
            'cbc:IssueDate': invoice.credits.issued_on,
          },
        }
      : undefined,
    'cac:AccountingSupplierParty': { 'cac:Party': party(supplier, supplier.is_gst_registered) },
    'cac:AccountingCustomerParty': { 'cac:Party': party(buyer, false) },
    'cac:Delivery': { 'cbc:ActualDeliveryDate': lastDay(invoice) },
    'cac:PaymentMeans': isInvoice ? waysToPay(invoice) : undefined,
    'cac:PaymentTerms': {
      'cbc:Note': isInvoice ? undefined : 'No payment is due: this is a credit.',
    },
    'cac:TaxTotal': {
      'cbc:TaxAmount': amount(invoice.gst),
      'cac:TaxSubtotal': subtotals(lines, categories),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(invoice.net),
      'cbc:TaxExclusiveAmount': amount(invoice.net),
      'cbc:TaxInclusiveAmount': amount(invoice.total),
      'cbc:PayableAmount': amount(invoice.total),
    },
    [`cac:${line}`]: lines.map((it, at) => lineOf(it, at, categories[at]!, quantity)),
  };
  return create(
    { version: '1.0', encoding: 'UTF-8' },
    {
      [root]: {
        '@xmlns': `${UBL}:${root}-2`,
        '@xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
        '@xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
        ...(written(content) as object),
      },
    },
  ).end({ prettyPrint: true });
}

function lineOf(
  line: InvoiceLine,
  at: number,
  category: TaxCategory,
  quantity: 'Invoiced' | 'Credited',
): Element {
  const { net } = line.amounts!;
  const priced = { ...line, price: line.price! };
  const before = netBeforeDiscount(priced);
  const [first = '', ...more] = line.description.split('\n').filter(isSaid);
  return {
    'cbc:ID': String(at + 1),
    [`cbc:${quantity}Quantity`]: { '#': decimal(line.quantity, 3), '@unitCode': unitCodeOf(line.unit) },
    'cbc:LineExtensionAmount': amount(net),
    'cac:AllowanceCharge':
      line.discount > 0
        ? {
            'cbc:ChargeIndicator': 'false',
            'cbc:AllowanceChargeReasonCode': '95',
            'cbc:AllowanceChargeReason': 'Discount',
            'cbc:MultiplierFactorNumeric': decimal(line.discount, 2),
            'cbc:Amount': amount(before - net),
            'cbc:BaseAmount': amount(before),
          }
        : undefined,
    'cac:Item': {
      'cbc:Description': more.join('\n'),
      'cbc:Name': isSaid(first) ? first : isSaid(line.code) ? line.code : 'Work',
      'cac:SellersItemIdentification': { 'cbc:ID': line.code },
      'cac:ClassifiedTaxCategory': taxCategory(category, { withReason: false }),
    },
    'cac:Price': { 'cbc:PriceAmount': { '#': netPriceOf(priced), '@currencyID': 'AUD' } },
  };
}

/** What there is of each category, added up from the lines: each was rounded once, and nothing is reckoned again. */
function subtotals(lines: readonly InvoiceLine[], categories: readonly TaxCategory[]): Element[] {
  return [...new Set(categories)].map((category) => {
    const own = lines.filter((_, at) => categories[at] === category);
    const sum = (of: 'net' | 'gst') => own.reduce((total, { amounts }) => total + amounts![of], 0);
    return {
      'cbc:TaxableAmount': amount(sum('net')),
      'cbc:TaxAmount': amount(sum('gst')),
      'cac:TaxCategory': taxCategory(category, { withReason: true }),
    };
  });
}

function taxCategory(
  { code, percent, reason }: TaxCategory,
  { withReason }: { readonly withReason: boolean },
): Element {
  return {
    'cbc:ID': code,
    'cbc:Percent': percent === null ? undefined : String(percent),
    'cbc:TaxExemptionReason': withReason ? (reason ?? undefined) : undefined,
    'cac:TaxScheme': { 'cbc:ID': 'GST' },
  };
}

function party(
  { name, abn, address, phone, email }: (Supplier | Buyer) & { readonly abn: string },
  isRegistered: boolean,
): Element {
  const { lines, city, region, postcode } = postalAddressOf(address);
  const id = { '#': abn, '@schemeID': '0151' } as const;
  return {
    'cbc:EndpointID': id,
    'cac:PartyName': { 'cbc:Name': name },
    'cac:PostalAddress': {
      'cbc:StreetName': lines[0],
      'cbc:AdditionalStreetName': lines[1],
      'cbc:CityName': city ?? undefined,
      'cbc:PostalZone': postcode ?? undefined,
      'cbc:CountrySubentity': region ?? undefined,
      'cac:AddressLine': { 'cbc:Line': lines.slice(2).join(', ') },
      'cac:Country': { 'cbc:IdentificationCode': 'AU' },
    },
    'cac:PartyTaxScheme': isRegistered
      ? { 'cbc:CompanyID': abn, 'cac:TaxScheme': { 'cbc:ID': 'GST' } }
      : undefined,
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': name, 'cbc:CompanyID': id },
    'cac:Contact': { 'cbc:Telephone': phone, 'cbc:ElectronicMail': email },
  };
}

/** By transfer to the account, and to the PayID where there is one (A-NZ guidance note 2). */
function waysToPay({ number, pay_to: bank }: Issued): Element[] {
  if (!bank) return [];
  const transfer = (account: Element): Element => ({
    'cbc:PaymentMeansCode': { '#': '30', '@name': 'Credit transfer' },
    'cbc:PaymentID': number,
    'cac:PayeeFinancialAccount': account,
  });
  return [
    ...(isSaid(bank.account_number)
      ? [
          transfer({
            'cbc:ID': bank.account_number.replaceAll(/\D/g, ''),
            'cbc:Name': bank.account_name,
            'cac:FinancialInstitutionBranch': { 'cbc:ID': bank.bsb.replaceAll(/\D/g, '') },
          }),
        ]
      : []),
    ...(isSaid(bank.payid)
      ? [
          transfer({
            'cbc:ID': bank.payid,
            'cbc:Name': bank.account_name,
            'cac:FinancialInstitutionBranch': { 'cbc:ID': `NPP-${payIdKind(bank.payid)}` },
          }),
        ]
      : []),
  ];
}

function lastDay({ work }: Issued): string | undefined {
  return work
    .flatMap(({ done_on }) => done_on ?? [])
    .toSorted()
    .at(-1);
}

function amount(cents: number): Element {
  return { '#': plainCents(cents), '@currencyID': 'AUD' };
}

/** A whole number of such fine parts as a decimal, without what says nothing. */
function decimal(parts: number, places: number): string {
  const digits = String(parts).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`.replace(/\.?0+$/, '');
}

/** What no XML can hold, however it is written: control characters and halves of letters. */
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function isSaid(text: string): boolean {
  return text.replaceAll(unwritable, '').trim() !== '';
}

/** Without what is empty: in an e-invoice an element says something or is not there. */
function written(element: Element): unknown {
  if (element === undefined) return undefined;
  if (typeof element === 'string') return element.replaceAll(unwritable, '').trim() || undefined;
  if (Array.isArray(element)) {
    const all = (element as readonly Element[]).map(written).filter((it) => it !== undefined);
    return all.length > 0 ? all : undefined;
  }
  if ('#' in element) return written(element['#']) === undefined ? undefined : element;
  const all = Object.entries(element)
    .map(([name, it]) => [name, written(it)] as const)
    .filter(([, it]) => it !== undefined);
  return all.length > 0 ? Object.fromEntries(all) : undefined;
}
