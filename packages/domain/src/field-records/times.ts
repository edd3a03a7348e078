import { clockMinutes } from '../values/minutes.ts';
import { standing } from './rules.ts';
import type { FieldRecord } from './schema.ts';

type Noted = Pick<FieldRecord, 'kind' | 'content' | 'noted_at' | 'created_at' | 'retracted_at'>;

/** From the arrival to the end of the work; what nobody has told is null. */
export interface Stay {
  readonly arrived_at: string | null;
  readonly done_at: string | null;
  /** Between the two, as `minutesOnSite` counts them. */
  readonly minutes: number | null;
}

export interface TimesOnSite extends Stay {
  /** What the times were before somebody corrected them; null: nobody did. */
  readonly measured: Stay | null;
  /** Why they were corrected. */
  readonly reason: string | null;
}

interface Told {
  readonly on_site_at: string | null;
  readonly done_at: string | null;
}

/**
 * When somebody arrived, when they were done and how long they were there: as they told on the way, or as the latest correction has
 * it, which says why and leaves what was measured to be seen beside it. A correction of somebody who does not have the visit is no
 * more than a note. What is told after a correction was measured, however late it comes: the correction stands.
 */
export function timesOnSite(told: Told, records: readonly Noted[]): TimesOnSite {
  const now = stayOf(told);
  const correction = correctionIn(records);
  if (!correction) return { ...now, measured: null, reason: null };
  const corrected = stayOf(correction);
  const measured = isSame(now, corrected) ? stayOf(correction.measured ?? nothing) : now;
  return { ...corrected, measured, reason: correction.reason };
}

/** The correction that counts, as it is written down. */
export interface Correction extends Told {
  readonly reason: string;
  /** What was told on the way; null, or not written down, where it is a note alone. */
  readonly measured?: Told | null;
}

const nothing: Told = { on_site_at: null, done_at: null };

/** The latest that still stands. */
export function correctionIn(records: readonly Noted[]): Correction | undefined {
  return standing(records)
    .filter(({ kind }) => kind === 'time')
    .map(({ content }) => content as unknown as Correction)
    .findLast(isCorrection);
}

/** Whether it changes the times; else it is a note of somebody who does not have the visit, or was erased with its customer. */
export function isCorrection({ measured, on_site_at }: Partial<Correction>): boolean {
  return measured !== null && measured !== undefined && on_site_at !== undefined;
}

function stayOf({ on_site_at, done_at }: Told): Stay {
  return { arrived_at: on_site_at, done_at, minutes: minutesOnSite({ on_site_at, done_at }) };
}

/** By the clock, as the times beside it; null where one is missing, or the end was told as before the arrival. */
export function minutesOnSite({ on_site_at, done_at }: Told): number | null {
  if (on_site_at === null || done_at === null) return null;
  const length = clockMinutes(on_site_at, done_at);
  return length < 0 ? null : length;
}

function isSame(a: Stay, b: Stay): boolean {
  return isMoment(a.arrived_at, b.arrived_at) && isMoment(a.done_at, b.done_at);
}

/** The same moment may be written in two ways. */
function isMoment(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && Date.parse(a) === Date.parse(b));
}
