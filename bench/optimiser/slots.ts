import { findSlots } from '@muster/optimiser/find-slot';
import { sampleDays } from '@muster/optimiser/samples/days';
import { solve } from '@muster/optimiser/solve';

import { clock } from './clock.ts';

/** Milliseconds to offer five slots, for each visit of a day of 160: as it is, and as a visit for two. */
export function measureSlots(seed: number): {
  readonly asked: number;
  readonly first: number;
  readonly median: number;
  readonly slowest: number;
}[] {
  const day = sampleDays({ technicians: 20, visitsPerDay: 160, days: 1, seed });
  const { schedule } = solve(day, { seed, stop: { iterations: 5000 } });
  const asked = [1, 2].flatMap((crew) =>
    day.visits.map(({ id }) => ({
      id,
      problem: { ...day, visits: day.visits.map((v) => (v.id === id ? Object.assign({}, v, { crew }) : v)) },
    })),
  );
  const times = asked.map(({ id, problem }) => {
    const began = clock();
    findSlots(problem, schedule, id);
    return clock() - began;
  });
  const first = times[0] ?? 0;
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return [{ asked: asked.length, first, median, slowest: sorted.at(-1) ?? 0 }];
}
