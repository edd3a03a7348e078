import { timeline } from '@muster/domain/scheduling/board/timeline';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';

/** A stretch of one day as it lies on the screen. */
interface AxisDay {
  readonly day: BoardDay;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly left: number;
  readonly width: number;
}

/** Time from left to right: the hours of one day or of several, side by side. */
export interface Axis {
  readonly days: readonly AxisDay[];
  readonly width: number;
  /** Pixels of a minute. */
  readonly scale: number;
}

/** The hours of a day that are shown, in minutes from its beginning. */
export interface OpenHours {
  readonly from: number;
  readonly to: number;
}

const HOUR = 60;
const usualHours: OpenHours = { from: 7 * HOUR, to: 18 * HOUR };

/** From the first thing to the last, on whichever of the days it is; on a single day, with an hour around them. */
export function openHours(board: Board, days: readonly BoardDay[]): OpenHours {
  let [from, to] = [Infinity, -Infinity];
  const take = (day: BoardDay, start: number, end: number) => {
    from = Math.min(from, start - day.start);
    to = Math.max(to, Math.min(end, day.end) - day.start);
  };
  for (const day of days)
    for (const id of board.technicians.keys()) {
      const { shifts, bookings } = timeline(board, id, day);
      for (const { start, end } of [...shifts, ...bookings]) take(day, start, end);
    }
  if (from > to) return usualHours;
  const around = days.length === 1 ? 1 : 0;
  return {
    from: Math.max(0, Math.floor(from / HOUR - around) * HOUR),
    to: Math.ceil(to / HOUR + around) * HOUR,
  };
}

export function layOutAxis(days: readonly BoardDay[], { from, to }: OpenHours, scale: number): Axis {
  let left = 0;
  const laid = days.map((day) => {
    const start = epochMinutes(day.start + from);
    const end = epochMinutes(Math.min(day.end, day.start + to));
    const width = (end - start) * scale;
    const placed = { day, start, end, left, width };
    left += width;
    return placed;
  });
  return { days: laid, width: left, scale };
}

/** Where a moment lies. One that is not shown lies at the nearest edge of what is. */
export function leftOf({ days, width, scale }: Axis, at: number): number {
  for (const { start, end, left } of days) {
    if (at < start) return left;
    if (at < end) return left + (at - start) * scale;
  }
  return width;
}

/** The moment at a place; before the first and after the last the axis goes on. */
export function momentAt({ days, scale }: Axis, left: number): EpochMinutes {
  const found = days.findLast((one) => one.left <= left) ?? days[0]!;
  return epochMinutes(Math.round(found.start + (left - found.left) / scale));
}

/** All zones of the country are multiples of a quarter of an hour away from each other. */
export function snapTo(at: number, step: number): EpochMinutes {
  return epochMinutes(Math.round(at / step) * step);
}

/** A working day is in sight without scrolling; of several days, as much as leaves one visit apart from the next. */
const workingDay = 12 * 60;
const smallest = 0.25;
/** More days than these are a week, in which a visit is a line in the cell of its day. */
const mostTimelines = 3;
/** A time and the beginning of a name. */
const smallestCellPx = 108;

export function isWeek(days: readonly unknown[]): boolean {
  return days.length > mostTimelines;
}

export function scaleFor(width: number, minutes: number, days: number): number {
  if (days > mostTimelines) return Math.max(smallestCellPx * days, width) / Math.max(1, minutes);
  return Math.max(smallest, width / Math.max(1, days === 1 ? Math.min(workingDay, minutes) : minutes));
}
