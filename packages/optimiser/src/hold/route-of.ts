import type { Route, Stop, TakenBreak } from '@muster/domain/scheduling/problem';

/** The stops in order, as a route of a shift or outside every shift. */
export function routeOf(
  technician: string,
  shift: string | undefined,
  stops: readonly Stop[],
  breaks: readonly TakenBreak[],
): Route {
  const route = { technician, stops: stops.toSorted((a, b) => a.start - b.start), breaks };
  return shift === undefined ? route : { ...route, shift };
}
