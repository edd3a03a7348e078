import { Group, Stack, Text } from '@mantine/core';
import type { LocalDate } from '@muster/domain/values/local-time';
import { CrewDot } from '../../../../lib/kit/choices/crew-colour.tsx';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { TechnicianRow } from '../api.ts';
import type { KeptSort } from '../../../../lib/page/search-params.ts';
import { Expiry } from './expiry.tsx';
import { StateBadge } from './state-badge.tsx';

export function technicianColumns(
  skillsOf: (row: TechnicianRow) => string,
  today: LocalDate,
): Column<TechnicianRow, KeptSort>[] {
  return [
    {
      key: 'name',
      head: 'Name',
      width: 'minmax(160px, 1.4fr)',
      cell: (row) => <Name row={row} />,
      sort: ['name', '-name'],
    },
    { key: 'state', head: 'Status', width: '128px', cell: (row) => <StateBadge {...row} /> },
    {
      key: 'skills',
      head: 'Skills',
      width: 'minmax(140px, 2fr)',
      cell: (row) => <Muted text={skillsOf(row)} />,
      from: 640,
    },
    {
      key: 'tickets',
      head: 'Tickets',
      width: '168px',
      cell: (row) => <Expiry expires={row.next_expiry} today={today} />,
    },
    {
      key: 'base',
      head: 'Base',
      width: 'minmax(120px, 1fr)',
      cell: (row) => <Muted text={row.base_suburb ?? ''} />,
      from: 820,
    },
    { key: 'phone', head: 'Phone', width: '124px', cell: (row) => <Muted text={row.phone} />, from: 980 },
  ];
}

function Name({ row }: { row: TechnicianRow }) {
  return (
    <Group component="span" gap="xs" wrap="nowrap" miw={0}>
      <CrewDot colour={row.colour} />
      <Text span inherit truncate title={row.name}>
        {row.name}
      </Text>
    </Group>
  );
}

export function TechnicianCard({
  row,
  skills,
  today,
}: {
  row: TechnicianRow;
  skills: string;
  today: LocalDate;
}) {
  const place = [skills, row.base_suburb].filter(Boolean).join(' · ');
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          <Name row={row} />
        </Text>
        <StateBadge {...row} />
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span size="xs" c="dimmed" truncate>
          {place || row.phone || 'No skills yet'}
        </Text>
        <Expiry expires={row.next_expiry} today={today} />
      </Group>
    </Stack>
  );
}
