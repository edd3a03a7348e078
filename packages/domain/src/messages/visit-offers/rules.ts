import { dateAt } from '../../values/local-time.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import { minuteOf } from '../../work/assignments/rules.ts';
import { type Agreed, usualWindows } from '../../work/visits/promise.ts';

/** As many times as a customer chooses from. */
export const OFFERS = 5;
/** For how long they can choose: after that the board is another one. */
export const OFFER_MINUTES = 30;
/** So far ahead a customer may look on. */
export const OFFER_DAYS = 28;

/** A place that the visit could have on the board, and the arrival that is said of it. */
export interface FreeSlot {
  readonly technicians: readonly string[];
  readonly starts_at: string;
  readonly window_from: string;
  readonly window_to: string;
}

export interface FreeTime extends FreeSlot {
  readonly on_date: string;
}

/**
 * What of the free places a customer is offered: no sooner than the business wants, each arrival once, whoever comes, and not the one
 * that they have. Where there are arrivals as they are usually promised, those alone: nobody chooses from five to six at dawn beside them.
 */
export function offersFrom(
  slots: readonly FreeSlot[],
  { earliest, zone, now }: { earliest: EpochMinutes; zone: string; now: Agreed | null },
): FreeTime[] {
  const offers = new Map<string, FreeTime>();
  for (const slot of slots) {
    const start = minuteOf(slot.starts_at);
    const offer = { ...slot, on_date: dateAt(start, zone) };
    const key = keyOf(offer);
    if (start < earliest || (now !== null && key === keyOf(now)) || offers.has(key)) continue;
    offers.set(key, offer);
  }
  const all = [...offers.values()];
  const usual = all.filter(isUsual);
  return (usual.length > 0 ? usual : all)
    .slice(0, OFFERS)
    .toSorted((a, b) => minuteOf(a.starts_at) - minuteOf(b.starts_at));
}

function isUsual({ window_from, window_to }: FreeTime): boolean {
  return usualWindows.some(({ from, to }) => from === window_from && to === window_to);
}

function keyOf({ on_date, window_from, window_to }: Agreed): string {
  return `${on_date} ${window_from} ${window_to}`;
}
