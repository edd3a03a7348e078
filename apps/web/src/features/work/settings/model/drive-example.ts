import type { Business } from '../api.ts';
import { travelMinutes, type TravelSettings } from '@muster/domain/values/travel';

/** What the numbers come to: how long a drive takes that is so far as the crow flies. */
export function driveMinutes(kilometres: number, travel: Business['travel']): number {
  const equator = (longitude: number) => ({ id: String(longitude), position: { latitude: 0, longitude } });
  // Along the equator a degree is always as long.
  const degrees = kilometres / ((2 * Math.PI * 6371) / 360);
  return travelMinutes(equator(0), equator(degrees), travel as TravelSettings);
}
