import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../../features/accounts/api.ts';
import { connectLive } from '../../lib/live.ts';
import type { LiveState } from '../../lib/live.ts';
import { isRenewing } from '../leave.ts';

/** Staff have no account, and hear of the back office instead. */
const streams = {
  account: '/services/scheduling/api/v1/live',
  office: '/services/office/api/v1/live',
};

/** A topic is the first part of the query keys it concerns. */
export function useLive(stream: keyof typeof streams): LiveState {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => {
    let hasStarted = false;
    let wasLost = false;
    return connectLive({
      url: streams[stream],
      onMessage(message) {
        setState(message.kind === 'lost' ? 'lost' : 'open');
        switch (message.kind) {
          case 'start':
            // What was read before the stream began may be older than the first thing that it tells.
            if (!hasStarted) void queryClient.invalidateQueries({ predicate: isRead });
            // A page that could not be fetched is tried again.
            if (wasLost) void router.invalidate();
            [hasStarted, wasLost] = [true, false];
            break;
          case 'change':
            void queryClient.invalidateQueries({ queryKey: [message.topic] });
            break;
          case 'read again':
            void queryClient.invalidateQueries();
            break;
          case 'lost':
            wasLost = true;
            // A stream does not say why it was refused. If the session is over, this question finds out.
            if (!isRenewing()) void queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 });
            break;
          case 'beat':
            break;
        }
      },
    });
  }, [queryClient, router, stream]);
  return state;
}

function isRead({ state }: { state: { dataUpdatedAt: number } }): boolean {
  return state.dataUpdatedAt > 0;
}
