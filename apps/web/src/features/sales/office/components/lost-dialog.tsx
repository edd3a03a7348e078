import { Group, Modal, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { Refusal } from '../../../../lib/forms/refusal.tsx';
import { move } from '../api.ts';
import type { Enquiry } from '../api.ts';
import { useEnquiryEdit } from './use-enquiry-edit.ts';

interface LostDialogProps {
  open: boolean;
  enquiry: Enquiry;
  onClose: () => void;
  /** The dialog is gone from the screen, and the focus needs a place. */
  onClosed: () => void;
}

/** What was typed stays when the dialog is closed, and when a colleague was faster. */
export function LostDialog({ open, enquiry, onClose, onClosed }: LostDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const edit = useEnquiryEdit(enquiry);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = reason.trim();
    setMissing(text === '');
    if (text === '') {
      event.currentTarget.querySelector('textarea')?.focus();
      return;
    }
    const isDone = await edit.run({
      what: ['lost', text],
      send: (target, key) => move(target, 'lost', text, key),
      done: `${enquiry.name} marked as lost.`,
    });
    if (!isDone) return;
    setReason('');
    onClose();
  }

  return (
    <Modal
      opened={open}
      title="Why was it lost?"
      onClose={onClose}
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <form method="dialog" noValidate onSubmit={(event) => void submit(event)}>
        <Stack>
          <Textarea
            label="Reason"
            description="A few words for your colleagues, such as price or a competitor."
            data-autofocus
            autosize
            minRows={3}
            maxRows={8}
            maxLength={500}
            required
            withAsterisk={false}
            value={reason}
            error={isMissing && 'Say why it was lost.'}
            onChange={(event) => {
              edit.begin();
              setReason(event.target.value);
              setMissing(false);
            }}
          />
          <Group justify="end" gap="xs">
            <ActionButton onClick={onClose}>Cancel</ActionButton>
            <ActionButton type="submit" variant="filled" color="danger" busy={edit.isRunning}>
              Mark as lost
            </ActionButton>
          </Group>
          <Refusal text={edit.refusal} />
        </Stack>
      </form>
    </Modal>
  );
}
