import type { BoardTables } from '@muster/domain/board/schema';
import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../../../lib/api.ts';
import { commandId } from '../../../../lib/command-id.ts';
import type { KnownBoard } from '../../api.ts';
import { createOutbox, type Outbox } from '../../model/outbox.ts';
import type { Pending } from '../../model/pending.ts';

const boards = ['board'];
/** The stream tells of a change within half a second; if it is away, the board is read again. */
export const patienceMs = 4_000;
const firstPauseMs = 1_000;
const longestPauseMs = 8_000;
/** What may be gone in a moment: no answer, too much at once, or nobody there behind the proxy. */
const passing = new Set([0, 429, 502, 503, 504]);
/** Of a fault of the server's own, which may be one for good. */
const mostTries = 3;

/** One for the application: what is on its way goes on while somebody looks at another page. */
const outboxes = new WeakMap<QueryClient, Outbox>();

export function useOutbox(): { outbox: Outbox; pending: readonly Pending[] } {
  const queryClient = useQueryClient();
  const outbox = outboxes.get(queryClient) ?? openOutbox(queryClient);
  return { outbox, pending: useSyncExternalStore(outbox.subscribe, outbox.pending) };
}

function openOutbox(queryClient: QueryClient): Outbox {
  const outbox = createOutbox({
    newKey: commandId,
    rowsOf: (visits, change) => rowsOf(queryClient, visits, change),
    pause,
  });
  keepBoards(queryClient, outbox);
  outboxes.set(queryClient, outbox);
  return outbox;
}

/** Reads again what does not hold the change yet. */
export function readBehind(queryClient: QueryClient, change: number): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: boards,
    predicate: ({ state }) => ((state.data as KnownBoard | undefined)?.change ?? change) < change,
  });
}

/** As soon as the stream has told of the change. A visit is gone where a board that knows of the change does not have it. */
function rowsOf(queryClient: QueryClient, visits: readonly string[], change: number): Promise<BoardTables> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const tables = newest(queryClient, visits, change);
      if (tables === undefined) return;
      end();
      resolve(tables);
    };
    const end = () => {
      clearInterval(late);
      stop();
    };
    const late = setInterval(async () => {
      await readBehind(queryClient, change);
      if (newest(queryClient, [], change) === undefined) return;
      end();
      reject(new ApiError('The visit is not on the board any more.'));
    }, patienceMs);
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}

/** A board that nobody looks at is forgotten after a while, but not while commands wait that need its rows. */
function keepBoards(queryClient: QueryClient, outbox: Outbox): void {
  let stops: (() => void)[] = [];
  outbox.subscribe(() => {
    const isWaiting = outbox.pending().some(({ change }) => change === undefined);
    if (isWaiting === stops.length > 0) return;
    for (const stop of stops) stop();
    stops = isWaiting
      ? queryClient
          .getQueryCache()
          .findAll({ queryKey: boards })
          .map(({ queryKey, options }) =>
            new QueryObserver(queryClient, { ...options, queryKey, refetchOnMount: false }).subscribe(
              () => undefined,
            ),
          )
      : [];
  });
}

function newest(
  queryClient: QueryClient,
  visits: readonly string[],
  change: number,
): BoardTables | undefined {
  const holds = ({ tables }: KnownBoard) =>
    visits.every((id) => tables.visits.some((visit) => visit.id === id));
  return queryClient
    .getQueriesData<KnownBoard>({ queryKey: boards })
    .flatMap(([, known]) => (known && known.change >= change && holds(known) ? [known] : []))
    .toSorted((a, b) => b.change - a.change)[0]?.tables;
}

function pause(error: unknown, tries: number): Promise<void> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const isPassing = passing.has(error.status) || (error.status >= 500 && tries < mostTries);
  if (!isPassing) return undefined;
  const ms = (error.retryAfter ?? 0) * 1_000 || Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      removeEventListener('online', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    addEventListener('online', over);
  });
}
