import type { Correction } from '../field-records/rules.ts';
import { type Step, steps, type Tap } from './schema.ts';

/** When somebody set out, arrived and was done; what nobody has told is null. */
export interface Times {
  readonly en_route_at: string | null;
  readonly on_site_at: string | null;
  readonly done_at: string | null;
}

export const stepColumns = { 'en route': 'en_route_at', 'on site': 'on_site_at', done: 'done_at' } as const;

interface Member {
  readonly technician_id: string;
  readonly is_lead: boolean;
}

type Told = Pick<Tap, 'technician_id' | 'step' | 'at' | 'retracted_at'>;

/**
 * What was measured of one of a crew, from taps in the order in which they arrived. Their own taps count, and what the office told of
 * all; whoever has not tapped moves with the lead, and on the way there with whoever has: a helper may leave before the work is done.
 * `known` is what is known from before taps were kept.
 */
export function measuredTimes(
  technician: string,
  crew: readonly Member[],
  taps: readonly Told[],
  known: Times,
): Times {
  const lead = crew.find(({ is_lead }) => is_lead)?.technician_id;
  const of = (ids: readonly (string | null | undefined)[]) => (tap: Told) => ids.includes(tap.technician_id);
  const everybody = [null, ...crew.map((member) => member.technician_id)];
  const measured = (step: Step): string | null => {
    const told = taps.filter((tap) => tap.step === step && of([technician, ...everybody])(tap));
    if (told.length === 0) return known[stepColumns[step]];
    const standing = told.filter(({ retracted_at }) => retracted_at === null);
    const found =
      standing.findLast(of([technician, null])) ??
      standing.findLast(of([lead])) ??
      (step === 'done' ? undefined : standing.findLast(of(everybody)));
    return found?.at ?? null;
  };
  const [en_route_at, on_site_at, done_at] = steps.map(measured) as [
    string | null,
    string | null,
    string | null,
  ];
  return { en_route_at, on_site_at, done_at };
}

/** What was measured with a correction on top. One that was made before the end says nothing of the end. */
export function countingTimes(measured: Times, correction: Correction | undefined): Times {
  if (!correction) return measured;
  const { on_site_at, done_at } = correction;
  return { ...measured, on_site_at, done_at: done_at ?? measured.done_at };
}

/** More than this is no matter of a slow line: the clock is wrong. */
const CLOCK_OFF_SECONDS = 120;

/** By how many seconds a clock is ahead, where that is too much to be believed. */
export function clockOff(seconds: number | null | undefined): number | null {
  return typeof seconds === 'number' && Math.abs(seconds) > CLOCK_OFF_SECONDS ? Math.round(seconds) : null;
}

/** A moment by a clock that is off, by one that is not. */
export function byServerClock(moment: string, off: number | null): string {
  return off === null ? moment : new Date(Date.parse(moment) - off * 1_000).toISOString();
}
