import type { Change } from '@muster/domain/basics/changes/schema';
import { answer, api } from '../../../lib/api/api.ts';
import type { HistorySearch } from './model/history-search.ts';

export type { Change };

const pageRows = 50;

/** The history of everything, or of one thing and what belongs to it: the latest first. */
export function historyQuery(filters: Omit<HistorySearch, 'from' | 'to'> & Period & { subject?: string }) {
  return {
    queryKey: ['changes', filters],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(filters, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
    // Any change of anything concerns a history.
    meta: { tables: ['*'] },
  };
}

/** From one moment to another. */
interface Period {
  from?: string;
  to?: string;
}

function load(filters: object, cursor: string | undefined) {
  const query = { ...filters, limit: pageRows, ...(cursor === undefined ? {} : { cursor }) };
  return answer(api.GET('/services/scheduling/api/v1/changes', { params: { query } }));
}
