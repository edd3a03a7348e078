import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Board, BoardDay, BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import { timeline } from '@muster/domain/dispatch/scheduling/board/timeline';
import type { Position } from '@muster/domain/values/travel';
import type { PositionKind } from '@muster/domain/work/sites/positions';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import type { Feature, FeatureCollection } from 'geojson';
import type { Extent } from '../../../../lib/map/ground.ts';
import { type LegLine, straightLine } from './leg-line.ts';

type Colour = BoardTables['technicians'][number]['colour'];

/** A visit of somebody's day, or one that waits. */
export interface Stop {
  readonly visit: BoardVisit;
  readonly start: EpochMinutes | null;
}

/** A technician's day: from the base, from visit to visit, and home. */
interface Route {
  readonly technician: string;
  readonly name: string;
  readonly colour: Colour;
  readonly base: Position | null;
  /** In the order in which they are driven to. */
  readonly stops: readonly Stop[];
  /** The lines of the drives. */
  readonly legs: readonly (readonly Position[])[];
}

/** What a map of a day shows. */
export interface DayMap {
  readonly routes: readonly Route[];
  readonly waiting: readonly Stop[];
}

/** The days of the technicians given, in their order, and what waits to be planned. */
export function dayMap(
  board: Board,
  tables: BoardTables,
  day: BoardDay,
  order: readonly string[],
  lineOf: LegLine = straightLine,
): DayMap {
  const colours = new Map(tables.technicians.map(({ id, colour }) => [id, colour]));
  const waiting = [...board.visits.values()]
    .filter(({ row }) => row.state === 'unscheduled')
    .toSorted((a, b) => (urgency(a) < urgency(b) ? -1 : 1));
  return {
    routes: order.map((technician) =>
      routeOf(board, technician, colours.get(technician) ?? 'slate', day, lineOf),
    ),
    waiting: waiting.map((visit) => ({ visit, start: null })),
  };
}

function urgency({ row }: BoardVisit): string {
  return `${row.priority} ${row.dueBy ?? row.date ?? '9999'} ${row.number}`;
}

function routeOf(board: Board, technician: string, colour: Colour, day: BoardDay, lineOf: LegLine): Route {
  const { name, base } = board.technicians.get(technician)!.row;
  const { bookings, legs } = timeline(board, technician, day);
  // Where a leg has no visit, it begins or ends at the base.
  const placeOf = (visit: string | null) =>
    visit === null ? base : board.visits.get(visit)!.row.site.position;
  return {
    technician,
    name,
    colour,
    base,
    stops: bookings.map(({ visit, start }) => ({ visit, start })),
    legs: legs.flatMap((leg) => {
      const [from, to] = [placeOf(leg.from), placeOf(leg.to)];
      return from && to ? [lineOf(from, to)] : [];
    }),
  };
}

/** The map with one technician's route alone. What waits stays: it is what somebody looks for room for. */
export function alone(map: DayMap, technician: string | undefined): DayMap {
  const route = map.routes.find((one) => one.technician === technician);
  return route ? { ...map, routes: [route] } : map;
}

/** A place on the map where there is work: a dot, with a number where several visits lie on it. */
export interface Spot {
  readonly id: string;
  readonly at: Position;
  /** What waits comes first. */
  readonly stops: readonly Stop[];
  /** Of whoever goes there; none where several do, or nobody yet. */
  readonly colour: Colour | null;
  readonly isWaiting: boolean;
  /** How anybody knows that it is there. */
  readonly kind: PositionKind;
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
    kind: [...stops.values()][0]!.visit.row.site.positionKind,
    isUrgent: [...stops.values()].some(({ start, visit }) => start === null && visit.row.priority === 'P1'),
    crews,
    label: stops.size > 1 ? String(stops.size) : label,
  }));
}

/** What the layers of the map draw. Each feature has its `id` among its properties, by which its state is set. */
export function spotFeatures(spots: readonly Spot[]): FeatureCollection {
  return collection(
    spots.map(({ id, at, colour, isWaiting, kind, isUrgent, stops, label }) =>
      feature(
        { type: 'Point', coordinates: pair(at) },
        { id, colour: colour ?? 'none', isWaiting, kind, isUrgent, count: stops.length, label },
      ),
    ),
  );
}

export function legFeatures({ routes }: DayMap): FeatureCollection {
  return collection(
    routes.flatMap(({ technician, colour, legs }) =>
      legs.map((line) =>
        feature({ type: 'LineString', coordinates: line.map(pair) }, { id: technician, colour }),
      ),
    ),
  );
}

export function baseFeatures({ routes }: DayMap): FeatureCollection {
  return collection(
    routes.flatMap(({ technician, name, colour, base }) =>
      base === null
        ? []
        : [feature({ type: 'Point', coordinates: pair(base) }, { id: technician, name, colour })],
    ),
  );
}

/** The pictures that the layers show of these. */
export function imagesOf({ routes }: Pick<DayMap, 'routes'>, spots: readonly Spot[]): Set<string> {
  return new Set([
    ...routes.flatMap(({ colour }) => [`base-${colour}`, `arrow-${colour}`]),
    ...spots.flatMap(({ label }) => (label === '' ? [] : [`label-${label}`])),
  ]);
}

function feature(geometry: Feature['geometry'], properties: Record<string, unknown>): Feature {
  return { type: 'Feature', geometry, properties };
}

function collection(features: Feature[]): FeatureCollection {
  return { type: 'FeatureCollection', features };
}

function pair({ longitude, latitude }: Position): [number, number] {
  return [longitude, latitude];
}

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

/** What stands for visits on the map: their dots, and the routes that they are on. */
export function markingsIn({ routes }: Pick<DayMap, 'routes'>, spots: readonly Spot[]) {
  const spotOf = new Map(spots.flatMap(({ id, stops }) => stops.map(({ visit }) => [visit.row.id, id])));
  const goingTo = new Map<string, string[]>();
  for (const { technician, stops } of routes)
    for (const { visit } of stops)
      goingTo.set(visit.row.id, [...(goingTo.get(visit.row.id) ?? []), technician]);
  return (visits: readonly string[]) => ({
    spots: [...new Set(visits.flatMap((visit) => spotOf.get(visit) ?? []))],
    technicians: [...new Set(visits.flatMap((visit) => goingTo.get(visit) ?? []))],
  });
}
