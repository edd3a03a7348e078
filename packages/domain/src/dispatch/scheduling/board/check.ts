import type { LocalDate } from '../../../values/local-time.ts';
import type { EpochMinutes } from '../../../values/minutes.ts';
import { minutesAfter, minutes, minutesBetween } from '../../../values/minutes.ts';
import type { Place } from '../../../values/travel.ts';
import { travelMinutes } from '../../../values/travel.ts';
import type { VisitState } from '../../../work/visits/states.ts';
import { byHand } from '../constraints.ts';
import { matchMember, startMatching } from '../crew.ts';
import type {
  Board,
  BoardVisit,
  BoardTechnician,
  ShiftPart,
  Span,
  TicketRow,
  BoardBreak,
  BoardShift,
  Booking,
} from './board.ts';
import { technicianOf } from './board.ts';
import type { Neighbours } from './bookings.ts';
import {
  neighboursOf,
  noBookings,
  bookingsOfPart,
  drivesBetween,
  spanAround,
  countBefore,
  lastStarted,
} from './bookings.ts';
import { placeBreaks } from './breaks.ts';
import type { Finding, Reason } from './reasons.ts';

const ofVisit: readonly ((question: Question) => Finding[])[] = [
  state,
  pinned,
  past,
  crew,
  crewSkills,
  window,
  lateness,
  holiday,
];

const ofTechnician: readonly ((question: OwnQuestion) => Finding[])[] = [
  inactive,
  skill,
  ticket,
  banned,
  absence,
  overlap,
  travel,
  shift,
  breaks,
  preference,
];

/**
 * Everything that speaks against these technicians doing the visit from that moment on; nothing does where the answer is
 * empty. Asked of a visit where it stands, it tells what is wrong there.
 */
export function check(
  board: Board,
  visit: BoardVisit,
  technicians: readonly string[],
  start: EpochMinutes,
): Reason[] {
  const question = askBoard(board, visit, technicians, start);
  const findings = ofVisit.flatMap((rule) => rule(question));
  for (const technician of question.technicians) {
    const own = askTechnician(question, technician);
    for (const rule of ofTechnician) findings.push(...rule(own));
  }
  return findings.map(asReason);
}

function asReason(finding: Finding): Reason {
  const answer = byHand.get(finding.rule);
  return {
    ...finding,
    kind: answer === 'warned' ? 'soft' : 'hard',
    canOverride: answer === 'refused without a reason',
  };
}

/** May these technicians do the visit from that moment on? */
type Question = {
  readonly board: Board;
  readonly visit: BoardVisit;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly technicians: readonly BoardTechnician[];
  /** Whether the answer would change anything: nobody needs to be told that what has begun, has begun. */
  readonly isMove: boolean;
};

/** The same question about one of the technicians. */
type OwnQuestion = Pick<Question, 'board' | 'visit' | 'start' | 'end'> & {
  readonly technician: BoardTechnician;
  readonly neighbours: Neighbours;
  /** Undefined where the visit lies outside every shift. */
  readonly part: ShiftPart | undefined;
};

function askBoard(
  board: Board,
  visit: BoardVisit,
  technicians: readonly string[],
  start: EpochMinutes,
): Question {
  return {
    board,
    visit,
    start,
    end: minutesAfter(start, visit.row.duration),
    technicians: technicians.map((id) => technicianOf(board, id)),
    isMove: !isThere(board, visit.row.id, technicians, start),
  };
}

function askTechnician(question: Question, technician: BoardTechnician): OwnQuestion {
  const { board, visit, start, end } = question;
  const bookings = board.bookings.get(technician.row.id) ?? noBookings;
  return {
    board,
    visit,
    start,
    end,
    technician,
    neighbours: neighboursOf(bookings, visit.row.id, start, end),
    part: spanAround(technician.parts, start, end),
  };
}

function isThere(
  { assignments }: Board,
  visit: string,
  technicians: readonly string[],
  start: EpochMinutes,
): boolean {
  const own = assignments.get(visit) ?? [];
  return (
    own.length > 0 &&
    own.length === technicians.length &&
    own.every((assignment) => assignment.start === start && technicians.includes(assignment.technician))
  );
}

/** Whether the visit has neither begun nor ended. */
function isAhead(given: VisitState): boolean {
  return given === 'unscheduled' || given === 'planned' || given === 'dispatched';
}

function state({ visit: { row }, isMove }: Question): Finding[] {
  return isMove && !isAhead(row.state) ? [{ rule: 'state', state: row.state }] : [];
}

/** The customer knows of a dispatched visit, and a pin was set on purpose. */
function pinned({ board, visit: { row }, isMove }: Question): Finding[] {
  if (!isMove) return [];
  const isPinned = (board.assignments.get(row.id) ?? []).some((assignment) => assignment.isPinned);
  return [
    ...(isPinned ? [{ rule: 'pinned', because: 'pinned' } as const] : []),
    ...(row.state === 'dispatched' ? [{ rule: 'pinned', because: 'dispatched' } as const] : []),
  ];
}

/** What was agreed about the start: the day, the window, and that nobody comes before a certain day. */
function window({ visit: { day, windows, notBefore }, start }: Question): Finding[] {
  const findings: Finding[] = [];
  if (day !== null && !isWithin(day, start)) findings.push(missed('date', day, start));
  else if (windows !== null && windows.length > 0) {
    const nearest = nearestWindow(windows, start);
    if (!isWithin(nearest, start))
      findings.push(missed(start < nearest.start ? 'early' : 'late', nearest, start));
  }
  if (notBefore !== null && start < notBefore) {
    const by = minutesBetween(start, notBefore);
    findings.push({ rule: 'window', miss: 'not before', start: notBefore, end: null, by });
  }
  return findings;
}

