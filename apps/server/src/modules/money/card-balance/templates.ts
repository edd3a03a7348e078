import { disputeWords } from '@muster/domain/money/card-refunds/rules';
import { movementWords } from '@muster/domain/money/card-balance/rules';
import type { CardPaymentSummary, PayoutLine } from '@muster/domain/money/card-balance/schema';
import { plainCents } from '@muster/domain/values/cents';

const exact = (text: string | number) => ({ exact: String(text) });
const money = (cents: number | null) => exact(cents === null ? '' : plainCents(cents));

/** Card payments for a bookkeeper; what is not known yet is empty. */
export const cardPaymentsLayout = {
  heads: [
    'Paid',
    'Invoice',
    'Customer',
    'Card',
    'Amount',
    'Stripe fees',
    'Refunded',
    'Disputed',
    'Net',
    'Dispute',
    'Payout arrives',
    'Stripe payment',
    'Test payment',
  ],
  rows: (it: CardPaymentSummary) => [
    [
      exact(it.paid_on),
      it.number,
      it.customer_name,
      it.card,
      money(it.amount),
      money(it.fee),
      money(it.refunded),
      money(it.disputed),
      money(it.net),
      it.dispute === null ? '' : disputeWords[it.dispute.state],
      exact(it.payout?.arrives_on ?? ''),
      it.payment_intent,
      it.is_test ? 'yes' : '',
    ],
  ],
};

/** What a payout is made of: its lines add up to what reached the bank account. */
export const payoutLayout = {
  heads: ['Date', 'What', 'Details', 'Invoice', 'Customer', 'Amount', 'Stripe fees', 'Net', 'At Stripe'],
  rows: (it: PayoutLine) => [
    [
      exact(it.moved_on),
      movementWords(it),
      it.about === '' ? it.type : it.about,
      it.invoice?.number ?? '',
      it.invoice?.customer_name ?? '',
      money(it.amount),
      money(it.fee),
      money(it.amount - it.fee),
      it.source ?? it.reference,
    ],
  ],
};

/** What Stripe kept in a period, for whoever enters it as an expense. */
export const feesLayout = {
  heads: ['Date', 'What', 'Details', 'Invoice', 'Customer', 'Amount', 'Stripe fees', 'At Stripe'],
  rows: (it: PayoutLine) => [
    [
      exact(it.moved_on),
      movementWords(it),
      it.about === '' ? it.type : it.about,
      it.invoice?.number ?? '',
      it.invoice?.customer_name ?? '',
      money(it.kind === 'fee' ? null : it.amount),
      money(it.kind === 'fee' ? it.fee - it.amount : it.fee),
      it.source ?? it.reference,
    ],
  ],
};
