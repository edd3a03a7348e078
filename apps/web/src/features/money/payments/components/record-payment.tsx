import { Alert, Checkbox, Group, Modal, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { InvoiceSummary } from '@muster/domain/money/invoices/schema';
import {
  type PaymentMethod,
  paymentMethods,
  paymentMethodWords,
  sharedOut,
} from '@muster/domain/money/payments/rules';
import type { NewPayment, PaymentSummary } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import type { LocalDate } from '@muster/domain/values/local-time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { dayWords } from '../../../../lib/format/calendar-day.ts';
import { ActionButton } from '../../../../lib/kit/action-button.tsx';
import { ChoiceButtons } from '../../../../lib/kit/form/choice-buttons.tsx';
import { DayField } from '../../../../lib/kit/form/day-field.tsx';
import { MoneyField } from '../../../../lib/kit/form/money-field.tsx';
import { focusUnread } from '../../../../lib/kit/form/misread-field.ts';
import { Problem } from '../../../../lib/kit/problem.tsx';
import { owedByQuery, paidOnQuery } from '../api.ts';
import './record-payment.css';

interface RecordPaymentProps {
  /** Who paid. */
  customer: { id: string; name: string };
  /** The invoice from which somebody records it: it is paid first. */
  invoice?: string;
  today: LocalDate;
  isRunning: boolean;
  /** Why the server refused it. */
  refusal: string | undefined;
  onRecord: (payment: NewPayment) => void;
  onClose: () => void;
}

/** What came in from a customer, and what it pays: said to the cent before it is recorded. */
export function RecordPayment(props: RecordPaymentProps) {
  const { customer, onClose } = props;
  const isPhone = useMediaQuery('(width < 900px)', false, { getInitialValueInEffect: false });
  const query = useQuery({ ...owedByQuery(customer.id), staleTime: 0 });
  return (
    <Modal opened onClose={onClose} title={`Payment from ${customer.name}`} size={560} fullScreen={isPhone}>
      {query.isError ? (
        <Stack>
          <Problem
            title="We couldn’t load what is owed"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
          <ActionButton onClick={onClose}>Close</ActionButton>
        </Stack>
      ) : query.data === undefined || !query.isFetchedAfterMount ? (
        // What was owed when it was open last would be asked for again.
        <Skeleton height={320} />
      ) : (
        <PaymentForm {...props} owed={query.data} />
      )}
    </Modal>
  );
}

type Owed = readonly InvoiceSummary[];

const choices = paymentMethods.map((value) => ({ value, label: paymentMethodWords[value] }));

function PaymentForm(props: RecordPaymentProps & { owed: Owed }) {
  const { customer, invoice, today, isRunning, refusal, onRecord, onClose } = props;
  const owed = props.owed.toSorted((a, b) => Number(b.id === invoice) - Number(a.id === invoice));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(invoice === undefined ? owed.map(({ id }) => id) : [invoice]),
  );
  /** Unless somebody typed another amount, it is what the chosen ones come to, whatever is paid of them meanwhile. */
  const [typed, setTyped] = useState<number | null>();
  const amount = typed === undefined ? sumOwed(owed, chosen) : typed;
  const [method, setMethod] = useState<PaymentMethod>();
  const [day, setDay] = useState<string>(today);
  const [reference, setReference] = useState('');
  /** What is missing is said once somebody wants to go on without it. */
  const [isAsked, setAsked] = useState(false);
  const queryClient = useQueryClient();
  /** What was recorded already and looks the same, and what was asked of then. */
  const [twin, setTwin] = useState<{ row: PaymentSummary; of: string }>();
  const said = JSON.stringify([amount, day, reference.trim().toLowerCase()]);
  const isTwin = twin?.of === said;
  const shares = sharesOf(amount ?? 0, owed, chosen);
  const left = (amount ?? 0) - [...shares.values()].reduce((sum, share) => sum + share, 0);
  const problem =
    amount === null || amount === 0
      ? 'Enter how much came in.'
      : method === undefined
        ? 'Choose how it was paid.'
        : day > today
          ? 'Choose today or an earlier day.'
          : undefined;

  function toggle(id: string) {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  }

  /** One like it of that customer and day. Whether there is, is no reason to fail: the recording itself says so where nothing can be asked. */
  async function findTwin(): Promise<PaymentSummary | undefined> {
    const rows = await queryClient.fetchQuery(paidOnQuery(customer.id, day)).catch(() => []);
    return rows.find(
      (row) =>
        row.kind === 'payment' &&
        row.amount === amount &&
        row.reference.toLowerCase() === reference.trim().toLowerCase(),
    );
  }

  async function record() {
    if (focusUnread('[aria-modal=true]')) return;
    setAsked(true);
    if (problem !== undefined) return;
    const row = isTwin ? undefined : await findTwin();
    if (row) return setTwin({ row, of: said });
    onRecord({
      customer_id: customer.id,
      amount: amount!,
      method: method!,
      received_on: day,
      reference: reference.trim(),
      invoices: [...shares].map(([invoice_id, amount]) => ({ invoice_id, amount })),
    });
  }

  return (
    <Stack gap="md" component="form" onSubmit={(event) => (event.preventDefault(), void record())}>
      <Group grow align="start" gap="sm">
        <MoneyField
          label="Amount"
          value={amount}
          onChange={(cents) => setTyped(cents === sumOwed(owed, chosen) ? undefined : cents)}
        />
        <DayField label="Received" value={day} onChange={(chosen) => setDay(chosen ?? today)} />
      </Group>
      <ChoiceButtons
        label="How it was paid"
        choices={choices}
        isChosen={(one) => one === method}
        onChoose={setMethod}
      />
      <TextInput
        label="Reference"
        description="As your bank or the terminal shows it, or the number of the cheque"
        maxLength={100}
        value={reference}
        onChange={({ target }) => setReference(target.value)}
      />
      {owed.length > 0 && (
        <ul className="paid-invoices" aria-label="Invoices it pays">
          {owed.map((one) => (
            <PaidInvoice
              key={one.id}
              invoice={one}
              today={today}
              isChosen={chosen.has(one.id)}
              share={shares.get(one.id) ?? 0}
              onToggle={() => toggle(one.id)}
            />
          ))}
        </ul>
      )}
      <Text c={left > 0 ? 'attention' : 'dimmed'} aria-live="polite">
        {leftWords(left, owed, chosen, customer.name)}
      </Text>
      {((isAsked && problem !== undefined) || refusal !== undefined) && (
        <Text c="danger" role="alert">
          {(isAsked && problem) || refusal}
        </Text>
      )}
      {isTwin && (
        <Alert color="attention" role="alert" title="Looks like one you recorded">
          {twinWords(twin.row)} Record it only if they paid twice.
        </Alert>
      )}
      <Group justify="flex-end" gap="xs" className="record-payment__actions">
        <ActionButton onClick={onClose}>Cancel</ActionButton>
        <ActionButton variant="filled" busy={isRunning} onClick={() => void record()}>
          {isTwin ? 'Record another one' : 'Record payment'}
        </ActionButton>
      </Group>
    </Stack>
  );
}