function lateness({ visit: { dueBy }, start }: Question): Finding[] {
  return dueBy === null || start <= dueBy
    ? []
    : [{ rule: 'lateness', dueBy, by: minutesBetween(dueBy, start) }];
}

/** What has begun is a fact, wherever it stands. */
function past({ board: { now }, visit, start, isMove }: Question): Finding[] {
  return isMove && isAhead(visit.row.state) && start < now
    ? [{ rule: 'past', by: minutesBetween(start, now) }]
    : [];
}

function missed(miss: 'date' | 'early' | 'late', { start, end }: Span, at: number): Finding {
  return { rule: 'window', miss, start, end, by: minutes(at < start ? start - at : at - end) };
}

function isWithin({ start, end }: Span, at: number): boolean {
  return start <= at && at <= end;
}

function nearestWindow(windows: readonly Span[], at: number): Span {
  const next = countBefore(windows, at + 1);
  const before = windows[next - 1];
  const after = windows[next];
  if (before === undefined) return after!;
  return after === undefined || at - before.end <= after.start - at ? before : after;
}

function inactive({ technician: { row } }: OwnQuestion): Finding[] {
  return row.isActive ? [] : [{ rule: 'inactive', technician: row.id }];
}

function banned({ visit, technician: { row } }: OwnQuestion): Finding[] {
  return visit.row.banned.includes(row.id) ? [{ rule: 'banned', technician: row.id }] : [];
}

function preference({ visit, technician: { row } }: OwnQuestion): Finding[] {
  const { preferred } = visit.row;
  return preferred.length > 0 && !preferred.includes(row.id)
    ? [{ rule: 'preference', technician: row.id }]
    : [];
}

function skill({ visit, technician: { row } }: OwnQuestion): Finding[] {
  const missing = visit.row.skills.filter((skill) => !row.skills.includes(skill));
  return missing.length === 0 ? [] : [{ rule: 'skill', technician: row.id, skills: missing }];
}

function ticket({ visit, technician: { row, skills }, start }: OwnQuestion): Finding[] {
  return visit.row.skills
    .filter((skill) => (skills.get(skill) ?? Infinity) <= start)
    .map((skill) => {
      const held = row.tickets.filter((own) => own.skill === skill);
      return { rule: 'ticket', technician: row.id, skill, expired: lastExpiry(held) };
    });
}

function lastExpiry(tickets: readonly TicketRow[]): LocalDate | null {
  return tickets.reduce<LocalDate | null>(
    (last, { expires }) => (last === null || (expires !== null && expires > last) ? expires : last),
    null,
  );
}

function crew({ visit, technicians }: Question): Finding[] {
  const given = new Set(technicians).size;
  const needed = visit.row.crewSize;
  return given === needed && technicians.length === needed ? [] : [{ rule: 'crew', needed, given }];
}

/** Those who are still missing may bring what the others lack. */
function crewSkills({ visit, technicians, start }: Question): Finding[] {
  const { crewSize } = visit.row;
  const lists = visit.row.crewSkills.filter((skills) => skills.length > 0);
  if (lists.length === 0) return [];
  const matching = startMatching(lists.length, (member, list) =>
    lists[list]!.every((skill) => proves(technicians[member]!, skill, start)),
  );
  technicians.forEach((_, member) => matchMember(matching, member));
  const open = lists.filter((_, list) => matching.holder[list]! < 0);
  return open.length <= Math.max(0, crewSize - technicians.length)
    ? []
    : [{ rule: 'skill', technician: null, skills: [...new Set(open.flat())] }];
}

function proves({ skills }: BoardTechnician, skill: string, start: number): boolean {
  return (skills.get(skill) ?? -Infinity) > start;
}

function shift(question: OwnQuestion): Finding[] {
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

function absence({ technician: { row, absences }, start, end }: OwnQuestion): Finding[] {
  return absences.flatMap((away) => {
    const by = minutes(Math.min(end, away.end) - Math.max(start, away.start));
    return by > 0 ? [{ rule: 'absence', technician: row.id, absence: away, by }] : [];
  });
}

function holiday({ board, start }: Question): Finding[] {
  const name = lastStarted(board.days, start)?.holiday ?? null;
  return name === null ? [] : [{ rule: 'holiday', name }];
}

/** Breaks for which there was time before, and is none with this visit. */
function breaks(question: OwnQuestion): Finding[] {
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

function overlap({ technician, neighbours, start, end }: OwnQuestion): Finding[] {
  return neighbours.overlapping.map((other) => ({
    rule: 'overlap',
    technician: technician.row.id,
    visit: other.id,
    start: other.start,
    end: other.end,
    by: minutes(Math.min(end, other.end) - Math.max(start, other.start)),
  }));
}

/** Where visits overlap there is no drive between them to speak of. */
function travel(question: OwnQuestion): Finding[] {
  const { technician, neighbours, part, start, end } = question;
  const { before, after } = neighbours;
  const findings: Finding[] = [];
  const judge = (leg: 'to' | 'from', other: Place, visit: string | null, time: number): void => {
    const drive = travelMinutes(other, question.visit.place, question.board.business.travel);
    if (time < 0 || drive <= time) return;
    const by = minutes(drive - time);
    findings.push({ rule: 'travel', technician: technician.row.id, leg, visit, drive, by });
  };
  if (before !== undefined && drivesBetween(technician.parts, part, before))
    judge('to', before.visit.place, before.id, start - before.end);
  else if (part !== undefined && part.startPlace !== null)
    judge('to', part.startPlace, null, start - part.start);
  if (after !== undefined && drivesBetween(technician.parts, part, after))
    judge('from', after.visit.place, after.id, after.start - end);
  return findings;
}
