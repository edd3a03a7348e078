import { Group, Stack, Text } from '@mantine/core';
import type { InvoiceSummary } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { InvoiceSort } from '../model/invoice-search.ts';
import { dueInWords, shortDate } from '../model/invoice-words.ts';
import { InvoiceStatusBadge } from './status-badge.tsx';

/** What it is called before it has a number, and then by that. */
export function nameOfInvoice({ number, kind }: Pick<InvoiceSummary, 'number' | 'kind'>): string {
  return number ?? (kind === 'invoice' ? 'Draft' : 'Draft credit');
}

/** Who pays, and for whom it was done where that is somebody else. */
function Payer({ row }: { row: InvoiceSummary }) {
  const { bill_to_name, customer_name, bill_to_id, customer_id } = row;
  return (
    <span title={bill_to_name}>
      {bill_to_name}
      {bill_to_id !== customer_id && <Muted text={` for ${customer_name}`} />}
    </span>
  );
}

function Due({ row, today }: { row: InvoiceSummary; today: LocalDate }) {
  if (row.state === 'draft' || row.due_on === null || row.kind === 'credit note') return null;
  if (row.outstanding <= 0) return <Muted text={shortDate(row.due_on, today)} />;
  return row.due_on < today ? (
    <Text span size="sm" c="attention" fw={550}>
      {dueInWords(row.due_on, today)}
    </Text>
  ) : (
    <span title={dueInWords(row.due_on, today)}>{shortDate(row.due_on, today)}</span>
  );
}

/** A credit note lowers what is owed. */
function amount(row: InvoiceSummary, cents: number): string {
  return centsInWords(row.kind === 'credit note' ? -cents : cents);
}

export function invoiceColumns(today: LocalDate): Column<InvoiceSummary, InvoiceSort>[] {
  return [
    {
      key: 'number',
      head: 'Number',
      width: '104px',
      cell: nameOfInvoice,
      sort: ['-number', 'number'],
    },
    { key: 'customer', head: 'Customer', width: 'minmax(150px, 1.4fr)', cell: (row) => <Payer row={row} /> },
    {
      key: 'title',
      head: 'For',
      width: 'minmax(110px, 1.2fr)',
      cell: ({ title, order_number }) => <Muted text={[title, order_number].filter(Boolean).join(' · ')} />,
      from: 1_090,
    },
    {
      key: 'issued',
      head: 'Issued',
      width: '92px',
      cell: ({ issued_on }) => <Muted text={issued_on === null ? '' : shortDate(issued_on, today)} />,
      sort: ['-issued', 'issued'],
      from: 970,
    },
    {
      key: 'due',
      head: 'Due',
      width: '140px',
      cell: (row) => <Due row={row} today={today} />,
      sort: ['due', '-due'],
      from: 865,
    },
    {
      key: 'status',
      head: 'Status',
      width: '104px',
      cell: (row) => <InvoiceStatusBadge row={row} today={today} />,
      from: 590,
    },
    {
      key: 'total',
      head: 'Total',
      width: '108px',
      isNumber: true,
      cell: (row) => amount(row, row.total),
      sort: ['-total', '-total'],
    },
    {
      key: 'owing',
      head: 'Owing',
      width: '108px',
      isNumber: true,
      cell: (row) =>
        row.state === 'draft' || row.outstanding === 0 ? (
          <Muted text="–" />
        ) : (
          <Text span size="sm" fw={550}>
            {amount(row, row.outstanding)}
          </Text>
        ),
      from: 710,
    },
  ];
}

export function InvoiceCard({ row, today }: { row: InvoiceSummary; today: LocalDate }) {
  const { bill_to_name, total, outstanding, state, due_on, kind } = row;
  const isOpen = state === 'issued' && outstanding > 0;
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          {bill_to_name}
        </Text>
        <Text span fw={600} className="invoice-card__amount">
          {amount(row, isOpen ? outstanding : total)}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span size="xs" c="dimmed" truncate>
          {[
            nameOfInvoice(row),
            isOpen && due_on !== null && kind === 'invoice' ? dueInWords(due_on, today) : row.title,
          ]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <InvoiceStatusBadge row={row} today={today} />
      </Group>
    </Stack>
  );
}
