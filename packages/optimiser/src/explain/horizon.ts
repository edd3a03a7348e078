import type { Problem } from '@muster/domain/dispatch/scheduling/problem';

import { largest, smallest } from '../model/span.ts';

/** From the first to the last time of a problem. */
export type Horizon = { readonly start: number; readonly end: number };

export function horizonOf({ technicians, visits }: Problem): Horizon {
  const shifts = technicians.flatMap((technician) => technician.shifts);
  const windows = visits.flatMap((visit) => visit.windows);
  return {
    start: smallest([...shifts, ...windows].map(({ start }) => start)),
    end: largest([...shifts.map(({ end, latestEnd }) => latestEnd ?? end), ...windows.map(({ end }) => end)]),
  };
}
