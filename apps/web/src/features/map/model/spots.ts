import type { Position } from '@muster/domain/scheduling/travel';
import type { Colour, DayMap, Stop } from './day-map.ts';

/** A place on the map where there is work: a dot, with a number where several visits lie on it. */
export interface Spot {
  readonly id: string;
  readonly at: Position;
  /** What waits comes first. */
  readonly stops: readonly Stop[];
  /** Of whoever goes there; none where several do, or nobody yet. */
  readonly colour: Colour | null;
  readonly isWaiting: boolean;
  /** Whether one of those that wait there cannot wait long. */
  readonly isUrgent: boolean;
  /** Who goes to each visit, by name. */
  readonly crews: ReadonlyMap<string, readonly string[]>;
  /** Beside the dot: how many, or on a route that is shown alone, which. */
  readonly label: string;
}

interface Found {
  at: Position;
  stops: Map<string, Stop>;
  colours: Set<Colour>;
  crews: Map<string, string[]>;
  label: string;
}

/** Visits at one address are one spot; a visit of a crew is one visit. */
export function spotsOf({ routes, waiting }: DayMap, isNumbered: boolean): Spot[] {
  const found = new Map<string, Found>();
  const add = (stop: Stop, colour: Colour | null, label: string, name?: string) => {
    const { id, site } = stop.visit.row;
    const { latitude, longitude } = site.position;
    const key = `${latitude} ${longitude}`;
    const spot = found.get(key) ?? {
      at: site.position,
      stops: new Map(),
      colours: new Set(),
      crews: new Map(),
      label,
    };
    found.set(key, spot);
    spot.stops.set(id, stop);
    if (colour) spot.colours.add(colour);
    if (name !== undefined) spot.crews.set(id, [...(spot.crews.get(id) ?? []), name]);
  };
  for (const stop of waiting) add(stop, null, '');
  for (const { stops, colour, name } of routes)
    for (const [at, stop] of stops.entries()) add(stop, colour, isNumbered ? String(at + 1) : '', name);
  return [...found].map(([id, { at, stops, colours, crews, label }]) => ({
    id,
    at,
    stops: [...stops.values()],
    colour: colours.size === 1 ? [...colours][0]! : null,
    isWaiting: colours.size === 0,
    isUrgent: [...stops.values()].some(({ start, visit }) => start === null && visit.row.priority === 'P1'),
    crews,
    label: stops.size > 1 ? String(stops.size) : label,
  }));
}
