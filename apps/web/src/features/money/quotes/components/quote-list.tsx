import { Group, Stack, Text } from '@mantine/core';
import type { QuoteSummary } from '@muster/domain/money/quotes/schema';
import { quoteStatusOf } from '@muster/domain/money/quotes/states';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { QuoteSort } from '../model/quote-search.ts';
import { nameOfQuote, shortDate } from '../model/quote-words.ts';
import { QuoteStatusBadge } from './quote-status.tsx';

function Until({ row, today }: { row: QuoteSummary; today: LocalDate }) {
  if (row.valid_until === null) return null;
  return quoteStatusOf(row, today) === 'expired' ? (
    <Text span size="sm" c="attention" fw={550}>
      {shortDate(row.valid_until, today)}
    </Text>
  ) : (
    <Muted text={shortDate(row.valid_until, today)} />
  );
}

/** What somebody wants to know waits to be answered. */
function Title({ row }: { row: QuoteSummary }) {
  return (
    <span>
      {row.open_questions > 0 && (
        <Text span size="sm" c="attention" fw={550}>
          {row.open_questions === 1 ? 'Question' : `${row.open_questions} questions`}{' '}
        </Text>
      )}
      <Muted text={row.title} />
    </span>
  );
}

export function quoteColumns(today: LocalDate): Column<QuoteSummary, QuoteSort>[] {
  return [
    { key: 'number', head: 'Number', width: '104px', cell: nameOfQuote, sort: ['-number', 'number'] },
    {
      key: 'customer',
      head: 'Customer',
      width: 'minmax(150px, 1.4fr)',
      cell: ({ customer_name }) => customer_name ?? <Muted text="Template" />,
    },
    {
      key: 'title',
      head: 'For',
      width: 'minmax(110px, 1.4fr)',
      cell: (row) => <Title row={row} />,
      from: 845,
    },
    {
      key: 'sent',
      head: 'Sent',
      width: '92px',
      cell: ({ sent_on }) => <Muted text={sent_on === null ? '' : shortDate(sent_on, today)} />,
      from: 1_070,
    },
    {
      key: 'until',
      head: 'Valid until',
      width: '104px',
      cell: (row) => <Until row={row} today={today} />,
      sort: ['until', '-until'],
      from: 950,
    },
    {
      key: 'status',
      head: 'Status',
      width: '104px',
      cell: (row) => <QuoteStatusBadge row={row} today={today} />,
      from: 590,
    },
    {
      key: 'total',
      head: 'Total',
      width: '116px',
      isNumber: true,
      cell: ({ total }) => centsInWords(total),
      sort: ['-total', '-total'],
    },
  ];
}

export function QuoteCard({ row, today }: { row: QuoteSummary; today: LocalDate }) {
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          {row.customer_name ?? row.title}
        </Text>
        <Text span fw={600}>
          {centsInWords(row.total)}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span size="xs" c={row.open_questions > 0 ? 'attention' : 'dimmed'} truncate>
          {[
            row.number === null ? 'Template' : nameOfQuote(row),
            row.open_questions > 0 ? 'Question' : row.title,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <QuoteStatusBadge row={row} today={today} />
      </Group>
    </Stack>
  );
}
