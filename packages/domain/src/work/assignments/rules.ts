import { type EpochMinutes, minuteAt, dateOf } from '../../values/minutes.ts';

/** How far somebody is with a visit, in order. */
export const progressSteps = ['none', 'en route', 'on site', 'done'] as const;
export type Progress = (typeof progressSteps)[number];

/** As many visits as are moved, taken off or dispatched with one command. */
export const MOST_TOGETHER = 200;

/** The first of what somebody selects, as many as one command takes. */
export function firstTogether(visits: ReadonlySet<string>): ReadonlySet<string> {
  return visits.size <= MOST_TOGETHER ? visits : new Set([...visits].slice(0, MOST_TOGETHER));
}

/** Which rules somebody may break who says why. */
export const overridable = ['overlap', 'travel', 'window', 'shift', 'absence'] as const;

/** Offered to whoever breaks one, until a business has reasons of its own. */
export const CUSTOMER_AGREED = 'Customer agreed';
const usualReasons = [CUSTOMER_AGREED, 'Technician agreed', 'Emergency'];
/** More are slower to read than to type. */
const MOST_OFFERED = 6;

/** What a business gives as reasons, the most used first, and then the usual ones; each once, however it is spelt. */
export function offeredReasons(used: readonly string[]): string[] {
  const offered = new Map<string, string>();
  for (const reason of [...used, ...usualReasons])
    if (!offered.has(reason.toLowerCase())) offered.set(reason.toLowerCase(), reason);
  return [...offered.values()].slice(0, MOST_OFFERED);
}

/** The minute that a moment of a row is in. */
export function minuteOf(moment: string): EpochMinutes {
  return minuteAt(moment);
}

/** A moment as the database tells it in rows, so that the same moment is the same text. */
export function momentText(at: EpochMinutes): string {
  return rowMoment(dateOf(at));
}

/** Without the noughts behind the fraction. */
export function rowMoment(at: Date): string {
  return at.toISOString().replace(/(?:\.000|(\.\d*?)0*)Z$/, '$1+00:00');
}

/** Nobody goes back by telling once more, with a better time, what was told before. */
export function furthest(a: Progress, b: Progress): Progress {
  return progressSteps.indexOf(a) > progressSteps.indexOf(b) ? a : b;
}