/** "$130.00 on Mon 16 Nov 2026, Bank transfer, NetBank 77, for INV-1001." */
function twinWords({ amount, received_on, method, reference, numbers }: PaymentSummary): string {
  const paid = numbers.length > 0 ? `for ${numbers.join(', ')}` : '';
  const how = [paymentMethodWords[method], reference, paid].filter((part) => part !== '');
  return `${centsInWords(amount)} on ${dayWords(received_on)}, ${how.join(', ')}.`;
}

interface PaidInvoiceProps {
  invoice: InvoiceSummary;
  today: LocalDate;
  isChosen: boolean;
  share: number;
  onToggle: () => void;
}

function PaidInvoice({ invoice, today, isChosen, share, onToggle }: PaidInvoiceProps) {
  const { number, title, outstanding, due_on } = invoice;
  const due = due_on === null ? '' : `${due_on < today ? 'was due' : 'due'} ${dayWords(due_on)}`;
  return (
    <li data-chosen={isChosen || undefined}>
      <Checkbox
        label={[number, title].filter(Boolean).join(' · ')}
        description={[`${centsInWords(outstanding)} owing`, due].filter(Boolean).join(', ')}
        checked={isChosen}
        onChange={onToggle}
      />
      <span className="paid-invoices__share">
        {share > 0 && centsInWords(share)}
        {share > 0 && share < outstanding && <small>in part</small>}
      </span>
    </li>
  );
}

function sumOwed(owed: Owed, chosen: ReadonlySet<string>): number {
  return owed.reduce((sum, { id, outstanding }) => (chosen.has(id) ? sum + outstanding : sum), 0);
}

/** What each of the chosen invoices gets of an amount, in their order. */
function sharesOf(amount: number, owed: Owed, chosen: ReadonlySet<string>): ReadonlyMap<string, number> {
  const parts = owed
    .filter(({ id }) => chosen.has(id))
    .map((one) => ({ id: one.id, amount: one.outstanding }));
  return new Map(sharedOut(amount, parts).map(({ id, amount }) => [id, amount]));
}

function leftWords(left: number, owed: Owed, chosen: ReadonlySet<string>, name: string): string {
  if (left > 0) return `${centsInWords(left)} stays as credit with you for ${name}’s next invoice.`;
  return owed.length === 0 || chosen.size === 0 ? '' : 'All of it pays the invoices above.';
}
