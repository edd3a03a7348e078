import { Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type PaymentMethod, paymentMethods, paymentMethodWords } from '@muster/domain/money/payments/rules';
import type { NewRefund } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { MoneyField } from '../../../../lib/kit/form/money-field.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';

interface RefundDialogProps {
  customer: string;
  /** What they have with the business, in cents. */
  credit: number;
  /** What is left of the paper or payment from which they are refunded: it goes back first. */
  rest: number;
  today: LocalDate;
  isRunning: boolean;
  refusal: string | undefined;
  onRefund: (refund: NewRefund) => void;
  onClose: () => void;
}

const choices = paymentMethods.map((value) => ({ value, label: paymentMethodWords[value] }));

/** Gives back what a customer has with the business. The money itself moves at the bank or the counter. */
export function RefundDialog(props: RefundDialogProps) {
  const { customer, credit, rest, today, isRunning, refusal, onRefund, onClose } = props;
  const [amount, setAmount] = useState<number | null>(rest);
  const [method, setMethod] = useState<PaymentMethod>('transfer');
  const [day, setDay] = useState<string>(today);
  const [reference, setReference] = useState('');
  const [isAsked, setAsked] = useState(false);
  const problem =
    amount === null || amount === 0 || amount > credit
      ? `Enter an amount up to ${centsInWords(credit)}.`
      : day > today
        ? 'Choose today or an earlier day.'
        : undefined;

  function refund() {
    if (focusUnread('[aria-modal=true]')) return;
    setAsked(true);
    if (problem === undefined)
      onRefund({ amount: amount!, method, refunded_on: day, reference: reference.trim() });
  }

  return (
    <Modal opened onClose={onClose} title={`Refund to ${customer}`} size={520}>
      <Stack gap="sm">
        <Group grow align="start" gap="sm">
          <MoneyField
            label="Amount"
            value={amount}
            onChange={setAmount}
            description={`Up to ${centsInWords(credit)}`}
          />
          <DayField label="Refunded" value={day} onChange={(chosen) => setDay(chosen ?? today)} />
        </Group>
        <ChoiceButtons
          label="How it goes back"
          choices={choices}
          isChosen={(one) => one === method}
          onChoose={setMethod}
        />
        <TextInput
          label="Reference"
          maxLength={100}
          value={reference}
          onChange={({ target }) => setReference(target.value)}
        />
        <Text c="dimmed">Muster writes it down. Pay it out at your bank, terminal or counter.</Text>
        {((isAsked && problem !== undefined) || refusal !== undefined) && (
          <Text c="danger" role="alert">
            {(isAsked && problem) || refusal}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} onClick={refund}>
            Record refund
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
