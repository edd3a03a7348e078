import type { Position } from '@muster/domain/scheduling/travel';
import type { DayMap } from './day-map.ts';

/** West, south, east and north in degrees. */
export type Extent = readonly [west: number, south: number, east: number, north: number];

/** All that can be shown: Australia with its islands, and a margin. */
export const country: Extent = [92, -48, 172, -6];
/** Where there is nothing to show, the land itself. */
const mainland: Extent = [112.5, -43.8, 154, -10.5];

/** The smallest box with everything in it. What waits counts only where nobody has anything to do: it may be far off. */
export function extentOf({ routes, waiting }: DayMap): Extent {
  const stops = routes.flatMap((route) => route.stops);
  const places = (stops.length > 0 ? stops : waiting).map(({ visit }) => visit.row.site.position);
  const bases = routes
    .filter((route) => stops.length === 0 || route.stops.length > 0)
    .map(({ base }) => base);
  const all = [...places, ...bases].filter((place): place is Position => place !== null);
  if (all.length === 0) return mainland;
  const [xs, ys] = [all.map(({ longitude }) => longitude), all.map(({ latitude }) => latitude)];
  return [lowest(xs), lowest(ys), -lowest(xs.map((x) => -x)), -lowest(ys.map((y) => -y))];
}

function lowest(numbers: readonly number[]): number {
  return numbers.reduce((low, one) => Math.min(low, one), Infinity);
}
