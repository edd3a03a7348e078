import { answer, api } from '../../../lib/api/api.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';

const base = '/services/scheduling/api/v1/messages';

export type MessageRow = Awaited<ReturnType<typeof loadMessages>>['rows'][number];

/** As many as tell what was written last. */
const FEW = 5;

/** What was written to a customer and what came back, the latest first. */
export function messagesQuery(customer: string): RecordsQuery<MessageRow> {
  return {
    queryKey: ['messages', customer],
    load: (cursor) => loadMessages({ customer, limit: FEW, ...(cursor !== undefined && { cursor }) }),
    tables: ['customer_messages', 'report_mails'],
  };
}

function loadMessages(query: { customer: string; limit: number; cursor?: string }) {
  return answer(api.GET(base, { params: { query } }));
}

export function monthQuery(month: string) {
  return {
    queryKey: ['messages of a month', month],
    queryFn: () => answer(api.GET(`${base}/month`, { params: { query: { month } } })),
    meta: { tables: ['customer_messages', 'report_mails'] },
    staleTime: 0,
  };
}

/** Where all messages of some days are given out as a table. */
export function exportAddress(from: string, to: string): string {
  return `${base}.csv?${new URLSearchParams({ from, to })}`;
}
