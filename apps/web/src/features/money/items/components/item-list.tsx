import { Badge, Group, Stack, Text } from '@mantine/core';
import { kindWords } from '@muster/domain/money/items/fields';
import type { Item } from '@muster/domain/money/items/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { useIsGstRegistered } from '../../../../lib/choices/gst-registration.ts';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { KeptSort } from '../../../../lib/page/search-params.ts';
import { shareWords, totalWords, unpricedWords } from '../model/price-words.ts';

type ItemColumn = Column<Item, KeptSort>;

/** What customers pay is one number, with GST where the business charges it; costs are for those who may see them. */
export function itemColumns({
  seesCosts,
  isRegistered,
}: {
  seesCosts: boolean;
  isRegistered: boolean;
}): ItemColumn[] {
  const costs: ItemColumn[] = [
    {
      key: 'cost',
      head: 'Cost',
      width: '104px',
      isNumber: true,
      cell: ({ cost }) => <Muted text={cost === null ? '' : centsInWords(cost)} />,
      from: 720,
    },
    {
      key: 'margin',
      head: 'Margin',
      width: '84px',
      isNumber: true,
      cell: (row) => <Muted text={shareWords(row, isRegistered)} />,
      from: 820,
    },
  ];
  return [
    {
      key: 'name',
      head: 'Name',
      width: 'minmax(200px, 3fr)',
      cell: (row) => <Name row={row} />,
      sort: ['name', '-name'],
    },
    {
      key: 'code',
      head: 'Code',
      width: 'minmax(96px, 1fr)',
      cell: ({ code }) => <Muted text={code} />,
      from: 420,
    },
    {
      key: 'kind',
      head: 'Kind',
      width: '136px',
      cell: ({ kind }) => <Muted text={kindWords[kind]} />,
      from: 620,
    },
    { key: 'unit', head: 'Unit', width: '72px', cell: ({ unit }) => <Muted text={unit} />, from: 560 },
    {
      key: 'price',
      head: isRegistered ? 'Price incl. GST' : 'Price',
      width: '120px',
      isNumber: true,
      cell: (row) => totalWords(row, isRegistered) || <Muted text={unpricedWords(row)} />,
    },
    ...(seesCosts ? costs : []),
  ];
}

function Name({ row }: { row: Item }) {
  return (
    <span title={row.name}>
      {row.archived_at !== null && <Badge color="grey">Archived</Badge>} {row.name}
    </span>
  );
}

export function ItemCard({ row }: { row: Item }) {
  const isRegistered = useIsGstRegistered();
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          <Name row={row} />
        </Text>
        <Text span>{totalWords(row, isRegistered) || unpricedWords(row)}</Text>
      </Group>
      <Text span size="xs" c="dimmed" truncate>
        {[kindWords[row.kind], row.code, row.unit].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}
