import { Alert, Group, Text } from '@mantine/core';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { paymentMethodWords } from '@muster/domain/money/payments/rules';
import type { InvoicePayment, NewPayment, NewRefund } from '@muster/domain/money/payments/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { InvoicePart } from '../../../features/money/invoices/components/issued-view.tsx';
import type { TimelineEntry } from '../../../lib/kit/document/timeline.tsx';
import {
  creditQuery,
  invoicePaymentsQuery,
  recordPayment,
  refundCredit,
  spendCredit,
} from '../../../features/money/payments/api.ts';
import { RecordPayment } from '../../../features/money/payments/components/record-payment.tsx';
import { RefundDialog } from '../../../features/money/payments/components/refund-dialog.tsx';
import { ActionButton } from '../../../lib/kit/action-button.tsx';
import { useCommand } from '../../../lib/kit/form/use-command.ts';
import { useBusiness } from '../work/use-business.ts';
import { useKeepsMoney } from './use-money.ts';

/** What came in for an invoice, what its customer has with the business, and the recording of both. */
export function usePayments(invoice: InvoiceRecord): InvoicePart {
  const { id, kind, number, outstanding, bill_to_id, buyer } = invoice;
  const customer = { id: bill_to_id, name: buyer?.name ?? '' };
  const mayRecord = useKeepsMoney();
  const { today } = useBusiness();
  const isOwed = kind === 'invoice' && outstanding > 0;
  const isCredit = kind === 'credit note' && outstanding > 0;
  const paid = useQuery(invoicePaymentsQuery(id)).data ?? [];
  const credit = useQuery({ ...creditQuery(bill_to_id), enabled: isOwed || isCredit }).data?.credit ?? 0;
  const recording = useRecording();
  const refunding = useRefunding(customer, id);
  const { run, isRunning } = useCommand();

  async function useUp() {
    const amount = Math.min(credit, outstanding);
    await run({
      what: ['use credit', id, amount],
      send: (key) => spendCredit(bill_to_id, { invoices: [{ invoice_id: id, amount }] }, key),
      done: `${centsInWords(amount)} of credit used for ${number}.`,
    });
  }

  return {
    name: 'payments',
    actions: !mayRecord
      ? []
      : isOwed
        ? [{ label: 'Record payment', place: 'main', onPress: recording.open, letter: 'p' }]
        : isCredit
          ? [{ label: 'Refund', place: 'main', onPress: refunding.open }]
          : [],
    entries: paid.flatMap((part, at) => entriesOf(part, paid.slice(0, at), paid.slice(at + 1))),
    side: isOwed && credit > 0 && (
      <Alert color="attention" title={`${centsInWords(credit)} of credit`}>
        <Text size="sm">{customer.name} has this with you from earlier.</Text>
        {mayRecord && (
          <Group mt="xs">
            <ActionButton size="compact-sm" busy={isRunning} onClick={() => void useUp()}>
              Use {centsInWords(Math.min(credit, outstanding))} for this invoice
            </ActionButton>
          </Group>
        )}
      </Alert>
    ),
    open: (
      <>
        {recording.isOpen && (
          <RecordPayment customer={customer} invoice={id} today={today} {...recording.dialog} />
        )}
        {refunding.isOpen && (
          <RefundDialog
            customer={customer.name}
            credit={Math.max(credit, outstanding)}
            rest={outstanding}
            today={today}
            {...refunding.dialog}
          />
        )}
      </>
    ),
  };
}

/** The dialog that records a payment, open or not. */
export function useRecording() {
  const order = useDialogOrder();
  return {
    ...order,
    dialog: {
      ...order.dialog,
      onRecord: (body: NewPayment) =>
        void order.send(['payment', body], (key) => recordPayment(body, key), paymentWords(body.amount)),
    },
  };
}

function paymentWords(amount: number): string {
  return `Payment of ${centsInWords(amount)} recorded.`;
}

/** The dialog that gives credit back, that of a paper or payment before anything older, open or not. */
export function useRefunding({ id }: { id: string }, first_id: string) {
  const order = useDialogOrder();
  return {
    ...order,
    dialog: {
      ...order.dialog,
      onRefund: (body: NewRefund) =>
        void order.send(
          ['refund', id, first_id, body],
          (key) => refundCredit(id, { ...body, first_id }, key),
          `Refund of ${centsInWords(body.amount)} recorded.`,
        ),
    },
  };
}

/** A dialog that asks for one thing and closes once it is done; what the server refuses is said in it. */
export function useDialogOrder() {
  const [isOpen, setOpen] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { run, isRunning } = useCommand();
  const close = () => {
    setRefusal(undefined);
    setOpen(false);
  };
  return {
    isOpen,
    open: () => setOpen(true),
    dialog: { isRunning, refusal, onClose: close },
    send: async (what: unknown, send: Parameters<typeof run>[0]['send'], done: string): Promise<void> => {
      setRefusal(undefined);
      const row = await run({
        what,
        send,
        done,
        onRefused(error) {
          setRefusal(error.message);
          return true;
        },
      });
      if (row !== undefined) close();
    },
  };
}

/**
 * What it was, and beside it from when on it counted no more. Of what was refunded or credited in part, the rest is allocated anew
 * on that day: nobody paid again.
 */
function entriesOf(
  part: InvoicePayment,
  earlier: readonly InvoicePayment[],
  later: readonly InvoicePayment[],
): TimelineEntry[] {
  const { id, kind, of_id, number, method, reference, amount, on_date, recorded_at, released_on } = part;
  const text = <Other part={part} />;
  const isPaper = kind === 'invoice' || kind === 'credit note';
  const entry: TimelineEntry = {
    // A credit note of this very invoice is told by who knows of credit notes.
    key: kind === 'credit note' ? of_id : id,
    kind: kind === 'credit note' ? 'credited' : 'paid',
    at: on_date,
    recordedAt: recorded_at,
    text,
    amount,
    detail: isPaper ? number : [method && paymentMethodWords[method], reference].filter(Boolean).join(' · '),
  };
  const isRest = earlier.some((one) => one.of_id === of_id && one.released_on === on_date);
  const own = isRest ? [] : [entry];
  if (released_on === null) return own;
  const taken = { key: `${id} taken back`, kind: 'failed', at: released_on } as const;
  if (part.taken_back_reason !== null)
    return [...own, { ...taken, amount, text: 'Payment reversed', detail: part.taken_back_reason }];
  const rest = later.find((one) => one.of_id === of_id && one.on_date === released_on)?.amount ?? 0;
  return [...own, { ...taken, amount: amount - rest, text: 'Taken off this invoice again' }];
}

function Other({ part: { kind, of_id, number } }: { part: InvoicePayment }) {
  if (kind === 'invoice' || kind === 'credit note')
    return (
      <Link to="/invoices/$id" params={{ id: of_id }}>
        {kind === 'invoice' ? `Used for ${number}` : `Paid with ${number}`}
      </Link>
    );
  return (
    <Link to="/payments/$id" params={{ id: of_id }}>
      {kind === 'payment' ? 'Payment' : 'Refund'}
    </Link>
  );
}
