import { centsInWords } from '../../values/cents.ts';
import { dayOnPaper } from '../invoice-papers/words.ts';
import type { Buyer, Supplier } from '../invoices/schema.ts';
import { paymentMethodWords } from './rules.ts';
import type { PaymentPart, PaymentRecord } from './schema.ts';

/** What a receipt is printed from: who got the money and who paid, as they are now. */
export interface PrintedReceipt {
  readonly payment: PaymentRecord;
  readonly supplier: Supplier;
  readonly buyer: Buyer;
}

/** "Receipt", or what says that money went back. */
export function receiptTitle({ kind }: Pick<PaymentRecord, 'kind'>): string {
  return kind === 'payment' ? 'Receipt' : 'Refund';
}

/** The one amount on it, and what became of it where it counts no more. */
export function receiptAmount({ kind, amount, received_on, taken_back_on }: PaymentRecord) {
  const done = kind === 'payment' ? 'Received' : 'Refunded';
  return {
    name: taken_back_on === null ? done : `${done}, reversed ${dayOnPaper(taken_back_on)}`,
    amount: centsInWords(amount),
    by: dayOnPaper(received_on),
  };
}

export function receiptFacts({ method, reference }: PaymentRecord): readonly (readonly [string, string])[] {
  const facts = [
    ['How', paymentMethodWords[method]],
    ['Reference', reference],
  ] as const;
  return facts.filter(([, value]) => value !== '');
}

const partWords: Readonly<Record<PaymentPart['kind'], string>> = {
  invoice: 'Invoice',
  'credit note': 'Credit note',
  payment: 'Payment',
  refund: 'Refunded to you',
};

/** What it paid, to the cent, and what of it is still the customer's. */
export function receiptLines({ parts, unused, taken_back_on }: PaymentRecord): [string, string][] {
  const counting = parts.filter(({ released_on }) => released_on === taken_back_on);
  const lines = counting.map(({ kind, number, amount }): [string, string] => [
    number === null ? partWords[kind] : `${partWords[kind]} ${number}`,
    centsInWords(amount),
  ]);
  return unused > 0 ? [...lines, ['Left as credit', centsInWords(unused)]] : lines;
}

/** As it is saved: "Receipt Smith 2026-11-16.pdf", without what no file system likes. */
export function receiptFileName({ kind, customer_name, received_on }: PaymentRecord): string {
  const who = customer_name.replaceAll(/[^\p{L}\p{N} .-]/gu, '-').slice(0, 60);
  return `${receiptTitle({ kind })} ${who} ${received_on}.pdf`;
}
