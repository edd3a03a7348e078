import { Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';

interface LeaveOutDialogProps {
  /** What is left out: "visit J-1042/1", "3 visits". */
  what: string;
  isRunning: boolean;
  onLeaveOut: (reason: string) => void;
  onClose: () => void;
}

const usual = ['Warranty', 'Goodwill', 'Our mistake', 'In an agreement'].map((value) => ({
  value,
  label: value,
}));
const mostLetters = 200;

/** Why nobody is charged for finished work: said once, so that nobody asks again. */
export function LeaveOutDialog({ what, isRunning, onLeaveOut, onClose }: LeaveOutDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);

  function send() {
    if (reason.trim() === '') setMissing(true);
    else onLeaveOut(reason.trim());
  }

  return (
    <Modal opened onClose={onClose} title={`Leave out ${what}`}>
      <FormFrame label={`Leave out ${what}`} isSaving={isRunning} onSubmit={send} onCancel={onClose}>
        <Stack gap="sm">
          <ChoiceButtons
            label="Usual reasons"
            choices={usual}
            isChosen={(value) => value === reason}
            onChoose={(value) => {
              setReason(value);
              setMissing(false);
            }}
          />
          <TextInput
            data-autofocus
            label="Reason"
            description="Nobody is charged. You can bring it back at any time."
            error={isMissing && 'Say why nobody is charged.'}
            maxLength={mostLetters}
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setMissing(false);
            }}
          />
          <Group justify="flex-end" gap="xs">
            <ActionButton onClick={onClose}>Cancel</ActionButton>
            <ActionButton variant="filled" busy={isRunning} onClick={send}>
              Leave out
            </ActionButton>
          </Group>
        </Stack>
      </FormFrame>
    </Modal>
  );
}
