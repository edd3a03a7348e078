import { paymentMethodWords } from '@muster/domain/money/payments/rules';
import type { PaymentPart, PaymentRecord } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts } from '../../../../lib/kit/drawer/reading.tsx';
import './payment-detail.css';

interface PaymentDetailProps {
  payment: PaymentRecord;
  customer: ReactNode;
  /** A way to what is on the other side: an invoice, a credit note, a refund. */
  renderPart: (part: PaymentPart, name: string) => ReactNode;
  /** What can be done with what is unused. */
  credit?: ReactNode;
  /** What went back to the card by which it came. */
  card?: ReactNode;
  /** Its receipt, and where that went. */
  receipt: ReactNode;
}

const partNames: Readonly<Record<PaymentPart['kind'], string>> = {
  invoice: 'Invoice',
  'credit note': 'Credit note',
  payment: 'Payment',
  refund: 'Refund',
};

/** The days on which it counts, or counted. */
function partDays({ on_date, released_on }: PaymentPart): string {
  if (released_on === null) return dayWords(on_date);
  return released_on === on_date ? 'never counted' : `until ${dayWords(released_on)}`;
}

/** Money that came in or went back, and what it was for. */
export function PaymentDetail({ payment, customer, renderPart, credit, card, receipt }: PaymentDetailProps) {
  const { kind, amount, method, received_on, reference, note, unused, parts } = payment;
  const { taken_back_on, taken_back_reason, used } = payment;
  const beyond = kind === 'refund' && taken_back_on === null ? amount - used : 0;
  // What was put elsewhere on the day it came never counted, and says nothing, unless all of it was a mistake.
  const shown = parts.filter(({ on_date, released_on }) => released_on !== on_date || taken_back_on !== null);
  return (
    <>
      <DrawerSection title={kind === 'payment' ? 'Payment' : 'Refund'}>
        <Facts>
          <Fact label="Amount">{centsInWords(amount)}</Fact>
          <Fact label={kind === 'payment' ? 'From' : 'To'}>{customer}</Fact>
          <Fact label={kind === 'payment' ? 'Received' : 'Refunded'}>{dayWords(received_on)}</Fact>
          <Fact label="How">{paymentMethodWords[method]}</Fact>
          {reference !== '' && <Fact label="Reference">{reference}</Fact>}
          {note !== '' && <Fact label="Note">{note}</Fact>}
          {taken_back_on !== null && (
            <Fact label="Reversed">
              {taken_back_on === received_on ? 'It never counted' : `From ${dayWords(taken_back_on)}`}:{' '}
              {taken_back_reason}
            </Fact>
          )}
        </Facts>
      </DrawerSection>
      <DrawerSection title={kind === 'payment' ? 'What it paid' : 'What it gave back'}>
        <ul className="payment-parts">
          {shown.map((part) => (
            <li key={part.id} data-released={part.released_on !== null || undefined}>
              <span>{renderPart(part, part.number ?? partNames[part.kind])}</span>
              <span className="payment-parts__day">{partDays(part)}</span>
              <span className="payment-parts__amount">{centsInWords(part.amount)}</span>
            </li>
          ))}
          {unused > 0 && (
            <li>
              <span>Unused, stays as credit</span>
              <span />
              <span className="payment-parts__amount">{centsInWords(unused)}</span>
            </li>
          )}
          {beyond > 0 && (
            <li>
              <span>More than they had, so they owe it</span>
              <span />
              <span className="payment-parts__amount">{centsInWords(beyond)}</span>
            </li>
          )}
          {shown.length === 0 && unused + beyond === 0 && <li>Nothing: it was reversed.</li>}
        </ul>
        {unused > 0 && credit}
      </DrawerSection>
      {card}
      <DrawerSection title={kind === 'payment' ? 'Receipt' : 'Confirmation'}>{receipt}</DrawerSection>
    </>
  );
}
