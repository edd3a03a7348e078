import type {
  BookDifference,
  BookEntry,
  BookEntryQuery,
  BooksState,
  BookStanding,
  NewBookAnswer,
} from '@muster/domain/money/accounting/schema';
import { answer, api } from '../../../lib/api/api.ts';
import { at, keyed } from '../../../lib/api/command.ts';
import type { RecordsQuery } from '../../../lib/kit/list/use-records.ts';

const base = '/services/accounting/api/v1/books';
const pageRows = 20;
/** What goes over is done in the background, and no change of ours tells of it. */
const BUSY_MS = 3_000;
const IDLE_MS = 30_000;
const all = ['books'] as const;
/** Whatever changes one of them may be on its way. */
const tables = ['invoices', 'payments', 'allocations'] as const;

export const booksQuery = {
  queryKey: [...all, 'state'],
  queryFn: async (): Promise<BooksState> => (await answer(api.GET(base))).row,
  meta: { tables },
  refetchInterval: ({ state: { data } }: { state: { data?: BooksState | undefined } }) =>
    data && data.waiting > 0 ? BUSY_MS : IDLE_MS,
};

/** Read again whenever the state has changed: its counts are part of the key. */
export function entriesQuery(view: BookEntryQuery['view'], state: BooksState): RecordsQuery<BookEntry> {
  return {
    queryKey: [...all, 'entries', view, state.waiting, state.over, state.refused],
    load: (cursor) =>
      answer(
        api.GET(`${base}/entries`, {
          params: { query: { view, limit: pageRows, ...(cursor !== undefined && { cursor }) } },
        }),
      ),
    tables: ['invoices'],
  };
}

export function differencesQuery(state: BooksState): RecordsQuery<BookDifference> {
  return {
    queryKey: [...all, 'differences', state.differences],
    load: (cursor) =>
      answer(
        api.GET(`${base}/differences`, {
          params: { query: { limit: pageRows, ...(cursor !== undefined && { cursor }) } },
        }),
      ),
    tables: ['invoices'],
  };
}

/** How an invoice, a credit note or a payment stands in the books. */
export function standingQuery(of: 'invoices' | 'payments', id: string) {
  const path = { params: { path: { id } } };
  return {
    queryKey: [...all, 'standing', of, id],
    queryFn: async (): Promise<BookStanding> =>
      (
        await answer(
          of === 'invoices' ? api.GET(`${base}/invoices/{id}`, path) : api.GET(`${base}/payments/{id}`, path),
        )
      ).row,
    meta: { tables },
    refetchInterval: ({ state: { data } }: { state: { data?: BookStanding | undefined } }) =>
      data?.standing === 'waiting' ? BUSY_MS : (false as const),
  };
}

export function settleDifference(id: string, body: NewBookAnswer, key: string) {
  return answer(api.POST(`${base}/differences/{id}/answer`, { params: at(id, key), body }));
}

/** What was not accepted is tried again: one thing, or all of it. */
export function sendAgain(id: string | undefined, key: string) {
  return answer(
    id === undefined
      ? api.POST(`${base}/refused/again`, { params: keyed(key) })
      : api.POST(`${base}/refused/{id}/again`, { params: at(id, key) }),
  );
}

export const booksKey = all;
