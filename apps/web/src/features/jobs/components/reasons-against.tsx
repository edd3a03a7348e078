import { Alert, Group, List, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { canOverride, type Reason } from '../model/overrides.ts';

interface ReasonsAgainstProps {
  reasons: readonly Reason[];
  isBusy: boolean;
  onOverride: (reason: string) => void;
}

/** What speaks against a booking; where all of it may be overridden, the way to do so. */
export function ReasonsAgainst({ reasons, isBusy, onOverride }: ReasonsAgainstProps) {
  const [reason, setReason] = useState('');
  const isOpen = canOverride(reasons);
  return (
    <Alert
      color={isOpen ? 'attention' : 'danger'}
      role="alert"
      title={isOpen ? 'This speaks against it' : 'This cannot be booked'}
    >
      <List size="sm">
        {reasons.map(({ rule, text }) => (
          <List.Item key={`${rule} ${text}`}>{text}</List.Item>
        ))}
      </List>
      {isOpen && (
        <Group mt="sm" gap="xs" align="end">
          <TextInput
            flex={1}
            label="Why it is booked all the same"
            placeholder="They know each other"
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              // Enter belongs to the form around it, which would try once more without a reason.
              if (event.key === 'Enter') event.preventDefault();
              if (event.key === 'Enter' && reason.trim() !== '') onOverride(reason.trim());
            }}
          />
          <ActionButton busy={isBusy || reason.trim() === ''} onClick={() => onOverride(reason.trim())}>
            Book anyway
          </ActionButton>
        </Group>
      )}
    </Alert>
  );
}
