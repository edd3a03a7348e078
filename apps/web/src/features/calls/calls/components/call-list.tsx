import { Badge, Group, Stack, Text } from '@mantine/core';
import { spokenNumber } from '@muster/domain/calls/calls/numbers';
import type { Call } from '@muster/domain/calls/calls/schema';
import { moment } from '../../../../lib/format/format.ts';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import { numberWords, settledWords, stateWords, whoWords } from '../model/call-words.ts';

type Row = Call;

export function nameOfCall(row: Row): string {
  return `${row.direction === 'in' ? 'Call from' : 'Call to'} ${row.name || numberWords(row)}`;
}

/** What became of it: colour only where somebody has to do something, or is on the phone. */
export function CallBadge({
  row,
}: {
  row: Pick<Row, 'state' | 'direction' | 'answered_at' | 'ended_at' | 'settled'>;
}) {
  const isOpen = row.state === 'missed' && row.direction === 'in' && row.settled === null;
  const isNow = row.state === 'ringing' || row.state === 'answered';
  return (
    <Badge color={isOpen ? 'attention' : isNow ? 'ok' : 'grey'}>
      {row.settled === null ? stateWords(row) : settledWords[row.settled]}
    </Badge>
  );
}

/** The latest first, and in no other order. `zone` is the business's. */
export function callColumns(zone: string): Column<Row, 'began'>[] {
  return [
    { key: 'at', head: 'When', width: '208px', cell: ({ began_at }) => moment(began_at, zone) },
    {
      key: 'direction',
      head: 'Way',
      width: '72px',
      cell: ({ direction }) => <Muted text={direction === 'in' ? 'In' : 'Out'} />,
      from: 800,
    },
    {
      key: 'who',
      head: 'Who',
      width: 'minmax(140px, 1.6fr)',
      cell: (row) => <span title={whoWords(row)}>{whoWords(row)}</span>,
    },
    { key: 'number', head: 'Number', width: '132px', cell: (row) => numberWords(row), from: 560 },
    {
      key: 'campaign',
      head: 'Called',
      width: 'minmax(110px, 1fr)',
      cell: ({ campaign, called }) => (
        <Muted text={campaign || (called === null ? '' : spokenNumber(called))} />
      ),
      from: 1_080,
    },
    {
      key: 'by',
      head: 'Taken by',
      width: 'minmax(96px, 1fr)',
      cell: ({ taken_by, answered_by }) => <Muted text={taken_by?.name ?? answered_by} />,
      from: 920,
    },
    { key: 'state', head: 'Status', width: '124px', cell: (row) => <CallBadge row={row} /> },
  ];
}

export function CallCard({ row, zone }: { row: Row; zone: string }) {
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          {whoWords(row)}
        </Text>
        <CallBadge row={row} />
      </Group>
      <Text span size="xs" c="dimmed" truncate>
        {[
          moment(row.began_at, zone),
          row.direction === 'in' ? numberWords(row) : `to ${numberWords(row)}`,
          row.campaign,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Stack>
  );
}
