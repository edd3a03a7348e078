import { Badge, Group, Stack, Text } from '@mantine/core';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { CustomerRow } from '../api.ts';
import type { KeptSort } from '../../../../lib/page/search-params.ts';

export const customerColumns: Column<CustomerRow, KeptSort>[] = [
  {
    key: 'name',
    head: 'Name',
    width: 'minmax(180px, 2fr)',
    cell: (row) => <Name row={row} />,
    sort: ['name', '-name'],
  },
  { key: 'phone', head: 'Phone', width: '128px', cell: ({ phone }) => <Muted text={phone} /> },
  {
    key: 'suburb',
    head: 'First site',
    width: 'minmax(120px, 1.2fr)',
    cell: ({ suburb }) => <Muted text={suburb ?? ''} />,
    from: 560,
  },
  {
    key: 'sites',
    head: 'Sites',
    width: '52px',
    isNumber: true,
    cell: ({ site_count }) => <Muted text={String(site_count)} />,
    from: 480,
  },
  {
    key: 'email',
    head: 'Email',
    width: 'minmax(140px, 1.4fr)',
    cell: ({ email }) => <Muted text={email} />,
    from: 980,
  },
  {
    key: 'tags',
    head: 'Tags',
    width: 'minmax(120px, 1fr)',
    cell: (row) => <Tags row={row} />,
    from: 820,
  },
];

function Name({ row }: { row: CustomerRow }) {
  return (
    <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
      {row.name}
      {row.archived_at !== null && <Badge color="grey">Archived</Badge>}
    </Group>
  );
}

function Tags({ row: { tags } }: { row: CustomerRow }) {
  return (
    <Group component="span" display="inline-flex" wrap="nowrap" gap={4} title={tags.join(', ')}>
      {tags.map((tag) => (
        <Badge key={tag} color="grey">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

export function CustomerCard({ row }: { row: CustomerRow }) {
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          <Name row={row} />
        </Text>
        <Text span size="xs" c="dimmed">
          {row.phone}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span size="xs" c="dimmed" truncate>
          {[row.suburb, row.site_count > 1 ? `${row.site_count} sites` : ''].filter(Boolean).join(' · ') ||
            'No site yet'}
        </Text>
        <Tags row={row} />
      </Group>
    </Stack>
  );
}
