import { epochMinutes, type EpochMinutes } from '../values/minutes.ts';

/** How far somebody is with a visit, in order. */
export const progressSteps = ['none', 'en route', 'on site', 'done'] as const;
export type Progress = (typeof progressSteps)[number];

/** Which rules somebody may break who says why. */
export const overridable = ['overlap', 'travel', 'window', 'shift', 'absence'] as const;

const MILLISECONDS = 60_000;

/** The minute that a moment of a row is in. */
export function minuteOf(moment: string): EpochMinutes {
  return epochMinutes(Math.floor(Date.parse(moment) / MILLISECONDS));
}

/** A moment as the database tells it in rows, so that the same moment is the same text. */
export function momentText(at: EpochMinutes): string {
  return rowMoment(new Date(at * MILLISECONDS));
}

/** Without the noughts behind the fraction. */
export function rowMoment(at: Date): string {
  return at.toISOString().replace(/(?:\.000|(\.\d*?)0*)Z$/, '$1+00:00');
}

/** Nobody goes back by telling once more, with a better time, what was told before. */
export function furthest(a: Progress, b: Progress): Progress {
  return progressSteps.indexOf(a) > progressSteps.indexOf(b) ? a : b;
}
