import { Badge, Group, Stack, Text } from '@mantine/core';
import { isUndecided } from '@muster/domain/money/card-refunds/rules';
import type { CardPaymentSummary } from '@muster/domain/money/card-balance/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { Fact, Facts } from '../../../../lib/kit/drawer/reading.tsx';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import type { CardSort } from '../model/card-search.ts';

type Row = CardPaymentSummary;

export function nameOfCardPayment({ amount, customer_name, is_test }: Row): string {
  return `${is_test ? 'Test payment' : 'Card payment'} of ${centsInWords(amount)}, ${customer_name}`;
}

/** What became of it, where that is anything out of the ordinary; a test first, because it counts for nothing. */
function StateBadge({
  row: { is_test, dispute, refunded, amount },
  otherwise = null,
}: {
  row: Row;
  otherwise?: ReactNode;
}) {
  if (is_test) return <Badge color="grey">Test</Badge>;
  if (dispute && isUndecided(dispute)) return <Badge color="attention">Disputed</Badge>;
  if (dispute?.state === 'lost') return <Badge color="grey">Dispute lost</Badge>;
  if (refunded === 0) return otherwise;
  return <Badge color="grey">{refunded === amount ? 'Refunded' : 'Part refunded'}</Badge>;
}

function payoutWordsOf({ is_test, payout }: Row): string {
  if (is_test) return 'No money moved';
  if (payout === null) return 'At Stripe';
  return payout.state === 'failed' ? 'Payout failed' : dayWords(payout.arrives_on);
}

/** What Stripe would keep of a test is nobody's money. */
function Cents({ row: { is_test }, cents }: { row: Row; cents: number | null }) {
  if (is_test) return null;
  return cents === null ? <Muted text="Not known yet" /> : centsInWords(cents);
}

export const cardPaymentColumns: Column<Row, CardSort>[] = [
  {
    key: 'paid',
    head: 'Paid',
    width: '132px',
    cell: ({ paid_on }) => dayWords(paid_on),
    sort: ['-paid', 'paid'],
  },
  {
    key: 'customer',
    head: 'Customer',
    width: 'minmax(120px, 1.3fr)',
    cell: ({ customer_name }) => <span title={customer_name}>{customer_name}</span>,
  },
  {
    key: 'invoice',
    head: 'Invoice',
    width: '104px',
    cell: ({ number }) => <Muted text={number} />,
    from: 560,
  },
  {
    key: 'card',
    head: 'Card',
    width: 'minmax(112px, 1fr)',
    cell: ({ card }) => <Muted text={card} />,
    from: 1040,
  },
  { key: 'state', head: 'Status', width: '116px', cell: (row) => <StateBadge row={row} /> },
  {
    key: 'payout',
    head: 'Payout',
    width: '124px',
    cell: (row) => <Muted text={payoutWordsOf(row)} />,
    from: 720,
  },
  {
    key: 'fee',
    head: 'Fees',
    width: '104px',
    isNumber: true,
    cell: (row) => <Cents row={row} cents={row.fee} />,
    from: 820,
  },
  {
    key: 'net',
    head: 'Net',
    width: '104px',
    isNumber: true,
    cell: (row) => <Cents row={row} cents={row.net} />,
    from: 920,
  },
  {
    key: 'amount',
    head: 'Amount',
    width: '104px',
    isNumber: true,
    cell: ({ amount, is_test }) => (
      <Text span size="sm" fw={550} c={is_test ? 'dimmed' : 'inherit'}>
        {centsInWords(amount)}
      </Text>
    ),
    sort: ['-amount', 'amount'],
  },
];

export function CardPaymentCard({ row }: { row: Row }) {
  const { customer_name, amount, paid_on, number, is_test } = row;
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600} truncate>
          {customer_name}
        </Text>
        <Text span size="sm" fw={550} c={is_test ? 'dimmed' : 'inherit'}>
          {centsInWords(amount)}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span size="xs" c="dimmed" truncate>
          {[dayWords(paid_on), number].join(' · ')}
        </Text>
        <StateBadge row={row} otherwise={<Muted text={cardDetail(row)} />} />
      </Group>
    </Stack>
  );
}

/** What matters most of what has no column on a phone. */
function cardDetail({ net, payout }: Row): string {
  if (payout?.state === 'failed') return 'payout failed';
  return net === null ? 'fees not known yet' : `net ${centsInWords(net)}`;
}

/** In the drawer of a payment: what of it is the business's. */
export function CardPaymentFacts({
  row: { fee, net, payout },
  renderPayout,
}: {
  row: Row;
  renderPayout: (payout: NonNullable<Row['payout']>, day: string) => ReactNode;
}) {
  return (
    <Facts>
      <Fact label="Stripe fees">{fee === null ? 'Not known yet' : centsInWords(fee)}</Fact>
      {net !== null && <Fact label="Net">{centsInWords(net)}</Fact>}
      <Fact label="Payout">
        {payout === null
          ? 'None yet'
          : renderPayout(payout, payout.state === 'failed' ? 'Failed' : dayWords(payout.arrives_on))}
      </Fact>
    </Facts>
  );
}
