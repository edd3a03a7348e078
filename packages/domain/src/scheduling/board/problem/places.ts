import type { TravelMatrix } from '../../problem.ts';
import type { Place, TravelSettings } from '../../travel.ts';
import { estimatedMinutes, roadMinutes } from '../../travel.ts';

/** The rows of a travel matrix, numbered as they come up. */
export type Places = { readonly numbers: Map<string, number>; readonly list: Place[] };

/** Row 0: no known place, which is no drive away from anywhere. */
const NOWHERE = 0;

export function createPlaces(): Places {
  return { numbers: new Map(), list: [] };
}

export function placeNumber({ numbers, list }: Places, place: Place | null): number {
  if (place === null) return NOWHERE;
  const known = numbers.get(place.id);
  if (known !== undefined) return known;
  list.push(place);
  numbers.set(place.id, list.length);
  return list.length;
}

/** Estimates are the same there and back, so that each is reckoned once; by road the way back may be another. */
export function travelMatrix({ list }: Places, settings: TravelSettings): TravelMatrix {
  const places = list.length + 1;
  const times = new Int32Array(places * places);
  for (let a = 1; a < places; a++)
    for (let b = a + 1; b < places; b++) {
      const [here, there] = [list[a - 1]!, list[b - 1]!];
      const estimate = estimatedMinutes(here, there, settings);
      times[a * places + b] = roadMinutes(here, there, settings) ?? estimate;
      times[b * places + a] = roadMinutes(there, here, settings) ?? estimate;
    }
  return { places, times };
}
