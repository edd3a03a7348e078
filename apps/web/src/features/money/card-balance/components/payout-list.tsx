import { Badge, Group, Stack, Text } from '@mantine/core';
import { movementWords, payoutWords } from '@muster/domain/money/card-balance/rules';
import type {
  CardPayoutRecord,
  CardPayoutSummary,
  PayoutLine,
} from '@muster/domain/money/card-balance/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { ReactNode } from 'react';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { DrawerSection } from '../../../../lib/kit/drawer/drawer-section.tsx';
import { Fact, Facts } from '../../../../lib/kit/drawer/reading.tsx';
import type { Column } from '../../../../lib/kit/list/columns.ts';
import { Muted } from '../../../../lib/kit/list/muted.tsx';
import './payout-list.css';

type Row = CardPayoutSummary;

export function nameOfPayout({ amount, arrives_on }: Row): string {
  return `Payout of ${centsInWords(amount)}, ${dayWords(arrives_on)}`;
}

export function PayoutBadge({ row: { state, is_test } }: { row: Pick<Row, 'state' | 'is_test'> }) {
  if (is_test) return <Badge color="grey">Test</Badge>;
  return <Badge color={state === 'failed' ? 'attention' : 'grey'}>{payoutWords[state]}</Badge>;
}

/** What is in it, or why nobody knows. */
function heldWords({ breakdown, payments }: Row): string {
  if (breakdown === 'none') return 'Paid out by hand: Stripe doesn’t say what’s in it';
  if (breakdown !== 'read') return 'Stripe hasn’t said yet what’s in it';
  return payments === 1 ? '1 card payment' : `${payments.toLocaleString('en-AU')} card payments`;
}

export const payoutColumns: Column<Row>[] = [
  { key: 'arrives', head: 'Arrives', width: '140px', cell: ({ arrives_on }) => dayWords(arrives_on) },
  {
    key: 'held',
    head: 'What’s in it',
    width: 'minmax(120px, 1fr)',
    cell: (row) => <Muted text={heldWords(row)} />,
  },
  { key: 'state', head: 'Status', width: '132px', cell: (row) => <PayoutBadge row={row} /> },
  {
    key: 'amount',
    head: 'Amount',
    width: '112px',
    isNumber: true,
    cell: ({ amount }) => (
      <Text span size="sm" fw={550}>
        {centsInWords(amount)}
      </Text>
    ),
  },
];

export function PayoutCard({ row }: { row: Row }) {
  return (
    <Stack component="span" gap={2}>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span fw={600}>
          {dayWords(row.arrives_on)}
        </Text>
        <Text span fw={600}>
          {centsInWords(row.amount)}
        </Text>
      </Group>
      <Group gap="xs" wrap="nowrap" justify="space-between" component="span">
        <Text span size="xs" c="dimmed" truncate>
          {heldWords(row)}
        </Text>
        <PayoutBadge row={row} />
      </Group>
    </Stack>
  );
}

const dayNames: Readonly<Record<Row['state'], string>> = {
  waiting: 'Expected',
  'on its way': 'Expected',
  paid: 'Arrived',
  failed: 'Was due',
  cancelled: 'Was due',
};

function Sum({ name, cents, isTotal = false }: { name: string; cents: number; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{centsInWords(cents)}</dd>
    </div>
  );
}

interface PayoutDetailProps {
  payout: CardPayoutRecord;
  lines: readonly PayoutLine[];
  renderInvoice: (invoice: NonNullable<PayoutLine['invoice']>) => ReactNode;
  /** Where there are more lines than are shown. */
  more: ReactNode;
}

/** What a payout is made of: sums first, then line by line. */
export function PayoutDetail({ payout, lines, renderInvoice, more }: PayoutDetailProps) {
  const { state, problem, arrives_on, reference, breakdown, received, went_back, fees, other } = payout;
  return (
    <>
      <DrawerSection title="Payout">
        <Facts>
          <Fact label={dayNames[state]}>{dayWords(arrives_on)}</Fact>
          {problem !== '' && <Fact label="Why it failed">{problem}</Fact>}
          <Fact label="At Stripe">
            <a href={`https://dashboard.stripe.com/payouts/${reference}`} target="_blank" rel="noreferrer">
              {reference}
            </a>
          </Fact>
        </Facts>
        {state === 'failed' && (
          <Text size="sm" mt="xs">
            The money is back at Stripe. Sign in there to see what your bank account needs.
          </Text>
        )}
      </DrawerSection>
      {breakdown === 'read' && (
        <DrawerSection title="How it adds up">
          <dl className="payout-sum">
            <Sum name="Received" cents={received} />
            {went_back !== 0 && <Sum name="Refunds and disputes" cents={went_back} />}
            <Sum name="Stripe fees" cents={-fees} />
            {other !== 0 && <Sum name="Other at Stripe" cents={other} />}
            <Sum name="Payout" cents={payout.amount} isTotal />
          </dl>
        </DrawerSection>
      )}
      <DrawerSection title="What’s in it">
        {breakdown !== 'read' && <Text size="sm">{heldWords(payout)}.</Text>}
        <ul className="payout-lines">
          {lines.map((line) => (
            <li key={line.id}>
              <span>
                {movementWords(line)}
                {line.invoice && <> · {renderInvoice(line.invoice)}</>}
              </span>
              <span className="payout-lines__amount">{centsInWords(line.amount)}</span>
              <small>{line.invoice ? line.invoice.customer_name : line.about}</small>
              <small className="payout-lines__amount">
                {line.fee !== 0 && `fees ${centsInWords(line.fee)}`}
              </small>
            </li>
          ))}
        </ul>
        {more}
      </DrawerSection>
    </>
  );
}
