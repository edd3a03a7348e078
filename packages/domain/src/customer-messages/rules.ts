import type { VisitState } from '../scheduling/board/rows.ts';
import { dateAt, type LocalDate, type LocalTime, momentOf, timeAt } from '../values/local-time.ts';
import { type EpochMinutes, minutes, minutesAfter } from '../values/minutes.ts';

/** What a customer is told of a visit. */
export const messageKinds = ['confirmed', 'changed', 'cancelled', 'on the way'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** Why a customer who should have been told was not. */
export const messageProblems = ['no address', 'too many'] as const;

/** How long a visit has to be left alone before its customer is told: an undo in that time costs nobody a mail. */
export const MESSAGE_WAIT_SECONDS = 60;

/** As long as the windows that are offered by default. */
const ARRIVAL = minutes(120);

/** Somebody who says now that they set out longer ago than this is telling what was. */
const NEWS_MINUTES = 30;

/** When a customer can expect somebody to arrive. */
export interface Arrival {
  readonly from: EpochMinutes;
  readonly to: EpochMinutes;
}

interface Promised {
  readonly on_date: string | null;
  readonly window_from: string | null;
  readonly window_to: string | null;
}

/**
 * What was promised, as long as the visit is planned for it. Otherwise two hours from the full hour before the start, as the clocks
 * at the site show it: whoever is moved by some minutes keeps the same promise.
 */
export function arrivalOf(promised: Promised, start: EpochMinutes, zone: string): Arrival {
  const { on_date, window_from, window_to } = promised;
  const date = dateAt(start, zone);
  if (window_from !== null && window_to !== null && (on_date ?? date) === date) {
    const [from, to] = [window_from, window_to].map((time) =>
      momentOf(date satisfies LocalDate, time as LocalTime, zone),
    ) as [EpochMinutes, EpochMinutes];
    if (from <= start && start <= to) return { from, to };
  }
  const from = minutesAfter(start, minutes(-Number(timeAt(start, zone).slice(3))));
  return { from, to: minutesAfter(from, ARRIVAL) };
}

/** What a customer was told last. */
export interface Told extends Arrival {
  readonly kind: MessageKind;
}

export interface VisitNow {
  readonly state: VisitState;
  /** None where nobody comes. */
  readonly arrival: Arrival | undefined;
  readonly enRouteAt: EpochMinutes | undefined;
}

/** What there is to be told, with what it replaces. */
export interface MessageDue extends Told {
  readonly was?: Arrival;
}

/**
 * The difference between what a customer was told last and what is true now. So it does not matter how often, by which way and in
 * which order a visit was changed in between; and nothing is said of what is over.
 */
export function messageDue(
  told: Told | undefined,
  { state, arrival, enRouteAt }: VisitNow,
  now: EpochMinutes,
): MessageDue | undefined {
  const expected = told?.kind === 'cancelled' ? undefined : told;
  if (state === 'unscheduled' || state === 'cancelled')
    return expected && expected.to > now ? { ...rangeOf(expected), kind: 'cancelled' } : undefined;
  if (arrival === undefined) return undefined;
  if (state === 'en route') {
    const isNews = enRouteAt !== undefined && now - enRouteAt <= NEWS_MINUTES;
    return isNews && expected?.kind !== 'on the way' ? { ...arrival, kind: 'on the way' } : undefined;
  }
  // What is planned again, because its dispatch was undone, is decided later.
  if (state !== 'dispatched' || arrival.to <= now) return undefined;
  if (expected && !isSame(expected, arrival)) return { ...arrival, kind: 'changed', was: rangeOf(expected) };
  // Whoever was said to be on the way is not any more: what was promised before holds again.
  return expected && expected.kind !== 'on the way' ? undefined : { ...arrival, kind: 'confirmed' };
}

function rangeOf({ from, to }: Arrival): Arrival {
  return { from, to };
}

function isSame(a: Arrival, b: Arrival): boolean {
  return a.from === b.from && a.to === b.to;
}
