import type { Route, TakenBreak } from '@muster/domain/dispatch/scheduling/problem';

/** A stop with the time at which it ends. */
export type TimedStop = { readonly visit: string; readonly start: number; readonly end: number };

/** The stops as a route of a shift or outside every shift. Of two that start at once the one that takes no time comes first. */
export function routeOf(
  technician: string,
  shift: string | undefined,
  stops: readonly TimedStop[],
  breaks: readonly TakenBreak[],
): Route {
  const sorted = stops.toSorted((a, b) => a.start - b.start || a.end - b.end);
  const route = { technician, stops: sorted.map(({ visit, start }) => ({ visit, start })), breaks };
  return shift === undefined ? route : { ...route, shift };
}
