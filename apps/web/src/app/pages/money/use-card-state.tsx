import { Alert, Text } from '@mantine/core';
import { disputeWords, isUndecided } from '@muster/domain/money/card-refunds/rules';
import type { CardDispute, NewCardRefund } from '@muster/domain/money/card-refunds/schema';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { dateAt } from '@muster/domain/values/local-time';
import { minuteAt } from '@muster/domain/values/minutes';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { InvoicePart } from '../../../features/money/invoices/components/issued-view.tsx';
import type { TimelineEntry } from '../../../lib/kit/document/timeline.tsx';
import {
  cardMoneyQuery,
  cardStateQuery,
  paymentQuery,
  refundToCard,
} from '../../../features/money/payments/api.ts';
import { CardRefundDialog, refundWords } from '../../../features/money/payments/components/card-money.tsx';
import { moment } from '../../../lib/format/format.ts';
import { useBusiness } from '../work/use-business.ts';
import { useKeepsMoney } from './use-money.ts';
import { useDialogOrder } from './use-payments.tsx';

/** What is known of paying an invoice by card beside its payments: tests, somebody who may be paying now, disputes, and what can go back. */
export function useCardState({ id, kind }: InvoiceRecord): InvoicePart {
  const { zone } = useBusiness();
  const keeps = useKeepsMoney();
  const state = useQuery({ ...cardStateQuery(id), enabled: kind === 'invoice' }).data;
  const tests = state?.payments.filter(({ is_test }) => is_test) ?? [];
  const paid = state?.payments.flatMap(({ payment_id }) => payment_id ?? []) ?? [];
  const moneys = useQueries({ queries: paid.map((payment) => cardMoneyQuery(payment)) });
  const refunding = useDialogOrder();
  const refundable = paid.flatMap((payment, at) => {
    const most = moneys[at]?.data?.refundable ?? 0;
    return most > 0 ? [{ payment, most }] : [];
  })[0];
  const disputes = moneys.flatMap(({ data }) => data?.disputes ?? []);
  const refunds = moneys.flatMap(({ data }) => data?.refunds ?? []);
  const undecided = disputes.find(isUndecided);
  const open = state?.open;

  function refund(payment: string, body: NewCardRefund) {
    void refunding.send(
      ['refund to card', payment, body],
      (key) => refundToCard(payment, body, key),
      'Stripe has been asked to refund it.',
    );
  }

  return {
    name: 'cards',
    actions:
      keeps && refundable ? [{ label: 'Refund to the card', place: 'menu', onPress: refunding.open }] : [],
    entries: [
      ...tests.map(({ id, amount, card, paid_at }): TimelineEntry => ({
        key: id,
        kind: 'tried',
        at: paid_at,
        text: 'Test payment, no money moved',
        amount,
        detail: card,
      })),
      ...refunds.map(({ id, amount, made_at, state, problem }): TimelineEntry => ({
        key: id,
        kind: state === 'failed' ? 'failed' : 'credited',
        at: dayOf(made_at, zone),
        text: refundWords[state],
        amount,
        detail: problem,
      })),
      ...disputes.map((dispute) => disputeEntry(dispute, zone)),
    ],
    notice: undecided && (
      <Alert color="attention" title={`${centsInWords(undecided.amount)} of the card payment is disputed`}>
        <Text size="sm">
          {disputeWords[undecided.state]}. {answerWords(undecided, zone)}
          <DisputeLink dispute={undecided} />
        </Text>
      </Alert>
    ),
    side: open && (
      <Alert
        mt="md"
        color="info"
        title={open.is_test ? 'Test mode: may be paying by card' : 'May be paying by card'}
      >
        <Text size="sm">
          The page to pay {centsInWords(open.amount)} was opened {moment(open.since, zone)}, and nothing has
          been paid on it yet.
          {open.declined !== '' && ` The last card was declined: ${open.declined}`}
        </Text>
      </Alert>
    ),
    open: refunding.isOpen && refundable && (
      <RefundDialog
        {...refundable}
        {...refunding.dialog}
        onRefund={(body) => refund(refundable.payment, body)}
      />
    ),
  };
}

/** A payment is known by its day, and what followed it on that day comes after it. */
function dayOf(at: string, zone: string): string {
  return dateAt(minuteAt(at), zone);
}

function disputeEntry(dispute: CardDispute, zone: string): TimelineEntry {
  const { id, state, amount, opened_at } = dispute;
  return {
    key: id,
    kind: 'failed',
    at: dayOf(opened_at, zone),
    text: disputeWords[state],
    amount,
    detail: (
      <>
        {answerWords(dispute, zone)}
        <DisputeLink dispute={dispute} />
      </>
    ),
  };
}

/** Until when Stripe takes an answer, where it waits for one. */
function answerWords({ state, answer_by }: CardDispute, zone: string): string {
  const isWaiting = state === 'asked' || state === 'open';
  return isWaiting && answer_by !== null ? `Answer by ${moment(answer_by, zone)}. ` : '';
}

function DisputeLink({ dispute: { reference } }: { dispute: CardDispute }) {
  return (
    <a href={`https://dashboard.stripe.com/disputes/${reference}`} target="_blank" rel="noreferrer">
      See it at Stripe
    </a>
  );
}

interface RefundDialogProps extends Omit<Parameters<typeof CardRefundDialog>[0], 'refundable' | 'unused'> {
  payment: string;
  most: number;
}

/** Opens once it is known what of the payment is credit. */
function RefundDialog({ payment, most, ...dialog }: RefundDialogProps) {
  const found = useQuery(paymentQuery(payment)).data;
  return found ? <CardRefundDialog refundable={most} unused={found.unused} {...dialog} /> : null;
}
