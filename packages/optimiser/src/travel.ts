import type { TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Model } from './model.ts';

/** From one node to another with the vehicle of route r. For rich models. */
export function drive({ travel, place, places, rich }: Model, r: number, from: number, to: number): number {
  return travel[rich!.base[r]! + place[from]! * places + place[to]!]!;
}

/** All profiles in one array, and turned; one and the same array where there is nothing to join or to turn. */
export function readTravel(
  matrices: readonly TravelMatrix[],
  turned: boolean,
): { travel: Int32Array; inbound: Int32Array } {
  const places = matrices[0]?.places ?? 0;
  const travel = matrices.length === 1 ? matrices[0]!.times : joined(matrices, places * places);
  if (!turned || matrices.every(({ times }) => isSymmetric(times, places)))
    return { travel, inbound: travel };
  const inbound = new Int32Array(travel.length);
  for (let base = 0; base < travel.length; base += places * places) {
    for (let from = 0; from < places; from++) {
      for (let to = 0; to < places; to++)
        inbound[base + to * places + from] = travel[base + from * places + to]!;
    }
  }
  return { travel, inbound };
}

function joined(matrices: readonly TravelMatrix[], size: number): Int32Array {
  const all = new Int32Array(size * matrices.length);
  matrices.forEach(({ times }, profile) => all.set(times, profile * size));
  return all;
}

function isSymmetric(times: Int32Array, places: number): boolean {
  for (let from = 1; from < places; from++)
    for (let to = 0; to < from; to++)
      if (times[from * places + to] !== times[to * places + from]!) return false;
  return true;
}
