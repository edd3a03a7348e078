import type { Problem, Schedule } from '@muster/domain/dispatch/scheduling/problem';
import { faultsInWords, validateProblem } from '@muster/domain/dispatch/scheduling/validate';

/** More are not worth reading. */
const MOST_TOLD = 10;

/** Throws with every fault in words when nobody could plan with this problem. */
export function refuseFaulty(problem: Problem, schedule?: Schedule): void {
  const faults = validateProblem(problem, schedule);
  if (faults.length === 0) return;
  const more = faults.length > MOST_TOLD ? `; and ${faults.length - MOST_TOLD} more` : '';
  throw new RangeError(`the problem has faults: ${faultsInWords(faults.slice(0, MOST_TOLD))}${more}`);
}
