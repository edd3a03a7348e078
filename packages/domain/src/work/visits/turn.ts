import { type EpochMinutes, minuteAt } from '../../values/minutes.ts';
import { isOver, type VisitState } from './states.ts';

interface Booked {
  readonly state: VisitState;
  readonly starts_at: string;
  readonly ends_at: string;
}

/**
 * Which booked visits still come, the first of them next, and which are overdue: their time has passed, and it was not said how they
 * went. The soonest first.
 */
export function inTurn<Visit>(
  visits: readonly Visit[],
  bookedOf: (visit: Visit) => Booked,
  now: EpochMinutes,
): { overdue: Visit[]; next: Visit[] } {
  const open = visits
    .filter((visit) => !isOver(bookedOf(visit).state) && bookedOf(visit).state !== 'cancelled')
    .toSorted((a, b) => minuteAt(bookedOf(a).starts_at) - minuteAt(bookedOf(b).starts_at));
  const isPast = (visit: Visit) => minuteAt(bookedOf(visit).ends_at) <= now;
  return { overdue: open.filter(isPast), next: open.filter((visit) => !isPast(visit)) };
}
