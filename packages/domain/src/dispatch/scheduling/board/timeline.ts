import type { EpochMinutes, Minutes } from '../../../values/minutes.ts';
import { epochMinutes, minutes } from '../../../values/minutes.ts';
import type { Place } from '../../../values/travel.ts';
import { roadMinutes, travelMinutes } from '../../../values/travel.ts';
import type {
  Board,
  BoardBreak,
  BoardDay,
  BoardShift,
  Booking,
  ShiftPart,
  Span,
  AbsenceRow,
} from './board.ts';
import { bookingsOfPart, drivesBetween, noBookings, countBefore, spanAround } from './bookings.ts';
import { placeBreaks } from './breaks.ts';
import { technicianOf } from './board.ts';

/** One technician's day, for drawing. */
export type Timeline = {
  readonly holiday: string | null;
  readonly shifts: readonly BoardShift[];
  readonly absences: readonly AbsenceRow[];
  readonly bookings: readonly Booking[];
  readonly legs: readonly Leg[];
  readonly breaks: readonly Span[];
  /** Breaks for which the visits leave no time. */
  readonly squeezed: readonly BoardBreak[];
  readonly load: Load;
};

/** A drive, drawn so that it arrives just in time, and how much of it there is no time for. */
export type Leg = Span & {
  /** Visits; none for the base. */
  readonly from: string | null;
  readonly to: string | null;
  readonly drive: Minutes;
  /** Whether a routing service has told how long it takes; an estimate otherwise. */
  readonly isByRoad: boolean;
  readonly short: Minutes;
};

export type Load = {
  readonly work: Minutes;
  readonly travel: Minutes;
  /** Working hours without absences and breaks. */
  readonly available: Minutes;
  /** Share of the available time that is spent on visits and drives; none on a day off. */
  readonly utilisation: number | null;
};

export function timeline(board: Board, id: string, day: BoardDay): Timeline {
  const technician = technicianOf(board, id);
  const all = board.bookings.get(id) ?? noBookings;
  const parts = technician.parts.filter((part) => isOn(day, part));
  const first = countBefore(all.list, day.start);
  const bookings = all.list.slice(first, countBefore(all.list, day.end));
  const legs = bookings.flatMap((_, i) => legsAt(board, technician.parts, all.list, first + i));
  const placed = parts.map((part) => {
    const own = bookingsOfPart(all, part, technician.parts);
    return { part, ...placeBreaks(part, own, board.business.travel) };
  });
  return {
    holiday: day.holiday,
    shifts: technician.shifts.filter((shift) => isOn(day, shift)),
    absences: technician.absences.filter(({ start, end }) => start < day.end && end > day.start),
    bookings,
    legs,
    breaks: placed.flatMap(({ part, taken }) =>
      taken.map(({ rule, start }) => span(start, start + part.breaks[rule]!.length)),
    ),
    squeezed: placed.flatMap(({ squeezed }) => squeezed),
    load: loadOf(parts, bookings, legs),
  };
}

/** A shift belongs to the day on which it begins. */
function isOn(day: BoardDay, { start }: Span): boolean {
  return start >= day.start && start < day.end;
}

/** The drive to a visit, and the one home where it is the last. */
function legsAt(
  { business }: Board,
  parts: readonly ShiftPart[],
  list: readonly Booking[],
  index: number,
): Leg[] {
  const [before, booking, after] = [list[index - 1], list[index]!, list[index + 1]];
  const part = spanAround(parts, booking.start, booking.end);
  const comesFromVisit = before !== undefined && drivesBetween(parts, part, before);
  const goesToVisit = after !== undefined && drivesBetween(parts, part, after);
  const leg = (from: End, to: End, start: number, end: number): Leg => {
    const drive = travelMinutes(from.place, to.place, business.travel);
    const isByRoad = roadMinutes(from.place, to.place, business.travel) !== undefined;
    const short = minutes(Math.max(0, drive - Math.max(0, end - start)));
    return { from: from.id, to: to.id, drive, isByRoad, short, ...span(Math.max(start, end - drive), end) };
  };
  const here = endAt(booking);
  const legs: Leg[] = [];
  if (comesFromVisit) {
    // Where visits overlap there is no drive to draw.
    if (before.end <= booking.start) legs.push(leg(endAt(before), here, before.end, booking.start));
  } else if (part?.startPlace)
    legs.push(leg({ id: null, place: part.startPlace }, here, part.start, booking.start));
  if (part?.endPlace && !goesToVisit) {
    const home = leg(here, { id: null, place: part.endPlace }, booking.end, part.latestEnd);
    legs.push({ ...home, ...span(booking.end, booking.end + home.drive) });
  }
  return legs;
}

type End = { readonly id: string | null; readonly place: Place };

function endAt({ id, visit }: Booking): End {
  return { id, place: visit.place };
}

function loadOf(parts: readonly ShiftPart[], bookings: readonly Booking[], legs: readonly Leg[]): Load {
  const work = sum(bookings.map(({ start, end }) => end - start));
  const travel = sum(legs.map(({ drive }) => drive));
  const available = sum(
    parts.map(({ start, end, breaks }) => end - start - sum(breaks.map(({ length }) => length))),
  );
  return { work, travel, available, utilisation: available > 0 ? (work + travel) / available : null };
}

function sum(values: readonly number[]): Minutes {
  return minutes(values.reduce((total, value) => total + value, 0));
}

function span(start: number, end: number): { start: EpochMinutes; end: EpochMinutes } {
  return { start: epochMinutes(start), end: epochMinutes(end) };
}

/** An estimate is told as one. */
export function driveWords({ drive, isByRoad }: Pick<Leg, 'drive' | 'isByRoad'>): string {
  return isByRoad ? `${drive} min by road` : `about ${drive} min drive`;
}
