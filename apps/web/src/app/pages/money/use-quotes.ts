import type { NewQuote, QuoteRecord } from '@muster/domain/money/quotes/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { addQuote, quoteQuery } from '../../../features/money/quotes/api.ts';
import { useCommand } from '../../../lib/kit/form/use-command.ts';

/** The draft of a quote for a customer or a job, and on to its page. */
export function useNewQuote() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { run, isRunning } = useCommand();
  return {
    isRunning,
    start: async (wanted: NewQuote, customer: string) => {
      const row = await run({
        what: ['new quote', wanted],
        send: (key) => addQuote(wanted, key),
        done: `Quote for ${customer} added.`,
      });
      if (!row) return;
      queryClient.setQueryData<QuoteRecord>(quoteQuery(row.id).queryKey, row);
      await navigate({ to: '/quotes/$id', params: { id: row.id } });
    },
  };
}
