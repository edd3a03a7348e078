import type { Technician, Visit } from '@muster/domain/scheduling/problem';

import type { Mates } from './crew-with.ts';
import type { Fit } from './fit.ts';
import { fitWith } from './fit-with.ts';
import type { DaysOf } from './own-days.ts';
import type { Relaxable } from './relax.ts';

/** The mates for a visit from which a rule was waived. */
export type MatesFor = (visit: Visit, waived: Relaxable | undefined) => Mates;

/** Waived for the visit, these are waived for all who do it; the others for the technician in question alone. */
const waivedForAll: ReadonlySet<Relaxable | undefined> = new Set<Relaxable>([
  'window',
  'fixed',
  'pinned',
  'skill',
]);

/** What is found for one technician of a crew is remembered for the next: all ask the same people. */
export function findMates(technicians: readonly Technician[], daysOf: DaysOf): MatesFor {
  const known = new Map<string, { readonly from: number; readonly fit: Fit | undefined }[]>();
  return (visit, waived) => ({
    technicians,
    fit: (technician, from) => {
      const key = JSON.stringify([technician.id, waivedForAll.has(waived) && waived]);
      const asked = known.get(key) ?? [];
      known.set(key, asked);
      // Whoever can start at ten and no sooner than that, asked from nine on, can do so asked from half past nine on.
      const before = asked.find((one) => one.from <= from && from <= (one.fit?.start ?? Infinity));
      if (before !== undefined) return before.fit;
      const fit = fitWith(daysOf(technician), visit, { from, soonest: true });
      asked.push({ from, fit });
      return fit;
    },
  });
}
