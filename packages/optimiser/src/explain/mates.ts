import type { Technician, Visit } from '@muster/domain/scheduling/problem';

import type { Mates } from './crew-with.ts';
import type { Fit } from './fit.ts';
import { fitWith } from './fit-with.ts';
import type { DaysOf } from './own-days.ts';

/** What is found for one technician of a crew is remembered for the next: all ask the same people. */
export function findMates(technicians: readonly Technician[], daysOf: DaysOf, visit: Visit): Mates {
  const known = new Map<string, { readonly from: number; readonly fit: Fit | undefined }[]>();
  return {
    technicians,
    fit: (technician, from) => {
      const asked = known.get(technician.id) ?? [];
      known.set(technician.id, asked);
      // Whoever can start at ten and no sooner than that, asked from nine on, can do so asked from half past nine on.
      const before = asked.find((one) => one.from <= from && from <= (one.fit?.start ?? Infinity));
      if (before !== undefined) return before.fit;
      const fit = fitWith(daysOf(technician), visit, { from, soonest: true });
      asked.push({ from, fit });
      return fit;
    },
  };
}
