import { Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { FormFrame } from '../../../../lib/kit/form/form-frame.tsx';
import { useFirstFocus } from '../../../../lib/kit/form/use-first-focus.ts';

interface CancelFormProps {
  /** The words of the button: "Cancel the visit". */
  label: string;
  isBusy: boolean;
  onCancel: (reason: string) => void;
  onClose: () => void;
}

/** Why something is called off, for whoever asks later. */
export function CancelForm({ label, isBusy, onCancel, onClose }: CancelFormProps) {
  const first = useFirstFocus();
  const [reason, setReason] = useState('');
  const send = () => onCancel(reason.trim());
  return (
    <div className="entries__form">
      <FormFrame label={label} isSaving={isBusy} onSubmit={send} onCancel={onClose}>
        <Stack gap="sm">
          <TextInput
            ref={first}
            label="Reason"
            placeholder="The customer sold the house"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Group gap="xs">
            <ActionButton variant="filled" color="danger" busy={isBusy} onClick={send}>
              {label}
            </ActionButton>
            <ActionButton variant="subtle" onClick={onClose}>
              Don’t cancel
            </ActionButton>
          </Group>
        </Stack>
      </FormFrame>
    </div>
  );
}
