import { Group, Modal, Stack, Text } from '@mantine/core';
import { disputeWords } from '@muster/domain/money/card-refunds/rules';
import type { CardMoney, CardRefund, NewCardRefund } from '@muster/domain/money/card-refunds/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { type ReactNode, useState } from 'react';
import { moment } from '../../../../lib/format/format.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { MoneyField } from '../../../../lib/kit/form/money-field.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';

interface CardMoneySectionProps {
  money: CardMoney;
  zone: string;
  /** What Stripe kept of it, where that may be read. */
  facts: ReactNode;
  /** Where somebody may refund it. */
  onRefund: (() => void) | undefined;
  /** Where somebody may stop one that Stripe does not make. */
  onStop: ((refund: string) => void) | undefined;
}

export const refundWords: Readonly<Record<CardRefund['state'], string>> = {
  waiting: 'Asking Stripe',
  pending: 'On its way to the card',
  succeeded: 'Refunded to the card',
  failed: 'Not refunded',
};

/** What has gone back of a payment by card, and what is on its way. */
export function CardMoneySection({ money, zone, facts, onRefund, onStop }: CardMoneySectionProps) {
  const { refundable, refunds, disputes } = money;
  if (!facts && refundable === 0 && refunds.length + disputes.length === 0) return null;
  return (
    <DrawerSection title="By card">
      {facts}
      {refunds.length + disputes.length > 0 && (
        <ul className="payment-parts">
          {refunds.map(({ id, amount, state, problem, made_at, is_ours }) => (
            <li key={id} data-released={state === 'failed' || undefined}>
              <span>
                {refundWords[state]}
                {!is_ours && ', at Stripe'}
              </span>
              <span className="payment-parts__day">{moment(made_at, zone)}</span>
              <span className="payment-parts__amount">{centsInWords(amount)}</span>
              {problem !== '' && <small className="payment-parts__more">{problem}</small>}
              {onStop && state === 'waiting' && problem !== '' && (
                <span className="payment-parts__more">
                  <ActionButton size="compact-sm" variant="subtle" onClick={() => onStop(id)}>
                    Stop asking
                  </ActionButton>
                </span>
              )}
            </li>
          ))}
          {disputes.map(({ id, amount, state, answer_by, opened_at, reference }) => (
            <li key={id}>
              <span>Dispute</span>
              <span className="payment-parts__day">{moment(opened_at, zone)}</span>
              <span className="payment-parts__amount">{centsInWords(amount)}</span>
              <small className="payment-parts__more">
                {disputeWords[state]}
                {state === 'open' && answer_by !== null && `. Answer by ${moment(answer_by, zone)}`}.{' '}
                <a
                  href={`https://dashboard.stripe.com/disputes/${reference}`}
                  target="_blank"
                  rel="noreferrer"
                >
                  See it at Stripe
                </a>
              </small>
            </li>
          ))}
        </ul>
      )}
      {refundable > 0 && onRefund && (
        <Group mt="sm">
          <ActionButton size="compact-sm" onClick={onRefund}>
            Refund to the card…
          </ActionButton>
        </Group>
      )}
    </DrawerSection>
  );
}

interface CardRefundDialogProps {
  refundable: number;
  /** What of the payment is credit, and so is owed by nobody again. */
  unused: number;
  isRunning: boolean;
  refusal: string | undefined;
  onRefund: (body: NewCardRefund) => void;
  onClose: () => void;
}

/** How much goes back, and what follows, before it leaves: nobody takes a refund back. */
export function CardRefundDialog(props: CardRefundDialogProps) {
  const { refundable, unused, isRunning, refusal, onRefund, onClose } = props;
  const [amount, setAmount] = useState<number | null>(unused > 0 ? Math.min(unused, refundable) : refundable);
  const [isAsked, setAsked] = useState(false);
  const problem =
    amount === null || amount === 0 || amount > refundable
      ? `Enter an amount up to ${centsInWords(refundable)}.`
      : undefined;
  const owedAgain = Math.max(0, (amount ?? 0) - unused);

  function refund() {
    if (focusUnread('[aria-modal=true]')) return;
    setAsked(true);
    if (problem === undefined) onRefund({ amount: amount! });
  }

  return (
    <Modal opened onClose={onClose} title="Refund to the card">
      <Stack gap="sm">
        <MoneyField
          label="Amount"
          value={amount}
          onChange={setAmount}
          description={`Up to ${centsInWords(refundable)}`}
        />
        <Text component="output">
          {owedAgain === 0
            ? 'It’s credit, so no invoice is owed again.'
            : `${centsInWords(owedAgain)} of what it paid is owed again. If nobody owes it, credit the invoice as well.`}
        </Text>
        <Text c="dimmed">
          Stripe sends it back to the card it came from, usually within 10 business days. This can’t be
          undone, and Stripe keeps its fee.
        </Text>
        {((isAsked && problem !== undefined) || refusal !== undefined) && (
          <Text c="danger" role="alert">
            {(isAsked && problem) || refusal}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} onClick={refund}>
            Refund
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
