import type { InvoiceAttention } from '@muster/domain/messages/payment-reminders/schema';
import { useQuery } from '@tanstack/react-query';
import { answer, api } from '../api/api.ts';
import { currentScenario } from './scenario.ts';

const none: InvoiceAttention = {
  overdue: { count: 0, sum: 0 },
  lost: [],
  disputes: [],
  cards: [],
  books: { refused: 0, differences: 0 },
};

/** What a mail server says changes nothing of ours that would be heard, and at midnight more is overdue. */
const lookAgainMs = 60_000;

/** What of invoices needs somebody; nothing for whoever sees no prices, nor where things are tried. */
export function useInvoiceAttention(seesMoney: boolean): InvoiceAttention {
  const { data } = useQuery({
    queryKey: ['invoices', 'attention'],
    queryFn: async () => (await answer(api.GET('/services/scheduling/api/v1/invoices/attention'))).row,
    enabled: seesMoney && currentScenario() === null,
    refetchInterval: lookAgainMs,
    meta: { tables: ['invoices', 'allocations', 'invoice_letters', 'card_disputes'] },
  });
  return data ?? none;
}

/** How many things of them there are to look at. */
export function attentionCount({ overdue, lost, disputes, cards, books }: InvoiceAttention): number {
  return (
    lost.length +
    disputes.length +
    cards.length +
    (overdue.count > 0 ? 1 : 0) +
    (books.refused + books.differences > 0 ? 1 : 0)
  );
}
