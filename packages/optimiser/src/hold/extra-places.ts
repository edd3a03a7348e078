import type { TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Spot } from './block.ts';
import { driveBetween } from './block.ts';

/** Adds a row and a column to every matrix for each block that begins at another place than it ends. */
export function addPlaces(
  travel: readonly TravelMatrix[],
  spots: readonly Spot[],
): { readonly travel: readonly TravelMatrix[]; readonly number: (spot: Spot) => number } {
  const before = travel[0]?.places ?? 0;
  const blocks = [...new Set(spots.filter((spot) => typeof spot !== 'number'))];
  const numbers = new Map<Spot, number>(blocks.map((block, i) => [block, before + i]));
  const number = (spot: Spot): number => (typeof spot === 'number' ? spot : numbers.get(spot)!);
  if (blocks.length === 0) return { travel, number };
  const places = before + blocks.length;
  const wider = travel.map((matrix) => {
    const times = new Int32Array(places * places);
    for (let from = 0; from < before; from++)
      times.set(matrix.times.subarray(from * before, (from + 1) * before), from * places);
    for (const [block, own] of numbers) {
      for (let other = 0; other < places; other++) {
        const spot = other < before ? other : blocks[other - before]!;
        if (other === own) continue;
        times[own * places + other] = driveBetween(matrix, block, spot);
        times[other * places + own] = driveBetween(matrix, spot, block);
      }
    }
    return { places, times };
  });
  return { travel: wider, number };
}
