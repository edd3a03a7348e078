import { findSlots } from '@muster/optimiser/find-slot';
import { sampleDays } from '@muster/optimiser/sample-day';
import { solve } from '@muster/optimiser/solve';

import { clock } from './clock.ts';

const ASKED = 100;

/** Milliseconds to offer five slots for a visit on a day of 160. */
export function measureSlots(
  seed: number,
): { readonly asked: number; readonly median: number; readonly slowest: number }[] {
  const day = sampleDays({ technicians: 20, visitsPerDay: 160, days: 1, seed });
  const { plan } = solve(day, { seed, stop: { iterations: 5000 } });
  const times = day.visits.slice(0, ASKED).map(({ id }) => {
    const began = clock();
    findSlots(day, plan, id, 1);
    return clock() - began;
  });
  const sorted = times.sort((a, b) => a - b);
  return [{ asked: ASKED, median: sorted[ASKED / 2] ?? 0, slowest: sorted.at(-1) ?? 0 }];
}
