import type { Problem } from '@muster/domain/dispatch/scheduling/problem';

/** The earliest time at which anything could be planned; 0 where there is nothing to plan. */
export function firstTime({ technicians, visits }: Problem): number {
  let first = Infinity;
  for (const { shifts } of technicians) {
    for (const { start, breaks = [] } of shifts)
      first = Math.min(first, start, smallest(breaks.map(({ earliest }) => earliest)));
  }
  for (const { windows, pinned } of visits)
    first = Math.min(first, windows[0]?.start ?? Infinity, pinned?.start ?? Infinity);
  return first === Infinity ? 0 : first;
}

export function fromZero(time: number | undefined, zero: number): number | undefined {
  return time === undefined ? undefined : time - zero;
}

export function smallest(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity);
}

export function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), -Infinity);
}
