import { Group, Modal, Stack, Text } from '@mantine/core';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useState } from 'react';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';

interface IssueDialogProps {
  today: LocalDate;
  isRunning: boolean;
  onIssue: (on: string) => void;
  onClose: () => void;
}

/** Issues with the date of an earlier day: for what was handed over then. */
export function IssueDialog({ today, isRunning, onIssue, onClose }: IssueDialogProps) {
  const [day, setDay] = useState<string>(today);
  const isLater = day > today;
  return (
    <Modal opened onClose={onClose} title="Issue with another date">
      <Stack gap="sm">
        <DayField label="Date" value={day} onChange={(chosen) => setDay(chosen ?? today)} />
        {isLater && (
          <Text c="danger" role="alert">
            An invoice can’t be dated later than today.
          </Text>
        )}
        <Text c="dimmed">Once it’s issued it stays as it is. You can credit it later.</Text>
        <Group justify="flex-end" gap="xs">
          <ActionButton onClick={onClose}>Cancel</ActionButton>
          <ActionButton variant="filled" busy={isRunning} disabled={isLater} onClick={() => onIssue(day)}>
            Issue
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  );
}
