import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type ReactNode, useState } from 'react';
import { DayField } from '../../../lib/kit/form/day-field.tsx';
import { tableAddress } from '../api.ts';
import { lastMonth, type Period, thisMonth } from '../model/period.ts';

interface CompletedVisitsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  today: LocalDate;
  /** Whose visits; those of everybody where nobody is chosen. */
  customer: string | undefined;
  /** The field in which a customer is chosen. */
  customerField: ReactNode;
}

/** Visits that are over, for whoever keeps the books. */
export function CompletedVisitsDialog({
  isOpen,
  onClose,
  today,
  customer,
  customerField,
}: CompletedVisitsDialogProps) {
  const [period, setPeriod] = useState<Period>(() => thisMonth(today));
  const isBackwards = period.to < period.from;
  const set = (name: keyof Period) => (day: string | null) => {
    if (day !== null) setPeriod((before) => ({ ...before, [name]: day }));
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title="Finished visits as CSV">
      <Stack gap="sm">
        <Text c="dimmed">
          Every visit that is over, whatever came of it, with hours on site, parts and notes, for the books.
        </Text>
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => setPeriod(thisMonth(today))}>
            This month
          </Button>
          <Button size="compact-sm" onClick={() => setPeriod(lastMonth(today))}>
            Last month
          </Button>
        </Group>
        <Group grow align="flex-start">
          <DayField label="From" value={period.from} onChange={set('from')} />
          <DayField label="To" value={period.to} onChange={set('to')} />
        </Group>
        {customerField}
        {isBackwards && (
          <Text c="danger" role="alert">
            The last day is before the first.
          </Text>
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>Cancel</Button>
          {isBackwards ? (
            <Button variant="filled" disabled>
              Download
            </Button>
          ) : (
            <Button
              variant="filled"
              component="a"
              href={tableAddress(period, customer)}
              download
              onClick={onClose}
            >
              Download
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
