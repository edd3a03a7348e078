import { Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';

interface StopDialogProps {
  number: string | null;
  isRunning: boolean;
  onStop: (reason: string) => void;
  onClose: () => void;
}

/** Why nobody is to be reminded of an invoice: others will ask. */
export function StopDialog({ number, isRunning, onStop, onClose }: StopDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <Modal opened onClose={onClose} title={`Stop reminders of ${number}`}>
      <Stack gap="sm">
        <TextInput
          label="Why (optional)"
          placeholder="They dispute it, or pay in instalments"
          maxLength={200}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Text c="dimmed">No reminder leaves by itself until you resume them. You can still send one.</Text>
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} onClick={() => onStop(reason.trim())}>
            Stop reminders
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
