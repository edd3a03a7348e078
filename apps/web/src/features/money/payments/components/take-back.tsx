import { Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core';
import type { PaymentRecord, TakeBack } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';

interface TakeBackDialogProps {
  payment: PaymentRecord;
  today: LocalDate;
  isRunning: boolean;
  refusal: string | undefined;
  onTakeBack: (body: TakeBack) => void;
  onClose: () => void;
}

const MISTAKE = 'It was recorded by mistake';

/** What went wrong at the bank, and what follows from either. */
const words = {
  payment: {
    failed: 'The cheque bounced, or the money went back',
    afterMistake: 'It never counted, on any day: what it paid is owed as it was before.',
    afterFailed: 'It counts until that day. From then on what it paid is owed again.',
  },
  refund: {
    failed: 'The money came back to you',
    afterMistake: 'It never counted, on any day: the customer still has the amount with you.',
    afterFailed: 'It counts until that day. From then on the customer has the amount with you again.',
  },
} as const;

/** Asks what happened, because a bounced cheque counted until its day and what was recorded by mistake never did. */
export function TakeBackDialog(props: TakeBackDialogProps) {
  const { payment, today, isRunning, refusal, onTakeBack, onClose } = props;
  const { kind, amount, version, received_on, provider } = payment;
  const { failed, afterMistake, afterFailed } = words[kind];
  const [happened, setHappened] = useState<string | null>(null);
  const [day, setDay] = useState<string>(today);
  const [detail, setDetail] = useState('');
  const [isAsked, setAsked] = useState(false);
  const problem =
    happened === null
      ? 'Choose what happened.'
      : happened === failed && day > today
        ? 'Choose today or an earlier day.'
        : undefined;

  function takeBack() {
    if (focusUnread('[aria-modal=true]')) return;
    setAsked(true);
    if (happened === null || problem !== undefined) return;
    const reason = detail.trim() || `${happened}.`;
    onTakeBack({ version, reason, ...(happened === MISTAKE ? { is_mistake: true } : { on: day }) });
  }

  return (
    <Modal opened onClose={onClose} title={`Reverse the ${kind} of ${centsInWords(amount)}`}>
      <Stack gap="sm">
        {provider === 'xero' && (
          <Text>
            It was entered in Xero. Reversing it here removes it there too, while your books are connected.
          </Text>
        )}
        <Radio.Group label="What happened?" value={happened} onChange={setHappened}>
          <Stack gap="xs" mt="xs">
            <Radio value={MISTAKE} label={MISTAKE} />
            <Radio value={failed} label={failed} />
          </Stack>
        </Radio.Group>
        {happened === failed && (
          <DayField
            label="On which day?"
            value={day}
            min={received_on}
            onChange={(chosen) => setDay(chosen ?? today)}
          />
        )}
        {happened !== null && (
          <Text c="dimmed" component="output">
            {happened === MISTAKE ? afterMistake : afterFailed}
          </Text>
        )}
        <TextInput
          label="Details"
          description="For the office alone"
          maxLength={500}
          value={detail}
          onChange={({ target }) => setDetail(target.value)}
        />
        {((isAsked && problem !== undefined) || refusal !== undefined) && (
          <Text c="danger" role="alert">
            {(isAsked && problem) || refusal}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} onClick={takeBack}>
            Reverse
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
