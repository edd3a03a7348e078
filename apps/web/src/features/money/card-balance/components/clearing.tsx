import type { CardClearing } from '@muster/domain/money/card-balance/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { moment } from '../../../../lib/format/format.ts';
import './clearing.css';

/** What of card money is still at Stripe, and what that comes from: each part as it is added or taken off. */
export function Clearing({ clearing: found, zone }: { clearing: CardClearing; zone: string }) {
  const { opening, opening_at, received, refunded, disputed, fees, other, paid_out } = found;
  const { clearing, listed, is_by_hand, read_at } = found;
  const rare = [
    ['Refunded', -refunded],
    ['Disputed', -disputed],
    ['Other at Stripe', other],
  ] as const;
  const parts = [
    ...(opening === null || opening === 0 ? [] : ([['Opening balance', opening]] as const)),
    ['Received', received],
    ...rare.filter(([, cents]) => cents !== 0),
    ['Stripe fees', -fees],
    ['Paid out', -paid_out],
  ] as const;
  return (
    <div className="clearing">
      <dl>
        {parts.map(([name, cents]) => (
          <div key={name} data-none={cents === 0 || undefined}>
            <dt>{name}</dt>
            <dd>{centsInWords(cents)}</dd>
          </div>
        ))}
        <div data-total>
          <dt>At Stripe now</dt>
          <dd>{clearing === null ? 'Not known yet' : centsInWords(clearing)}</dd>
        </div>
      </dl>
      <p>
        {read_at === null
          ? 'Stripe hasn’t been read yet.'
          : clearing === null || listed === null
            ? 'Stripe hasn’t told us its own balance yet.'
            : listed === clearing
              ? `Agrees with what Stripe lists, read ${moment(read_at, zone)}.`
              : `Stripe lists ${centsInWords(listed)} so far, read ${moment(read_at, zone)}. The rest follows once Stripe lists it.`}
        {opening !== null &&
          opening !== 0 &&
          opening_at !== null &&
          ` The opening balance is what was in your Stripe account on ${moment(opening_at, zone)}, before anything here was counted.`}
        {clearing !== null &&
          clearing < 0 &&
          ' Below zero, Stripe takes what’s missing from your next payments, or from your bank account.'}
        {is_by_hand &&
          ' Some payouts were made by hand at Stripe, which doesn’t say which payments are in them.'}
        {' Stripe’s payment and dispute fees include GST; it’s on Stripe’s monthly tax invoice.'}
      </p>
    </div>
  );
}
