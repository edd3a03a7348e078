import { Alert, Text } from '@mantine/core';
import type { InvoiceRecord } from '@muster/domain/money/invoices/schema';
import { centsInWords } from '@muster/domain/values/cents';
import { useQuery } from '@tanstack/react-query';
import type { InvoicePart } from '../../../features/money/invoices/components/issued-view.tsx';
import { cardStateQuery } from '../../../features/money/payments/api.ts';
import { moment } from '../../../lib/format/format.ts';
import { useBusiness } from '../work/use-business.ts';

/** What is known of paying an invoice by card and is no payment: a test, and somebody who may be paying now. */
export function useCardState({ id, kind }: InvoiceRecord): InvoicePart {
  const { zone } = useBusiness();
  const state = useQuery({ ...cardStateQuery(id), enabled: kind === 'invoice' }).data;
  const tests = state?.payments.filter(({ is_test }) => is_test) ?? [];
  const open = state?.open;
  return {
    name: 'cards',
    entries: tests.map(({ id, amount, card, paid_at }) => ({
      key: id,
      kind: 'tried',
      at: paid_at,
      text: 'Test payment, no money moved',
      amount,
      detail: card,
    })),
    side: open && (
      <Alert
        mt="md"
        color="info"
        title={open.is_test ? 'Test mode: may be paying by card' : 'May be paying by card'}
      >
        <Text size="sm">
          The page to pay {centsInWords(open.amount)} was opened {moment(open.since, zone)}, and nothing has
          been paid on it yet.
          {open.declined !== '' && ` The last card was declined: ${open.declined}`}
        </Text>
      </Alert>
    ),
  };
}
