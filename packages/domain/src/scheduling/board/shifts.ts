import type { Calendar } from '../../values/calendar.ts';
import type { LocalTime } from '../../values/local-time.ts';
import type { EpochMinutes, Minutes } from '../../values/minutes.ts';
import { epochMinutes, minutesAfter } from '../../values/minutes.ts';
import type { Place } from '../travel.ts';
import type { BoardBreak, BoardDay, BoardShift, ShiftPart, Span } from './prepared.ts';
import type { BusinessRow, WorkingHours, WorkingWeek } from './rows.ts';

/** The working hours of a week on these days, in order. Overtime ends where the next shift begins. */
export function expandShifts(
  calendar: Calendar,
  week: WorkingWeek,
  days: readonly BoardDay[],
  { zone, overtime }: Pick<BusinessRow, 'zone' | 'overtime'>,
): BoardShift[] {
  const shifts = days
    .flatMap((day) => {
      const weekday = calendar.weekdayOf(day.date);
      const hours = week.filter((entry) => entry.weekday === weekday);
      return hours.map((entry) => onDay(calendar, entry, day, zone));
    })
    .sort((a, b) => a.start - b.start);
  return shifts.map((shift, i) => withOvertime(shift, overtime, shifts[i + 1]));
}

type RegularShift = Omit<BoardShift, 'latestEnd'>;

function withOvertime(shift: RegularShift, overtime: Minutes, next: RegularShift | undefined): BoardShift {
  const latest = Math.min(minutesAfter(shift.end, overtime), next?.start ?? Infinity);
  return { ...shift, latestEnd: epochMinutes(Math.max(shift.end, latest)) };
}

/** Times are texts of one length, so that they compare as they follow each other in a day. */
function onDay(
  calendar: Calendar,
  { from, to, breaks }: WorkingHours,
  { date, holiday }: BoardDay,
  zone: string,
): RegularShift {
  const next = calendar.dayAfter(date);
  const at = (time: LocalTime): EpochMinutes => calendar.momentOf(time < from ? next : date, time, zone);
  return {
    date,
    start: calendar.momentOf(date, from, zone),
    end: calendar.momentOf(to <= from ? next : date, to, zone),
    breaks: breaks
      .map(({ from: opens, to: closes, length }): BoardBreak => {
        const earliest = at(opens);
        return { earliest, latest: epochMinutes(Math.max(earliest, at(closes) - length)), length };
      })
      .sort((a, b) => a.earliest - b.earliest),
    isHoliday: holiday !== null,
  };
}

/** What absences leave of the shifts. The day begins and ends at the base, but not where it begins or ends with an absence. */
export function partsOfShifts(
  shifts: readonly BoardShift[],
  absences: readonly Span[],
  base: Place | null,
): ShiftPart[] {
  return shifts.flatMap((shift) => {
    const away = absences.filter(({ start, end }) => start < shift.latestEnd && end > shift.start);
    const parts: ShiftPart[] = [];
    let start = shift.start;
    let startPlace = base;
    const add = (end: EpochMinutes, latestEnd: EpochMinutes, endPlace: Place | null): void => {
      if (end <= start) return;
      const id = `${shift.date}/${start}`;
      const breaks = breaksWithin(shift.breaks, start, latestEnd, parts);
      parts.push({ id, start, end, latestEnd, breaks, startPlace, endPlace, isHoliday: shift.isHoliday });
    };
    for (const absence of away) {
      const isInOvertime = absence.start >= shift.end;
      const end = isInOvertime ? shift.end : absence.start;
      add(end, isInOvertime ? absence.start : end, isInOvertime ? base : null);
      start = epochMinutes(Math.max(start, absence.end));
      startPlace = null;
    }
    add(shift.end, shift.latestEnd, base);
    return parts;
  });
}

/** A break belongs to the first part in which it can be taken. */
function breaksWithin(
  breaks: readonly BoardBreak[],
  start: EpochMinutes,
  latestEnd: EpochMinutes,
  before: readonly ShiftPart[],
): BoardBreak[] {
  return breaks.flatMap(({ earliest, latest, length }) => {
    const first = Math.max(earliest, start);
    const last = Math.min(latest, latestEnd - length);
    const isTaken = before.some((part) => part.latestEnd - length >= earliest && part.start <= latest);
    if (first > last || isTaken) return [];
    return [{ earliest: epochMinutes(first), latest: epochMinutes(last), length }];
  });
}
