import { minutes, minutesBetween } from '../../../values/minutes.ts';
import { travelMinutes } from '../../travel.ts';
import { bookingsOfPart, drivesBetween, noBookings } from '../bookings.ts';
import { placeBreaks } from '../breaks.ts';
import type { BoardBreak, BoardShift, Booking } from '../prepared.ts';
import type { OwnQuestion, Question } from '../question.ts';
import type { Finding } from '../reasons.ts';
import { lastStarted, spanAround } from '../search.ts';

export function shift(question: OwnQuestion): Finding[] {
  const { technician, start, end } = question;
  const id = technician.row.id;
  const around = spanAround(technician.shifts, start, end);
  if (around === undefined) return [outside(question)];
  const findings: Finding[] = [];
  if (start < around.start) {
    const by = minutesBetween(start, around.start);
    findings.push({ rule: 'shift', technician: id, miss: 'early', at: around.start, by });
  }
  const { back, latestEnd } = workEnd(question, around);
  const over = minutes(back - around.end);
  if (back > latestEnd)
    findings.push({ rule: 'shift', technician: id, miss: 'late', at: around.end, by: over });
  else if (over > 0) findings.push({ rule: 'overtime', technician: id, at: around.end, by: over });
  return findings;
}

/** When the technician is done, with the way home after the last visit, and when work has to be over. */
function workEnd(question: OwnQuestion, around: BoardShift): { back: number; latestEnd: number } {
  const { board, technician, visit, part, neighbours, end } = question;
  // Whoever leaves for an absence drives there in their own time, and works no overtime after it.
  if (part === undefined || part.end !== around.end) return { back: end, latestEnd: around.end };
  const isLast = neighbours.after === undefined || !drivesBetween(technician.parts, part, neighbours.after);
  const home =
    isLast && part.endPlace !== null ? travelMinutes(visit.place, part.endPlace, board.business.travel) : 0;
  return { back: end + home, latestEnd: part.latestEnd };
}

/** Wholly outside working hours: after or before the shift of that day, or on a day without one. */
function outside({ board, technician: { row, shifts }, visit, start, end }: OwnQuestion): Finding {
  const { duration } = visit.row;
  const day = lastStarted(board.days, start);
  const own = shifts.filter(({ date }) => date === day?.date);
  const before = own.findLast((given) => given.end <= start);
  const after = own.find((given) => given.start >= end);
  const common = { rule: 'shift', technician: row.id } as const;
  if (before !== undefined)
    return { ...common, miss: 'late', at: before.end, by: minutesBetween(before.end, end) };
  if (after !== undefined)
    return { ...common, miss: 'early', at: after.start, by: minutesBetween(start, after.start) };
  return { ...common, miss: 'day off', by: duration };
}

export function absence({ technician: { row, absences }, start, end }: OwnQuestion): Finding[] {
  return absences.flatMap((away) => {
    const by = minutes(Math.min(end, away.end) - Math.max(start, away.start));
    return by > 0 ? [{ rule: 'absence', technician: row.id, absence: away, by }] : [];
  });
}

export function holiday({ board, start }: Question): Finding[] {
  const name = lastStarted(board.days, start)?.holiday ?? null;
  return name === null ? [] : [{ rule: 'holiday', name }];
}

/** Breaks for which there was time before, and is none with this visit. */
export function breaks(question: OwnQuestion): Finding[] {
  const { board, technician, visit, part, start, end } = question;
  if (part === undefined || part.breaks.every((pause) => isOutOfReach(question, pause))) return [];
  const bookings = board.bookings.get(technician.row.id) ?? noBookings;
  const others = bookingsOfPart(bookings, part, technician.parts, visit.row.id);
  const at = others.findLastIndex((other) => other.start <= start) + 1;
  const own: Booking = { id: visit.row.id, start, end, visit };
  const { travel } = board.business;
  const { squeezed } = placeBreaks(part, others.toSpliced(at, 0, own), travel);
  if (squeezed.length === 0) return [];
  const before = placeBreaks(part, others, travel).squeezed;
  return squeezed
    .filter((pause) => !before.includes(pause))
    .map(({ earliest, length }) => ({ rule: 'break', technician: technician.row.id, earliest, length }));
}

/** Whether another visit lies between this one and all times of the break. That spares most of the work, most of the time. */
function isOutOfReach(question: OwnQuestion, { earliest, latest, length }: BoardBreak): boolean {
  const { technician, part, neighbours } = question;
  const { before, after } = neighbours;
  return (
    (after !== undefined && after.start <= earliest && drivesBetween(technician.parts, part, after)) ||
    (before !== undefined && before.end >= latest + length && drivesBetween(technician.parts, part, before))
  );
}
