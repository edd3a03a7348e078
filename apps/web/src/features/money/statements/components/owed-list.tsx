import { Group, Stack, Text } from '@mantine/core';
import { type Age, ages, ageWords } from '@muster/domain/money/statements/rules';
import type { OwedRow } from '@muster/domain/money/statements/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { OwedSort } from '../model/statement-search.ts';

function Cents({ cents }: { cents: number }) {
  return cents === 0 ? <Muted text="–" /> : centsInWords(cents);
}

function aged(age: Age, from: number): Column<OwedRow, OwedSort> {
  return {
    key: age,
    head: ageWords[age],
    width: '96px',
    isNumber: true,
    cell: (row) => <Cents cents={row[age]} />,
    from,
  };
}

/** The older it is, the longer its column stays on a narrow screen. */
const fromPx: Readonly<Record<Age, number>> = {
  not_due: 820,
  to_30: 700,
  to_60: 900,
  to_90: 1000,
  older: 560,
};

export const owedColumns: Column<OwedRow, OwedSort>[] = [
  {
    key: 'name',
    head: 'Customer',
    width: 'minmax(140px, 1.4fr)',
    cell: ({ name }) => <span title={name}>{name}</span>,
    sort: ['name', 'name'],
  },
  {
    key: 'oldest',
    head: 'Oldest due',
    width: '132px',
    cell: ({ oldest_due_on }) => <Muted text={oldest_due_on === null ? '' : dayWords(oldest_due_on)} />,
    sort: ['oldest', 'oldest'],
    from: 640,
  },
  ...ages.map((age) => aged(age, fromPx[age])),
  {
    key: 'credit',
    head: 'Credit',
    width: '88px',
    isNumber: true,
    cell: ({ credit }) => <Cents cents={-credit} />,
    from: 1100,
  },
  {
    key: 'balance',
    head: 'Balance',
    width: '108px',
    isNumber: true,
    cell: ({ balance }) => (
      <Text span size="sm" fw={550}>
        {centsInWords(balance)}
      </Text>
    ),
    sort: ['-balance', '-balance'],
  },
];

export function OwedCard({ row }: { row: OwedRow }) {
  const { name, balance, invoices, oldest_due_on } = row;
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          {name}
        </Text>
        <Text span fw={600}>
          {centsInWords(balance)}
        </Text>
      </Group>
      <Text span size="xs" c="dimmed">
        {[
          invoices === 0
            ? balance > 0
              ? 'Refunded too much'
              : 'Credit'
            : invoices === 1
              ? '1 invoice'
              : `${invoices} invoices`,
          oldest_due_on !== null && `oldest due ${dayWords(oldest_due_on)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Stack>
  );
}
