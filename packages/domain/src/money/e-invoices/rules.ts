import { dividedHalfUp, plainCents } from '../../values/cents.ts';
import type { Invoice } from '../invoices/schema.ts';
import type { GstCategory, PricedLine } from '../lines/amounts.ts';

// What of an invoice is otherwise in an e-invoice (PINT A-NZ, which is UBL 2.1 with rules) than on paper. Amounts are those that are stored.

/** How the authorities of Australia have the GST act's categories written (A-NZ guidance note 11). */
export interface TaxCategory {
  readonly code: 'S' | 'Z' | 'E' | 'O';
  /** Not said where nobody is registered for GST. */
  readonly percent: number | null;
  /** Said where there is no GST for another reason than that the sale is free of it. */
  readonly reason: string | null;
}

const categories: Readonly<Record<GstCategory, TaxCategory>> = {
  gst: { code: 'S', percent: 10, reason: null },
  'gst-free': { code: 'Z', percent: 0, reason: null },
  'input taxed': { code: 'E', percent: 0, reason: 'Input taxed' },
};
const unregistered: TaxCategory = {
  code: 'O',
  percent: null,
  reason: 'The supplier is not registered for GST',
};

export function taxCategoryOf(gst: GstCategory, isRegistered: boolean): TaxCategory {
  return isRegistered ? categories[gst] : unregistered;
}

/** Finer than a cent: a price that includes GST has a net price that no whole cents are. */
const PLACES = 8;

/** What one costs without GST, in dollars. */
export function netPriceOf({ price, includes_gst, gst }: PricedLine): string {
  if (!includes_gst || gst !== 'gst') return plainCents(price);
  const parts = String(dividedHalfUp(BigInt(price) * 10n ** BigInt(PLACES), 110n)).padStart(PLACES + 1, '0');
  return `${parts.slice(0, -PLACES)}.${parts.slice(-PLACES).replace(/0{1,6}$/, '')}`;
}

/** What a line is without its discount and without GST, in cents: the discount is what is missing from there to its net amount. */
export function netBeforeDiscount({ price, quantity, includes_gst, gst }: PricedLine): number {
  const exact = BigInt(price) * BigInt(quantity);
  const isInside = includes_gst && gst === 'gst';
  return Number(isInside ? dividedHalfUp(exact * 10n, 11_000n) : dividedHalfUp(exact, 1_000n));
}

/** Units as people write them, by their code in UN/ECE recommendation 20. */
const units: Readonly<Record<string, string>> = {
  h: 'HUR',
  hr: 'HUR',
  hrs: 'HUR',
  hour: 'HUR',
  hours: 'HUR',
  min: 'MIN',
  minute: 'MIN',
  minutes: 'MIN',
  day: 'DAY',
  days: 'DAY',
  m: 'MTR',
  metre: 'MTR',
  metres: 'MTR',
  lm: 'MTR',
  km: 'KMT',
  m2: 'MTK',
  'm²': 'MTK',
  sqm: 'MTK',
  m3: 'MTQ',
  'm³': 'MTQ',
  kg: 'KGM',
  g: 'GRM',
  l: 'LTR',
  litre: 'LTR',
  litres: 'LTR',
  each: 'EA',
  ea: 'EA',
};

/** "One" where the unit is not among those that everybody knows. */
export function unitCodeOf(unit: string): string {
  return units[unit.trim().toLowerCase()] ?? 'C62';
}

export interface PostalAddress {
  readonly lines: readonly string[];
  readonly city: string | null;
  readonly region: string | null;
  readonly postcode: string | null;
}

const ending = /^(.*?)[\s,]*\b(NSW|VIC|QLD|SA|WA|TAS|NT|ACT)[\s,]+(\d{4})(?:[\s,]+Australia)?$/i;

/** An address that is written for people, in parts; where its end is not read as "Ryde NSW 2112", as lines alone. */
export function postalAddressOf(text: string): PostalAddress {
  const lines = text
    .split(/\n|,/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [, before = '', region = '', postcode = ''] =
    ending.exec(lines.join('\n').replaceAll('\n', ', ')) ?? [];
  if (postcode === '') return { lines, city: null, region: null, postcode: null };
  const parts = before.split(',').map((line) => line.trim());
  const city = parts.pop() ?? '';
  return {
    lines: parts.filter((line) => line !== ''),
    city: city === '' ? null : city,
    region: region.toUpperCase(),
    postcode,
  };
}

/** What a PayID is, as banks name it (A-NZ guidance note 2). */
export function payIdKind(payid: string): 'EMAL' | 'AUBN' | 'TELI' {
  if (payid.includes('@')) return 'EMAL';
  return /^\d{11}$/.test(payid.replaceAll(' ', '')) ? 'AUBN' : 'TELI';
}

/** Why no e-invoice can be made of it: on that network both sides are known by their ABN. */
export function eInvoiceProblem({
  state,
  supplier,
  buyer,
  is_imported,
}: Pick<Invoice, 'state' | 'supplier' | 'buyer' | 'is_imported'>): string | undefined {
  if (state === 'draft' || !supplier || !buyer) return 'A draft can’t be an e-invoice. Issue it first.';
  if (is_imported)
    return 'This was issued in another program, and here is only what was still owed of it. Send the e-invoice from there.';
  if (supplier.abn === null)
    return 'An e-invoice needs your ABN, and this was issued without one. Add it under Settings → Business: what you issue from then on has it.';
  if (buyer.abn === null)
    return `An e-invoice needs the customer’s ABN. Add it to ${buyer.name}, or send the PDF: people without an ABN can’t receive e-invoices.`;
  return undefined;
}
