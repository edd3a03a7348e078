import { Badge, Group, Stack, Text } from '@mantine/core';
import { paymentMethodWords } from '@muster/domain/money/payments/rules';
import type { PaymentSummary } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { PaymentSort } from '../model/payment-search.ts';

type Row = PaymentSummary;

export function nameOfPayment({ kind, amount, customer_name }: Row): string {
  return `${kind === 'refund' ? 'Refund' : 'Payment'} of ${centsInWords(amount)}, ${customer_name}`;
}

/** "INV-1001, INV-1002 and 3 more". */
function paidWords({ kind, numbers, invoices }: Row): string {
  if (kind === 'refund') return 'Refund';
  const more = invoices > numbers.length ? ` and ${invoices - numbers.length} more` : '';
  return `${numbers.join(', ')}${more}`;
}

/** What became of it, where that is anything out of the ordinary. */
export function PaymentBadge({ row }: { row: Pick<Row, 'taken_back_on' | 'unused'> }) {
  if (row.taken_back_on !== null) return <Badge color="grey">Reversed</Badge>;
  return row.unused > 0 ? <Badge color="attention">{centsInWords(row.unused)} unused</Badge> : null;
}

/** What goes back lowers what came in; what was taken back counts for nothing. */
function Amount({ row: { kind, amount, taken_back_on } }: { row: Row }) {
  return (
    <Text span size="sm" fw={550} td={taken_back_on === null ? undefined : 'line-through'}>
      {centsInWords(kind === 'refund' ? -amount : amount)}
    </Text>
  );
}

export const paymentColumns: Column<Row, PaymentSort>[] = [
  {
    key: 'received',
    head: 'Received',
    width: '140px',
    cell: ({ received_on }) => dayWords(received_on),
    sort: ['-received', 'received'],
  },
  {
    key: 'customer',
    head: 'Customer',
    width: 'minmax(120px, 1.3fr)',
    cell: ({ customer_name }) => <span title={customer_name}>{customer_name}</span>,
  },
  {
    key: 'paid',
    head: 'Pays',
    width: 'minmax(96px, 1.2fr)',
    cell: (row) => <Muted text={paidWords(row)} />,
    from: 560,
  },
  {
    key: 'method',
    head: 'How',
    width: '116px',
    cell: ({ method }) => paymentMethodWords[method],
    from: 820,
  },
  {
    key: 'reference',
    head: 'Reference',
    width: 'minmax(100px, 1fr)',
    cell: ({ reference }) => <Muted text={reference} />,
    from: 960,
  },
  { key: 'state', head: 'Status', width: '124px', cell: (row) => <PaymentBadge row={row} /> },
  {
    key: 'amount',
    head: 'Amount',
    width: '104px',
    isNumber: true,
    cell: (row) => <Amount row={row} />,
    sort: ['-amount', 'amount'],
  },
];

export function PaymentCard({ row }: { row: Row }) {
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          {row.customer_name}
        </Text>
        <Amount row={row} />
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span size="xs" c="dimmed" truncate>
          {[dayWords(row.received_on), paymentMethodWords[row.method], paidWords(row)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
        <PaymentBadge row={row} />
      </Group>
    </Stack>
  );
}
