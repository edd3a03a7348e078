import type { TravelMatrix } from '@muster/domain/dispatch/scheduling/problem';

import { travelTime } from '@muster/domain/dispatch/scheduling/walk';
import type { Model, Times } from './model.ts';

/** The longest time that two bytes hold. */
const LONGEST_SHORT = 65_535;

/** From one node to another with the vehicle of route r. For rich models. */
export function drive({ travel, place, places, rich }: Model, r: number, from: number, to: number): number {
  return travel[rich.base[r]! + place[from]! * places + place[to]!]!;
}

/**
 * Of matrices whose drives are reckoned when they are asked for: those between the places of these nodes, which get numbers of their own.
 * The few days that a question is about have few places, whatever else there is on the board.
 */
export function usedPlaces(
  travel: readonly TravelMatrix[],
  given: Int32Array,
): { readonly matrices: readonly TravelMatrix[]; readonly place: Int32Array } {
  if (!travel.some(({ timeOf }) => timeOf)) return { matrices: travel, place: given };
  const used = [...new Set(given)];
  const numbers = new Map(used.map((place, number) => [place, number]));
  const matrices = travel.map((matrix) => {
    const times = new Int32Array(used.length * used.length);
    for (let from = 0; from < used.length; from++)
      for (let to = 0; to < used.length; to++)
        times[from * used.length + to] = travelTime(matrix, used[from]!, used[to]!);
    return { places: used.length, times };
  });
  return { matrices, place: given.map((place) => numbers.get(place)!) };
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
