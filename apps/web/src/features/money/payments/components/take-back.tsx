import { Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import type { PaymentRecord, TakeBack } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';

interface TakeBackDialogProps {
  payment: PaymentRecord;
  today: LocalDate;
  isRunning: boolean;
  refusal: string | undefined;
  onTakeBack: (body: TakeBack) => void;
  onClose: () => void;
}

/** A payment that bounced, or that was recorded by mistake: it counted until a day, and no more from then on. */
export function TakeBackDialog(props: TakeBackDialogProps) {
  const { payment, today, isRunning, refusal, onTakeBack, onClose } = props;
  const { kind, amount, version, received_on } = payment;
  const [reason, setReason] = useState('');
  const [day, setDay] = useState<string>(today);
  const [isAsked, setAsked] = useState(false);
  const problem =
    reason.trim() === ''
      ? 'Enter why it is taken back.'
      : day > today
        ? 'Choose today or an earlier day.'
        : undefined;

  function takeBack() {
    setAsked(true);
    if (problem === undefined) onTakeBack({ version, reason: reason.trim(), on: day });
  }

  return (
    <Modal opened onClose={onClose} title={`Take back the ${kind} of ${centsInWords(amount)}`}>
      <Stack gap="sm">
        <Text c="dimmed">
          {kind === 'payment'
            ? 'What it paid is owed again. For a bounced cheque, choose the day it bounced.'
            : 'The customer has the amount with you again.'}
        </Text>
        <Textarea
          label="Reason"
          placeholder={kind === 'payment' ? 'The cheque bounced.' : 'It was never paid out.'}
          autosize
          minRows={2}
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <DayField label="From" value={day} min={received_on} onChange={(chosen) => setDay(chosen ?? today)} />
        {((isAsked && problem !== undefined) || refusal !== undefined) && (
          <Text c="danger" role="alert">
            {(isAsked && problem) || refusal}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} onClick={takeBack}>
            Take back
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
