import { Button, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type ReactNode, useState } from 'react';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { hoursAddress, tableAddress } from '../api.ts';
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

const tables = {
  visits: 'Every finished visit, whatever the result, with hours on site, parts and notes.',
  hours:
    'A row for each person at each visit: travel, hours as measured and as corrected, and why. It includes work at visits that were later cancelled or given to someone else.',
} as const;
type Table = keyof typeof tables;

/** Visits that are over, and the hours of those who were there, for whoever keeps the books. */
export function CompletedVisitsDialog({
  isOpen,
  onClose,
  today,
  customer,
  customerField,
}: CompletedVisitsDialogProps) {
  const [table, setTable] = useState<Table>('visits');
  const [period, setPeriod] = useState<Period>(() => thisMonth(today));
  const isBackwards = period.to < period.from;
  const set = (name: keyof Period) => (day: string | null) => {
    if (day !== null) setPeriod((before) => ({ ...before, [name]: day }));
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title="Visits and hours as CSV">
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Table"
          fullWidth
          value={table}
          onChange={setTable}
          data={[
            { value: 'visits', label: 'Finished visits' },
            { value: 'hours', label: 'Hours by person' },
          ]}
        />
        <Text c="dimmed">{tables[table]}</Text>
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
        {table === 'visits' && customerField}
        {isBackwards && (
          <Text c="danger" role="alert">
            The last day can’t be before the first.
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
              href={table === 'visits' ? tableAddress(period, customer) : hoursAddress(period)}
              download
              onClick={(event) => (focusUnread('[aria-modal=true]') ? event.preventDefault() : onClose())}
            >
              Download
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
