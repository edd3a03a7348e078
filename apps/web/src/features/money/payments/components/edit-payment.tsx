import { Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { paymentMethods, paymentMethodWords } from '@muster/domain/money/payments/rules';
import type { PaymentEdit, PaymentRecord } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';

interface EditPaymentDialogProps {
  payment: PaymentRecord;
  isRunning: boolean;
  refusal: string | undefined;
  onEdit: (edit: PaymentEdit) => void;
  onClose: () => void;
}

const choices = paymentMethods.map((value) => ({ value, label: paymentMethodWords[value] }));

/** Corrects how a payment was made and what is noted of it. Amount and day stand in balances and in the books: they are reversed. */
export function EditPaymentDialog({ payment, isRunning, refusal, onEdit, onClose }: EditPaymentDialogProps) {
  const { kind, amount, version, provider } = payment;
  const [method, setMethod] = useState(payment.method);
  const [reference, setReference] = useState(payment.reference);
  const [note, setNote] = useState(payment.note);
  const title = `Edit the ${kind} of ${centsInWords(amount)}`;

  function save() {
    const said = { reference: reference.trim(), note: note.trim() };
    onEdit({ version, ...(method !== payment.method && { method }), ...said });
  }

  return (
    <Modal opened onClose={onClose} title={title}>
      <FormFrame label={title} isSaving={isRunning} onSubmit={save} onCancel={onClose}>
        <Stack gap="sm">
          {provider !== 'stripe' && (
            <ChoiceButtons
              label={kind === 'payment' ? 'How it was paid' : 'How it went back'}
              choices={choices}
              isChosen={(one) => one === method}
              onChoose={setMethod}
            />
          )}
          <TextInput
            data-autofocus
            label="Reference"
            maxLength={100}
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
          <Textarea
            label="Note"
            description="For the office alone"
            autosize
            maxRows={6}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
          <Text c="dimmed">
            {provider !== 'stripe'
              ? 'Wrong amount, day or customer? Reverse it as recorded by mistake, then record it again.'
              : `Stripe told us of this ${kind}, so its amount, day and customer stay.${kind === 'payment' ? ' Refund it instead.' : ''}`}
          </Text>
          {refusal !== undefined && (
            <Text c="danger" role="alert">
              {refusal}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <ActionButton onClick={onClose}>Cancel</ActionButton>
            <ActionButton variant="filled" busy={isRunning} onClick={save}>
              Save
            </ActionButton>
          </Group>
        </Stack>
      </FormFrame>
    </Modal>
  );
}
