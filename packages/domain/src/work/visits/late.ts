import type { EpochMinutes, Minutes } from '../../values/minutes.ts';
import { minutes, minutesAfter } from '../../values/minutes.ts';
import type { VisitState } from './states.ts';

/** In minutes: traffic is no reason to ring anybody. */
export const GRACE = 10;
/** In minutes: nobody says "seven minutes late". */
const STEP = 5;
/** In minutes: the longest that a visit can be said to run late. What should have been done on another day is no delay any more. */
export const MOST_LATE = 12 * 60;

/** Whoever is there is not late any more. */
export const awaited: ReadonlySet<VisitState> = new Set(['planned', 'dispatched', 'en route']);

/** How late somebody will be at a visit, and when that is, if the customer is to be told of it. */
export interface LateNews {
  readonly by: Minutes;
  readonly expected: EpochMinutes;
}

/** Nothing where that is in time, or where the customer was told of that time already. */
export function lateNewsOf(
  { state, start }: { readonly state: VisitState; readonly start: EpochMinutes },
  arrival: EpochMinutes,
  told: EpochMinutes | undefined,
): LateNews | undefined {
  if (!awaited.has(state) || arrival - start > MOST_LATE) return undefined;
  const by = minutes(Math.ceil((arrival - start) / STEP) * STEP);
  const expected = minutesAfter(start, by);
  const isKnown = told !== undefined && Math.abs(told - expected) < STEP;
  return by > GRACE && !isKnown ? { by, expected } : undefined;
}
