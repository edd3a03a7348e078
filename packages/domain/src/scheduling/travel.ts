import type { Minutes } from '../values/minutes.ts';
import { minutes } from '../values/minutes.ts';

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
  /** Whether technicians drive to their first visit and home from the last in working hours, or in their own time. */
  readonly countsBaseDrives: boolean;
};

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

/** How long it takes to get from one place to the other and to park there: whole minutes, rounded up. */
export function travelMinutes(from: Place, to: Place, settings: TravelSettings): Minutes {
  if (from.id === to.id) return minutes(0);
  const road = straightKilometres(from.position, to.position) * settings.roadFactor;
  const streets = Math.min(road, settings.streetKilometres);
  const hours = streets / settings.streetSpeed + (road - streets) / settings.roadSpeed;
  return minutes(Math.ceil(hours * 60 + settings.parking));
}

/** Haversine: exact enough for near points, where the spherical law of cosines loses digits. */
function straightKilometres(a: Position, b: Position): number {
  const north = Math.sin(((b.latitude - a.latitude) * RADIANS) / 2);
  const east = Math.sin(((b.longitude - a.longitude) * RADIANS) / 2);
  const across = Math.cos(a.latitude * RADIANS) * Math.cos(b.latitude * RADIANS);
  return 2 * EARTH_KILOMETRES * Math.asin(Math.sqrt(Math.min(1, north * north + across * east * east)));
}
