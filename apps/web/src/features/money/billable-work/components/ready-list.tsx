import { Group, Stack, Text } from '@mantine/core';
import type { ReadyVisit } from '@muster/domain/money/billable-work/schema';
import { dayInWords } from '@muster/domain/values/clock-words';
import { minuteAt } from '@muster/domain/values/minutes';
import { visitNumber } from '@muster/domain/work/jobs/rules';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import { WorkStateBadge } from '../../../../lib/kit/work-state.tsx';

/** Of finished work there is one order: the latest first. */
export type ReadySort = '-done';

export function nameOfVisit({ job_number, number }: Pick<ReadyVisit, 'job_number' | 'number'>): string {
  return visitNumber(job_number, number);
}

/** "Hot water: runs cold": the type of work and how it was described, on one line. */
function workWords({ job_type, description }: ReadyVisit): string {
  return [job_type, description.split('\n')[0]].filter(Boolean).join(': ');
}

function dayOf({ took_place_at, zone }: ReadyVisit): string {
  return dayInWords(minuteAt(took_place_at), zone);
}

/** Of those that were left out the reason stands where the others have who was there. */
export function readyColumns(areLeftOut: boolean): Column<ReadyVisit, ReadySort>[] {
  return [
    { key: 'number', head: 'Visit', width: '104px', cell: nameOfVisit },
    {
      key: 'customer',
      head: 'Customer',
      width: 'minmax(140px, 1.2fr)',
      cell: ({ customer_name }) => <span title={customer_name}>{customer_name}</span>,
    },
    {
      key: 'work',
      head: 'Work',
      width: 'minmax(140px, 1.6fr)',
      cell: (row) => <Muted text={workWords(row)} />,
      from: 640,
    },
    {
      key: 'site',
      head: 'Site',
      width: 'minmax(120px, 1.2fr)',
      cell: ({ site }) => <Muted text={site} />,
      from: 1_000,
    },
    areLeftOut
      ? {
          key: 'why',
          head: 'Left out because',
          width: 'minmax(140px, 1.2fr)',
          cell: ({ left_out }) => <span title={left_out ?? ''}>{left_out}</span>,
        }
      : {
          key: 'crew',
          head: 'Done by',
          width: 'minmax(110px, 0.9fr)',
          cell: ({ technicians }) => <Muted text={technicians} />,
          from: 820,
        },
    { key: 'done', head: 'Done', width: '100px', cell: dayOf },
    {
      key: 'outcome',
      head: 'Status',
      width: '164px',
      cell: ({ outcome }) => <WorkStateBadge state={outcome} />,
      from: 600,
    },
  ];
}

export function ReadyCard({ row }: { row: ReadyVisit }) {
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          {row.customer_name}
        </Text>
        <Text span size="sm">
          {dayOf(row)}
        </Text>
      </Group>
      <Text span size="xs" c="dimmed" truncate>
        {[nameOfVisit(row), row.left_out ?? workWords(row)].filter(Boolean).join(' · ')}
      </Text>
    </Stack>
  );
}
