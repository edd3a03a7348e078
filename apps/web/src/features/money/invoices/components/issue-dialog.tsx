import { Group, Modal, Stack, Text } from '@mantine/core';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Fact, Facts } from '../../../../lib/kit/drawer/reading.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { useFocusBack } from '../../../../lib/kit/use-focus-back.ts';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';

interface IssueDialogProps {
  invoice: InvoiceRecord;
  /** The number that it gets unless a colleague issues one first; undefined while nobody knows it. */
  number: string | undefined;
  billTo: string;
  today: LocalDate;
  isRunning: boolean;
  /** Says why it was refused, where it was. */
  onIssue: (on: string) => Promise<string | undefined>;
  onClose: () => void;
}

/** Says what is about to stand for good, because no number is ever taken back. Enter issues it, with the date of today. */
export function IssueDialog(props: IssueDialogProps) {
  const { invoice, number, billTo, today, isRunning, onIssue, onClose } = props;
  const [day, setDay] = useState<string>(today);
  const [refusal, setRefusal] = useState<string>();
  useFocusBack();
  const isCredit = invoice.kind === 'credit note';
  const thing = isCredit ? 'credit note' : 'invoice';
  const problem = day > today ? `Date the ${thing} today or earlier.` : refusal;

  function date(chosen: string | null) {
    setDay(chosen ?? today);
    setRefusal(undefined);
  }

  async function issue() {
    if (!focusUnread('[aria-modal=true]') && day <= today) setRefusal(await onIssue(day));
  }

  return (
    <Modal opened onClose={onClose} title={`Issue this ${thing}?`}>
      <Stack gap="sm">
        <Facts>
          {number !== undefined && <Fact label="Number">Will be {number}</Fact>}
          <Fact label="To">{billTo}</Fact>
          <Fact label={invoice.gst > 0 ? 'Total including GST' : 'Total'}>{centsInWords(invoice.total)}</Fact>
        </Facts>
        <DayField label="Date" value={day} onChange={date} />
        <Text c="dimmed">
          Once it’s issued it stays as it is. {!isCredit && 'You can credit it later. '}
          {number !== undefined && 'If a colleague issues one first, it gets the next number.'}
        </Text>
        {problem !== undefined && (
          <Text c="danger" role="alert">
            {problem}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton data-autofocus variant="filled" busy={isRunning} onClick={() => void issue()}>
            Issue
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
