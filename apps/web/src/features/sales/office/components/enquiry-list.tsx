import { Box, Button, Group, Text } from '@mantine/core';
import { type EnquiryState, mayMove } from '@muster/domain/sales/enquiries/pipeline';
import type { Sort } from '@muster/domain/sales/enquiries/schema';
import { BulkBar, type BulkProps, useBulk } from '../../../../lib/kit/list/bulk-bar.tsx';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import { noSelection } from '../../../../lib/kit/list/selection.ts';
import { type EnquiryRow, move, setOwner } from '../api.ts';
import { officeMoment } from '../model/office-moment.ts';
import { licences } from '../model/state-words.ts';
import { Due } from './due.tsx';
import { StateBadge } from './state-badge.tsx';

export const enquiryColumns: readonly Column<EnquiryRow, Sort>[] = [
  {
    key: 'name',
    head: 'Name',
    width: 'minmax(180px, 2fr)',
    cell: ({ name }) => name,
    sort: ['name', '-name'],
  },
  { key: 'state', head: 'Status', width: '120px', cell: ({ state }) => <StateBadge state={state} /> },
  {
    key: 'reference',
    head: 'Reference',
    width: '124px',
    cell: ({ reference }) => (
      <Text span size="xs" c="dimmed">
        {reference}
      </Text>
    ),
    from: 1000,
  },
  {
    key: 'industry',
    head: 'Industry',
    width: 'minmax(110px, 1fr)',
    cell: ({ industry }) => <span title={industry}>{industry}</span>,
    from: 1100,
  },
  {
    key: 'licences',
    head: 'Licences',
    width: '68px',
    isNumber: true,
    cell: ({ licenses_required: count }) => count.toLocaleString('en-AU'),
    sort: ['licences', '-licences'],
  },
  {
    key: 'owner',
    head: 'Owner',
    width: '104px',
    cell: ({ owner }) => (owner ? <span title={owner.name}>{owner.name}</span> : <Muted text="No owner" />),
  },
  {
    key: 'due',
    head: 'Due',
    width: '144px',
    cell: (enquiry) => <Due enquiry={enquiry} />,
    sort: ['due', '-due'],
  },
  {
    key: 'received',
    head: 'Received',
    width: '160px',
    cell: ({ created_at }) => (
      <Text component="time" size="xs" c="dimmed" dateTime={created_at}>
        {officeMoment(created_at)}
      </Text>
    ),
    sort: ['-created', 'created'],
    from: 1200,
  },
  {
    key: 'email',
    head: 'Email',
    width: 'minmax(140px, 1fr)',
    cell: ({ email }) => <Muted text={email} />,
    from: 1400,
  },
];

/** What a row of the list shows on a phone. */
export function EnquiryLine({ enquiry }: { enquiry: EnquiryRow }) {
  const { name, state, industry, licenses_required } = enquiry;
  return (
    <>
      <Group component="span" justify="space-between" gap="xs" wrap="nowrap">
        <Text component="span" inherit fw={600} truncate>
          {name}
        </Text>
        <StateBadge state={state} />
      </Group>
      <Group component="span" justify="space-between" gap="xs" wrap="nowrap">
        <Text component="span" size="xs" c="dimmed" truncate>
          {licences(licenses_required)} · {industry}
        </Text>
        <Box component="span" flex="none">
          <Due enquiry={enquiry} />
        </Box>
      </Group>
    </>
  );
}

interface EnquiryBulkProps extends BulkProps<EnquiryRow> {
  /** Whoever looks, who may take them on. */
  me: string;
}

/** What is done with many at once: a morning’s spam, or what somebody takes on. */
export function EnquiryBulk({ rows, selection, onSelect, me }: EnquiryBulkProps) {
  const { run, isRunning } = useBulk<EnquiryRow>();
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const takeable = selected.filter(({ owner }) => owner?.id !== me);
  const spam = selected.filter(({ state }) => mayMove(state, 'spam'));

  async function apply(some: readonly EnquiryRow[], send: Parameters<typeof run>[0]['send'], word: string) {
    const done = (count: number) => `${count === 1 ? '1 enquiry' : `${count} enquiries`} ${word}.`;
    if (await run({ rows: some, send, done })) onSelect(noSelection);
  }
  const markAs = (state: EnquiryState) => (row: EnquiryRow, key: string) => move(row, state, undefined, key);

  return (
    <BulkBar count={selected.length} onClear={() => onSelect(noSelection)}>
      <Button
        disabled={isRunning || takeable.length === 0}
        onClick={() => void apply(takeable, (row, key) => setOwner(row, me, key), 'assigned to you')}
      >
        Assign to me
      </Button>
      <Button
        disabled={isRunning || spam.length === 0}
        onClick={() => void apply(spam, markAs('spam'), 'marked as spam')}
      >
        Mark as spam
      </Button>
    </BulkBar>
  );
}
