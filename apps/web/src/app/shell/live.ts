import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type Session, sessionQuery } from '../../features/identity/accounts/api.ts';
import { isElsewhere, readRoads } from '../../features/dispatch/board/api.ts';
import { presenceQuery, withoutHolds } from '../../features/dispatch/presence/api.ts';
import {
  connectLive,
  keepChange,
  type LiveState,
  notices,
  type NumberedChange,
  type ToldChange,
} from '../../lib/live/live.ts';
import { mostPagesReadAgain, type Pages, patchPages } from '../../lib/api/pages.ts';
import { currentScenario } from '../../lib/board/scenario.ts';
import { isRenewing } from '../leave.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The tables that a query shows rows of: it is read again when one of them changes. `*` is any. */
      tables?: readonly string[];
      /** For a list that is read page by page: the table that its rows are of. */
      rowsOf?: string;
      /** What is known after a change; nothing where it has to be read again. */
      follow?: (known: never, told: NumberedChange) => unknown;
    };
  }
}

/** Staff have no account, and hear of the back office instead; technicians hear of their own work alone. */
const streams = {
  account: '/services/scheduling/api/v1/live',
  technician: '/services/scheduling/api/v1/my/live',
  office: '/services/office/api/v1/live',
};

/** A header cannot be sent with a stream. */
function addressOf(stream: keyof typeof streams): string {
  const scenario = currentScenario();
  return scenario === null ? streams[stream] : `${streams[stream]}?scenario=${scenario}`;
}

export function streamOf({ user: { role } }: Session): keyof typeof streams {
  return role === 'staff' ? 'office' : role === 'technician' ? 'technician' : 'account';
}

/** A topic is the first part of the query keys it concerns; the changes of an account tell of which tables they are. */
export function useLive(stream: keyof typeof streams): LiveState {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    let hasStarted = false;
    let wasLost = false;
    return connectLive({
      url: addressOf(stream),
      onMessage(message) {
        setState(message.kind === 'lost' ? 'lost' : 'open');
        switch (message.kind) {
          case 'start':
            // What was read before the stream began may be older than the first thing that it tells.
            if (!hasStarted) void queryClient.invalidateQueries({ predicate: isRead });
            // A page that could not be fetched is tried again.
            if (wasLost) void router.invalidate();
            // Notices have no numbers: what was missed of them is read.
            if (wasLost)
              for (const topic of notices) void queryClient.invalidateQueries({ queryKey: [topic] });
            [hasStarted, wasLost] = [true, false];
            break;
          case 'change':
            if (message.change) {
              show(queryClient, { number: message.number, change: message.change });
              if (isElsewhere(message.change)) void readRoads(queryClient, 'boards by road');
            } else void queryClient.invalidateQueries({ queryKey: [message.topic] });
            break;
          case 'read again':
            void queryClient.invalidateQueries();
            break;
          case 'lost':
            wasLost = true;
            queryClient.setQueryData(presenceQuery.queryKey, withoutHolds);
            // A stream does not say why it was refused. If the session is over, this question finds out.
            if (!isRenewing()) void queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 });
            break;
          case 'presence':
            // Colleagues are on the live board.
            if (currentScenario() === null) queryClient.setQueryData(presenceQuery.queryKey, message.people);
            break;
          case 'notice':
            void queryClient.invalidateQueries({ queryKey: [message.topic] });
            break;
          case 'roads':
            void readRoads(queryClient);
            void queryClient.invalidateQueries({ queryKey: ['routes'] });
            break;
          case 'beat':
            break;
        }
      },
    });
  }, [queryClient, router, stream]);
  return state;
}

/** Lists show at once what the stream tells of their rows; whatever a change concerns is read again, long lists excepted. */
function show(queryClient: QueryClient, told: NumberedChange): void {
  keepChange(told);
  const { entries } = told.change;
  for (const query of queryClient.getQueryCache().getAll()) {
    const { tables, rowsOf, follow } = query.meta ?? {};
    const next =
      follow && query.state.data !== undefined ? follow(query.state.data as never, told) : undefined;
    if (next !== undefined) {
      queryClient.setQueryData(query.queryKey, next);
      continue;
    }
    if (!isTouched(tables, entries)) continue;
    if (rowsOf !== undefined && entries !== null)
      queryClient.setQueryData<Rows>(query.queryKey, (known) => known && patchPages(known, rowsOf, entries), {
        updatedAt: query.state.dataUpdatedAt,
      });
    const isLong = rowsOf !== undefined && entries !== null && pagesOf(query) > mostPagesReadAgain;
    if (!isLong) void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
  }
}

type Rows = Pages<{ id: string; version: number }>;

function pagesOf({ state }: Query): number {
  return (state.data as Rows | undefined)?.pages.length ?? 0;
}

function isTouched(shown: readonly string[] | undefined, entries: ToldChange['entries']): boolean {
  if (shown === undefined) return false;
  return shown.includes('*') || entries === null || entries.some(({ table }) => shown.includes(table));
}

function isRead({ state }: { state: { dataUpdatedAt: number } }): boolean {
  return state.dataUpdatedAt > 0;
}
