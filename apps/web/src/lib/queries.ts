import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isUnauthenticated } from './api.ts';

const retries = 2;

/** `onSignedOut` is called whenever the server says that the session is over. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthenticated(error)) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The live connection tells what has changed, so nothing grows stale by itself.
        staleTime: Number.POSITIVE_INFINITY,
        retry: (failures, error) => failures < retries && isPassing(error),
        // A query that paused because the browser believes to be offline would never show its error.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Only what may be gone in a moment is worth asking again; a refusal stays a refusal. */
export function isPassing(error: Error): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}
