import { MutationCache, QueryCache, QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { codes } from '@muster/domain/values/code';
import { ApiError, isUnauthenticated } from './api.ts';

const retries = 2;

/** `onSignedOut` is called whenever the server says that the session is over. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error) => {
    if (isUnauthenticated(error)) onSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError(error) {
        onError(error);
        // Above every page is said since when, and why.
        if (error instanceof ApiError && error.code === codes.readOnly)
          void client.invalidateQueries({ queryKey: ['session'] });
      },
    }),
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
  return client;
}

/** In seconds: whoever is asked to wait for longer reads why. */
const moment = 5;

/** Only what may be gone in a moment is worth asking again; a refusal stays a refusal. */
export function isPassing(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, retryAfter = Number.POSITIVE_INFINITY } = error;
  return status === 0 || status >= 500 || (status === codes.tooMany && retryAfter <= moment);
}

/** For a query's `structuralSharing`: the answer to an earlier question may arrive last. */
export function newer<T extends { version: number }>(known: T | undefined, read: T): T {
  return known && known.version > read.version ? known : replaceEqualDeep(known, read);
}
