import type { TravelMatrix } from '@muster/domain/scheduling/problem';

import type { Model, Times } from './model.ts';

/** The longest time that two bytes hold. */
const LONGEST_SHORT = 65_535;

/** From one node to another with the vehicle of route r. For rich models. */
export function drive({ travel, place, places, rich }: Model, r: number, from: number, to: number): number {
  return travel[rich!.base[r]! + place[from]! * places + place[to]!]!;
}

/** All profiles in one array. A question reads few of them; a search wants them small, and turned where the way back takes another time. */
export function readTravel(
  matrices: readonly TravelMatrix[],
  forSearch: boolean,
): { travel: Times; inbound: Times } {
  const places = matrices[0]?.places ?? 0;
  const isReady = matrices.length === 1 && !forSearch;
  const travel = isReady ? matrices[0]!.times : joined(matrices, places * places);
  if (!forSearch || matrices.every(({ times }) => isSymmetric(times, places)))
    return { travel, inbound: travel };
  const inbound = travel.slice();
  for (let base = 0; base < travel.length; base += places * places) {
    for (let from = 0; from < places; from++) {
      for (let to = 0; to < places; to++)
        inbound[base + to * places + from] = travel[base + from * places + to]!;
    }
  }
  return { travel, inbound };
}

function joined(matrices: readonly TravelMatrix[], size: number): Times {
  const length = size * matrices.length;
  const all = matrices.every(({ times }) => isShort(times))
    ? new Uint16Array(length)
    : new Int32Array(length);
  matrices.forEach(({ times }, profile) => all.set(times, profile * size));
  return all;
}

function isShort(times: Int32Array): boolean {
  for (let i = 0; i < times.length; i++) if (times[i]! < 0 || times[i]! > LONGEST_SHORT) return false;
  return true;
}

function isSymmetric(times: Int32Array, places: number): boolean {
  for (let from = 1; from < places; from++)
    for (let to = 0; to < from; to++)
      if (times[from * places + to] !== times[to * places + from]!) return false;
  return true;
}
