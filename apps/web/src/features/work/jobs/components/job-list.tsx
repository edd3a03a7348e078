import { Group, Stack, Text } from '@mantine/core';
import { jobNumber } from '@muster/domain/work/jobs/rules';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import { WorkStateBadge } from '../../../../lib/kit/work-state.tsx';
import type { JobRow } from '../api.ts';
import { type JobSort, priorityNames } from '../model/job-search.ts';
import { startWords } from '../model/visit-words.ts';
import './job-list.css';

export function jobColumns(today: LocalDate): Column<JobRow, JobSort>[] {
  return [
    {
      key: 'number',
      head: 'Number',
      width: '76px',
      cell: ({ number }) => <span className="job-number">{jobNumber(number)}</span>,
      sort: ['-number', 'number'],
    },
    {
      key: 'customer',
      head: 'Customer',
      width: 'minmax(140px, 1.4fr)',
      cell: ({ customer_name }) => customer_name,
    },
    {
      key: 'suburb',
      head: 'Suburb',
      width: 'minmax(90px, 0.7fr)',
      cell: ({ suburb }) => <Muted text={suburb} />,
      from: 640,
    },
    {
      key: 'what',
      head: 'Description',
      width: 'minmax(120px, 1.6fr)',
      cell: ({ job_type, description }) => (
        <Muted text={[job_type, description].filter(Boolean).join(' · ')} />
      ),
      from: 820,
    },
    { key: 'state', head: 'Status', width: '112px', cell: ({ state }) => <WorkStateBadge state={state} /> },
    {
      key: 'priority',
      head: 'Priority',
      width: '60px',
      cell: (row) => <PriorityMark row={row} />,
      sort: ['priority', '-priority'],
    },
    {
      key: 'due',
      head: 'Due',
      width: '92px',
      cell: (row) => <Due row={row} today={today} />,
      sort: ['due', '-due'],
      from: 480,
    },
    {
      key: 'next',
      head: 'Next visit',
      width: 'minmax(210px, 1.7fr)',
      cell: (row) => <Muted text={nextOf(row)} />,
      from: 980,
    },
  ];
}

function PriorityMark({ row: { priority } }: { row: JobRow }) {
  return (
    <span className="job-priority" data-priority={priority} title={priorityNames[priority]}>
      {priority}
    </span>
  );
}

function Due({ row: { due_on, state }, today }: { row: JobRow; today: LocalDate }) {
  if (due_on === null) return null;
  const isLate = due_on < today && state !== 'done' && state !== 'cancelled';
  return (
    <Text
      span
      size="sm"
      className="job-due"
      data-late={isLate || undefined}
      {...(!isLate && { c: 'dimmed' })}
    >
      {dateInWords(due_on as LocalDate)}
      {isLate && <span className="m-hidden"> (late)</span>}
    </Text>
  );
}

function nextOf({ next_start, next_crew, zone }: JobRow): string {
  return next_start === null ? '' : `${startWords(next_start, zone)} · ${next_crew ?? ''}`;
}

export function JobCard({ row, today }: { row: JobRow; today: LocalDate }) {
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          {jobNumber(row.number)} · {row.customer_name}
        </Text>
        <WorkStateBadge state={row.state} />
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span size="xs" c="dimmed" truncate>
          {nextOf(row) || [row.suburb, row.job_type ?? row.description].filter(Boolean).join(' · ')}
        </Text>
        <Group gap="xs" wrap="nowrap" component="span">
          <Due row={row} today={today} />
          <PriorityMark row={row} />
        </Group>
      </Group>
    </Stack>
  );
}
