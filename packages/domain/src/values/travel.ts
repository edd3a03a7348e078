import type { Minutes } from './minutes.ts';
import { minutes } from './minutes.ts';

/** In degrees. */
export type Position = { readonly latitude: number; readonly longitude: number };

/** Where a drive begins or ends: a site, or a technician's base. The id tells whether two are the same. */
export type Place = { readonly id: string; readonly position: Position };

/** How a business reckons its drives. */
export type TravelSettings = {
  /** How much longer roads are than the straight line. */
  readonly roadFactor: number;
  /** Kilometres of a drive that go through streets. */
  readonly streetKilometres: number;
  /** In km/h. */
  readonly streetSpeed: number;
  /** In km/h, on what remains of the drive. */
  readonly roadSpeed: number;
  readonly parking: Minutes;
  /** What every drive may take longer than it should; none where nothing is said. */
  readonly buffer?: Minutes;
  /** Whether technicians drive to their first visit and home from the last in working hours, or in their own time. */
  readonly countsBaseDrives: boolean;
  /** What a routing service knows; none where there is no such service. */
  readonly roads?: RoadTimes;
};

/** Whole minutes at the wheel from one place to another, by the codes of both. */
export type RoadTimes = ReadonlyMap<number, ReadonlyMap<number, number>>;

export const defaultTravel: TravelSettings = {
  roadFactor: 1.35,
  streetKilometres: 10,
  streetSpeed: 35,
  roadSpeed: 55,
  parking: minutes(4),
  countsBaseDrives: true,
};

/** The mean radius, as the haversine formula takes the earth for a sphere. */
const EARTH_KILOMETRES = 6371;
const RADIANS = Math.PI / 180;

/** About a metre: nobody's drive is told apart by less, and a position that is written again with more digits stays the same place. */
const STEPS_IN_DEGREE = 100_000;
const STEPS_AROUND = 360 * STEPS_IN_DEGREE + 1;

/** How long it takes to get from one place to the other and to park there, with the reserve: whole minutes, rounded up. */
export function travelMinutes(from: Place, to: Place, settings: TravelSettings): Minutes {
  if (from.id === to.id) return minutes(0);
  return roadMinutes(from, to, settings) ?? estimatedMinutes(from, to, settings);
}

/** By road, where a routing service has told of it. */
export function roadMinutes(from: Place, to: Place, settings: TravelSettings): Minutes | undefined {
  const driven = settings.roads?.get(placeCode(from.position))?.get(placeCode(to.position));
  return driven === undefined ? undefined : minutes(driven + settings.parking + (settings.buffer ?? 0));
}

/** Reckoned from the straight line: the same there and back. */
export function estimatedMinutes(from: Place, to: Place, settings: TravelSettings): Minutes {
  const road = straightKilometres(from.position, to.position) * settings.roadFactor;
  const streets = Math.min(road, settings.streetKilometres);
  const hours = streets / settings.streetSpeed + (road - streets) / settings.roadSpeed;
  return minutes(Math.ceil(hours * 60 + settings.parking + (settings.buffer ?? 0)));
}

/** A position as one whole number, rounded to five decimals: what road times are known by, in the database and on a board. */
export function placeCode({ latitude, longitude }: Position): number {
  const north = Math.round((latitude + 90) * STEPS_IN_DEGREE);
  return north * STEPS_AROUND + Math.round((longitude + 180) * STEPS_IN_DEGREE);
}

export function positionOf(code: number): Position {
  const north = Math.floor(code / STEPS_AROUND);
  return {
    latitude: Number((north / STEPS_IN_DEGREE - 90).toFixed(5)),
    longitude: Number(((code % STEPS_AROUND) / STEPS_IN_DEGREE - 180).toFixed(5)),
  };
}

/** Haversine: exact enough for near points, where the spherical law of cosines loses digits. */
export function straightKilometres(a: Position, b: Position): number {
  const north = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const across = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  return 2 * EARTH_KILOMETRES * Math.asin(Math.sqrt(Math.min(1, north * north + across * east * east)));
}
