import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

/** A list that is read page by page, as the application's lists want it. */
export interface RecordsQuery<Row> {
  queryKey: readonly unknown[];
  load: (cursor: string | undefined) => Promise<{ rows: Row[]; next: string | null }>;
  /** The tables whose changes concern it, the one that its rows are of first. */
  tables: readonly [string, ...string[]];
}

export interface Records<Row> {
  rows: readonly Row[];
  /** Whether nothing has arrived yet. */
  isLoading: boolean;
  /** Whether what is shown is the answer to an earlier search. */
  isOld: boolean;
  error: Error | null;
  hasMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

type Page<Row> = { rows: Row[]; next: string | null };

export function useRecords<Row extends { id: string }>({
  queryKey,
  load,
  tables,
}: RecordsQuery<Row>): Records<Row> {
  const query = useInfiniteQuery<
    Page<Row>,
    Error,
    InfiniteData<Page<Row>>,
    readonly unknown[],
    string | undefined
  >({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { tables, rowsOf: tables[0] },
  });
  const { data, isPending, isPlaceholderData, error, hasNextPage, isFetching } = query;
  const rows = useMemo(() => once(data?.pages.flatMap((page) => page.rows) ?? []), [data]);
  return {
    rows,
    isLoading: isPending,
    isOld: isPlaceholderData,
    error: data === undefined ? error : null,
    hasMore: hasNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

/** What moves from one page to another while they are read may be in both. */
function once<Row extends { id: string }>(rows: readonly Row[]): readonly Row[] {
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
