import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyList } from '../empty-list.tsx';
import { Problem } from '../problem.tsx';
import type { Records } from './use-records.ts';

interface ListStatesProps {
  records: Records<unknown>;
  /** As in "technicians". */
  what: string;
  isFiltered: boolean;
  onClear: () => void;
  /** What is shown where there is nothing at all yet: what belongs here, and the first step. */
  empty: ReactNode;
  /** The list itself. */
  children: ReactNode;
}

/** A list, or what stands in its place: nothing there yet, nothing that matches, or nothing that could be loaded. */
export function ListStates({ records, what, isFiltered, onClear, empty, children }: ListStatesProps) {
  const { rows, isLoading, isOld, error, retry } = records;
  if (error) {
    const title = `We couldn’t load your ${what}`;
    return (
      <div className="list-page__state">
        <Problem title={title} error={error} onRetry={retry} />
      </div>
    );
  }
  if (isLoading || isOld || rows.length > 0) return children;
  return (
    <div className="list-page__state">
      {isFiltered ? (
        <EmptyList
          title="No results"
          text={`No ${what} match your search and filters. Try fewer words, or clear a filter.`}
          action={<Button onClick={onClear}>See all {what}</Button>}
        />
      ) : (
        empty
      )}
    </div>
  );
}
