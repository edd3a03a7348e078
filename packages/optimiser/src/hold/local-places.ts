import type { TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Spot } from './block.ts';
import { driveBetween } from './block.ts';

/** The few places that one technician's days are about, numbered from 0. -1 stands for one that is not known yet. */
export type LocalPlaces = { readonly spots: Spot[]; readonly numbers: Map<Spot, number> };

export function createPlaces(): LocalPlaces {
  return { spots: [], numbers: new Map() };
}

export function numberOf({ spots, numbers }: LocalPlaces, spot: Spot): number {
  const known = numbers.get(spot);
  if (known !== undefined) return known;
  numbers.set(spot, spots.length);
  return spots.push(spot) - 1;
}

/** The drives between them. */
export function localMatrix({ spots }: LocalPlaces, matrix: TravelMatrix | undefined): TravelMatrix {
  const places = spots.length;
  const times = new Int32Array(places * places);
  for (let from = 0; from < places; from++)
    for (let to = 0; to < places; to++)
      if (isKnown(spots[from]!) && isKnown(spots[to]!) && (from !== to || typeof spots[from] === 'number'))
        times[from * places + to] = driveBetween(matrix, spots[from]!, spots[to]!);
  return { places, times };
}

function isKnown(spot: Spot): boolean {
  return typeof spot !== 'number' || spot >= 0;
}
