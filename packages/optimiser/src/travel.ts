import type { TravelMatrix } from '@muster/domain/scheduling/problem';

/** All profiles in one array, and turned; the same array twice where every matrix is symmetric. */
export function readTravel(matrices: readonly TravelMatrix[]): { travel: Int32Array; inbound: Int32Array } {
  const size = (matrices[0]?.places ?? 0) ** 2;
  const places = matrices[0]?.places ?? 0;
  const travel = new Int32Array(size * matrices.length);
  let symmetric = true;
  matrices.forEach(({ times }, profile) => travel.set(times, profile * size));
  const inbound = new Int32Array(travel.length);
  for (let base = 0; base < travel.length; base += size) {
    for (let from = 0; from < places; from++) {
      for (let to = 0; to < places; to++) {
        const time = travel[base + from * places + to]!;
        inbound[base + to * places + from] = time;
        symmetric &&= time === travel[base + to * places + from]!;
      }
    }
  }
  return { travel, inbound: symmetric ? travel : inbound };
}
