import type { RoadTimes } from '../../values/travel.ts';
import { placeCode, positionOf } from '../../values/travel.ts';
import type { BoardTables } from '../board/schema.ts';
import type { BoardRoads } from './schema.ts';

export const noRoads: BoardRoads = { places: [], times: [] };

/** What a board carries, as the rules of a schedule ask it. */
export function roadTimes({ places, times }: BoardRoads): RoadTimes {
  return new Map(
    times.map(([from, ...drives]) => {
      const own = new Map<number, number>();
      for (let at = 0; at < drives.length; at += 2) own.set(places[drives[at]!]!, drives[at + 1]!);
      return [places[from!]!, own];
    }),
  );
}

/** Every place that somebody on a board may drive to or from, once each. */
export function placesOnBoard({ sites, technicians }: Pick<BoardTables, 'sites' | 'technicians'>): number[] {
  const bases = technicians.flatMap(({ base_latitude: latitude, base_longitude: longitude }) =>
    latitude === null || longitude === null ? [] : [placeCode({ latitude, longitude })],
  );
  return [...new Set([...bases, ...sites.map(placeCode)])];
}

/** Where people of a stretch of the board go, by the codes of places. */
export interface Journeys {
  /** Of each technician in the order of their visits. */
  readonly routes: readonly { readonly base: number | null; readonly stops: readonly number[] }[];
  readonly waiting: readonly number[];
}

/** Drives by where they begin. */
export type Drives = ReadonlyMap<number, ReadonlySet<number>>;

export interface WantedRoads {
  /** Places between which there are drives to ask for, the most useful first. None is larger than a table may be. */
  readonly groups: readonly (readonly number[])[];
  readonly drives: Drives;
}

/** Of a board that is too large for one table, every place is asked about with about so many around it. */
const NEIGHBOURS = 40;
/** Beyond, only drives that somebody has to make are asked for. */
const MOST_PLACES = 5_000;

/**
 * The drives that a board needs: along each route and to and from its base, and between places that lie near each other, which is where
 * somebody moves a visit to and where the optimiser looks. Those between any two would be too many to ask for and to carry about.
 */
export function wantedRoads({ routes, waiting }: Journeys, largest: number): WantedRoads {
  const drives = new Map<number, Set<number>>();
  const want = (from: number, to: number) => {
    const own = drives.get(from);
    if (from === to) return;
    if (own === undefined) drives.set(from, new Set([to]));
    else own.add(to);
  };
  const both = (a: number, b: number) => {
    want(a, b);
    want(b, a);
  };
  const along = routes.flatMap(({ base, stops }) =>
    stretchesOf(stops, base === null ? largest : largest - 1).map((stretch) => {
      stretch.forEach((stop, at) => {
        if (base !== null) both(base, stop);
        if (at > 0) both(stretch[at - 1]!, stop);
      });
      return Array.from(new Set(base === null ? stretch : [base].concat(stretch)));
    }),
  );
  const places = new Set([
    ...routes.flatMap(({ base, stops }) => (base === null ? stops : [base, ...stops])),
    ...waiting,
  ]);
  const near = neighbourhoods([...places].slice(0, MOST_PLACES), largest);
  for (const group of near) for (const from of group) for (const to of group) want(from, to);
  return { groups: [...along, ...near], drives };
}

/** A long route in parts; each begins where the one before ends. */
function stretchesOf(stops: readonly number[], longest: number): (readonly number[])[] {
  if (stops.length <= longest) return stops.length > 0 ? [stops] : [];
  return [stops.slice(0, longest), ...stretchesOf(stops.slice(longest - 1), longest)];
}

/** Halves the map where it is widest until few enough are together. */
function neighbourhoods(places: readonly number[], largest: number): number[][] {
  if (places.length <= largest) return [[...places]];
  const most = Math.min(NEIGHBOURS, largest);
  const halve = (group: readonly Spot[]): Spot[][] => {
    if (group.length <= most) return [[...group]];
    const axis = extent(group, 'north') > extent(group, 'east') ? 'north' : 'east';
    const sorted = group.toSorted((a, b) => a[axis] - b[axis]);
    const middle = Math.floor(sorted.length / 2);
    return [...halve(sorted.slice(0, middle)), ...halve(sorted.slice(middle))];
  };
  return halve(places.map(spotOf)).map((group) => group.map(({ code }) => code));
}

type Spot = { readonly code: number; readonly north: number; readonly east: number };

function spotOf(code: number): Spot {
  const { latitude, longitude } = positionOf(code);
  // A degree of longitude is shorter, the further it is from the equator.
  return { code, north: latitude, east: longitude * Math.cos((latitude * Math.PI) / 180) };
}

function extent(group: readonly Spot[], axis: 'north' | 'east'): number {
  let [least, most] = [Infinity, -Infinity];
  for (const spot of group) {
    least = Math.min(least, spot[axis]);
    most = Math.max(most, spot[axis]);
  }
  return most - least;
}

/** The tables that ask for all wanted drives but those that are known: groups together, as far as they fit into one. */
export function tablesToAsk({ groups, drives }: WantedRoads, known: Drives, largest: number): number[][] {
  const isMissing = (from: number, to: number) =>
    drives.get(from)?.has(to) === true && known.get(from)?.has(to) !== true;
  const tables: Set<number>[] = [];
  for (const group of groups) {
    const needed = group.filter((a) => group.some((b) => isMissing(a, b) || isMissing(b, a)));
    if (needed.length === 0) continue;
    const together = new Set([...(tables.at(-1) ?? []), ...needed]);
    if (tables.length > 0 && together.size <= largest) tables[tables.length - 1] = together;
    else tables.push(new Set(needed));
  }
  return tables.map((table) => Array.from(table));
}
