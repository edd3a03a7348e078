import type { TravelSettings } from '../../../values/travel.ts';
import { travelMinutes } from '../../../values/travel.ts';
import type { BoardBreak, Booking, ShiftPart } from './board.ts';

/** `rule` is the index among the breaks of the part. */
type PlacedBreak = { readonly rule: number; readonly start: number };

type PlacedBreaks = {
  readonly taken: readonly PlacedBreak[];
  /** Those that are due and for which there is no time. */
  readonly squeezed: readonly BoardBreak[];
};

/** The time between two visits, at the start of the part or after its last visit. */
type Gap = { time: number; readonly end: number; drive: number; readonly isLast: boolean };

/** Nobody plans breaks by hand: each is taken as soon as the visits and drives leave time for it, the drive before or after. */
export function placeBreaks(
  part: ShiftPart,
  bookings: readonly Booking[],
  settings: TravelSettings,
): PlacedBreaks {
  const taken: PlacedBreak[] = [];
  const squeezed: BoardBreak[] = [];
  const last = bookings.at(-1);
  if (last === undefined || part.breaks.length === 0) return { taken, squeezed };
  const gaps = gapsOf(part, bookings, settings);
  let g = 0;
  part.breaks.forEach((pause, rule) => {
    const isDue = last.end + gaps.at(-1)!.drive > pause.latest;
    for (let at = g; at < gaps.length; at++) {
      const start = startIn(gaps[at]!, pause);
      if (start === undefined || (gaps[at]!.isLast && !isDue)) continue;
      taken.push({ rule, start });
      take(gaps[at]!, start, pause.length);
      g = at;
      return;
    }
    if (isDue) squeezed.push(pause);
  });
  return { taken, squeezed };
}

function gapsOf(part: ShiftPart, bookings: readonly Booking[], settings: TravelSettings): Gap[] {
  const gaps: Gap[] = [];
  let time: number = part.start;
  let place = part.startPlace;
  for (const { start, end, visit } of bookings) {
    const drive = place === null ? 0 : travelMinutes(place, visit.place, settings);
    gaps.push({ time, end: start, drive, isLast: false });
    time = end;
    ({ place } = visit);
  }
  const home = place === null || part.endPlace === null ? 0 : travelMinutes(place, part.endPlace, settings);
  return [...gaps, { time, end: part.latestEnd, drive: home, isLast: true }];
}

/** Rest first and drive then, or else the other way round. After the last visit the way home comes last. */
function startIn(gap: Gap, { earliest, latest, length }: BoardBreak): number | undefined {
  const rested = Math.max(gap.time, earliest);
  if (rested <= latest && rested + length + gap.drive <= gap.end) return rested;
  const driven = Math.max(gap.time + gap.drive, earliest);
  return !gap.isLast && driven <= latest && driven + length <= gap.end ? driven : undefined;
}

function take(gap: Gap, start: number, length: number): void {
  const hasDriven = !gap.isLast && start - gap.time >= gap.drive;
  if (hasDriven) gap.drive = 0;
  gap.time = start + length;
}
