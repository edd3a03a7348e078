import type { Problem } from '@muster/domain/dispatch/scheduling/problem';
import { defaultWeights } from '@muster/domain/dispatch/scheduling/problem';

import { createRandom, nextBelow } from '../search/random.ts';

/** Alike vehicles, one window and one load each: the path without the rich rules. */
export function samplePlain(seed: number, visits: number, maxDuration?: number): Problem {
  const random = createRandom(seed);
  const places = visits + 1;
  const points = Array.from(
    { length: places },
    () => [nextBelow(random, 100), nextBelow(random, 100)] as const,
  );
  const between = (a: readonly [number, number], b: readonly [number, number]) =>
    Math.floor(Math.hypot(a[0] - b[0], a[1] - b[1]));
  return {
    travel: [{ places, times: Int32Array.from(points.flatMap((a) => points.map((b) => between(a, b)))) }],
    technicians: Array.from({ length: 4 }, (_, t) => ({
      id: `t${t}`,
      name: `t${t}`,
      skills: [],
      capacity: [30],
      shifts: [
        { id: 'day', start: 0, end: 500, startPlace: 0, endPlace: 0, ...(maxDuration && { maxDuration }) },
      ],
    })),
    visits: Array.from({ length: visits }, (_, v) => {
      const start = nextBelow(random, 300);
      const windows = [{ start, end: start + nextBelow(random, 150) }];
      const loads = [nextBelow(random, 12)];
      return { id: `v${v}`, place: v + 1, duration: nextBelow(random, 20), windows, loads };
    }),
    weights: { ...defaultWeights, fairness: 0 },
  };
}
