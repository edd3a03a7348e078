import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { comparisonQuery } from '../api.ts';
import { LIVE } from '../model/compare-search.ts';
import { turnedRound } from '../model/contrasts.ts';

/** Two boards compared, the left one first. It is the server that reckons, from the side of a scenario. */
export function useComparison(left: string, right: string, date?: string) {
  const isTurned = right === LIVE;
  const [own, other] = isTurned ? [left, right] : [right, left];
  const { data, ...rest } = useQuery({
    ...comparisonQuery(own, other === LIVE ? undefined : other, date),
    placeholderData: keepPreviousData,
  });
  const comparison = useMemo(() => (data && isTurned ? turnedRound(data) : data), [data, isTurned]);
  return { ...rest, data: comparison };
}
