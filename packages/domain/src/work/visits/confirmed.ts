import { dateAt, timeAt } from '../../values/local-time.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import type { Agreed } from './promise.ts';
import type { VisitState } from './states.ts';

/**
 * Whether what a customer confirmed still holds: the visit asks for that day and arrival, and is not planned for another. A draft of
 * the board is no plan that anybody knows of: until it is dispatched, what was agreed counts.
 */
export function isStillConfirmed(
  confirmed: Agreed,
  visit: Agreed & { readonly state: VisitState },
  start: EpochMinutes | null,
  zone: string,
): boolean {
  const { on_date, window_from, window_to } = confirmed;
  if (start === null || window_from === null || window_to === null) return false;
  const isAsked =
    visit.on_date === on_date && visit.window_from === window_from && visit.window_to === window_to;
  if (!isAsked || visit.state === 'planned') return isAsked;
  const time = timeAt(start, zone);
  return dateAt(start, zone) === on_date && window_from <= time && time <= window_to;
}
