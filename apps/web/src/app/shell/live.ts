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
    return connectLive({
      url: streams[stream],
      onEvent({ topic }) {
        const missedSome = topic === 'resync';
        void queryClient.invalidateQueries(missedSome ? {} : { queryKey: [topic] });
        // A page that could not be fetched is tried again, too.
        if (missedSome) void router.invalidate();
      },
      onState(next) {
        setState(next);
        // A stream does not say why it was refused. If the session is over, this question finds out.
        if (next === 'lost' && !isRenewing())
          void queryClient.prefetchQuery({ ...sessionQuery, staleTime: 0 });
      },
    });
  }, [queryClient, router, stream]);
  return state;
}
