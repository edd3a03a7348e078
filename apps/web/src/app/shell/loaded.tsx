import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from '../../lib/kit/problem.tsx';

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => Promise<unknown> };
  /** What could not be loaded, as the title of the error goes on: "your team". */
  what: string;
  skeleton: ReactNode;
  children: (data: T) => ReactNode;
}

/** Loading, failed or loaded. Data stays on the screen while it is read again. */
export function Loaded<T>({ query, what, skeleton, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) {
    return (
      <Problem title={`We couldn’t load ${what}`} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return skeleton;
}
