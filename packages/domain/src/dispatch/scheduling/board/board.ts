import type { Calendar, LocalDate, LocalTime, Weekday } from '../../../values/local-time.ts';
import type { EpochMinutes, Minutes } from '../../../values/minutes.ts';
import type { Place, Position, TravelSettings } from '../../../values/travel.ts';
import type { PositionKind } from '../../../work/sites/positions.ts';
import type { VisitState } from '../../../work/visits/states.ts';
import type { RuleName } from '../constraints.ts';
import type { PlanningSettings } from '../weights.ts';

/** All that a board is made of, as the server reads it from the database and the browser holds it. */
export type BoardRows = {
  /** The first and the last day that were read, in the zone of the business. */
  readonly firstDay: LocalDate;
  readonly lastDay: LocalDate;
  readonly now: EpochMinutes;
  readonly business: BusinessRow;
  readonly technicians: readonly TechnicianRow[];
  readonly absences: readonly AbsenceRow[];
  readonly holidays: readonly HolidayRow[];
  readonly visits: readonly VisitRow[];
  readonly assignments: readonly AssignmentRow[];
};

export type BusinessRow = {
  /** An IANA name. Working hours and holidays are local to it. */
  readonly zone: string;
  readonly travel: TravelSettings;
  /** For technicians who have no hours of their own. */
  readonly workingWeek: WorkingWeek;
  /** How long work may run on after a shift. */
  readonly overtime: Minutes;
  /** What matters when the optimiser plans. */
  readonly planning: PlanningSettings;
  /** By their ids, which technicians, tickets and visits name. */
  readonly skills: ReadonlyMap<string, SkillRow>;
};

/** A skill that needs a ticket counts only with one. */
type SkillRow = { readonly name: string; readonly needsTicket: boolean };

/** Any number of stretches of work on a day. */
export type WorkingWeek = readonly WorkingHours[];

/** One that ends no later than it begins ends on the next day. */
export type WorkingHours = {
  readonly weekday: Weekday;
  readonly from: LocalTime;
  readonly to: LocalTime;
  readonly breaks: readonly BreakRow[];
};

/** A break of some minutes, taken between two times. */
export type BreakRow = { readonly from: LocalTime; readonly to: LocalTime; readonly length: Minutes };

export type TechnicianRow = {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly skills: readonly string[];
  readonly tickets: readonly TicketRow[];
  /** Where the day begins and ends. None: at the first visit and the last. */
  readonly base: Position | null;
  /** None: the working week of the business. */
  readonly workingWeek: WorkingWeek | null;
};

/** Proves a skill to the end of the day on which it expires; without such a day, for ever. */
export type TicketRow = { readonly skill: string; readonly expires: LocalDate | null };

export type AbsenceRow = {
  readonly id: string;
  readonly technician: string;
  readonly kind: 'leave' | 'sick' | 'training';
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly reason: string | null;
};

type HolidayRow = { readonly date: LocalDate; readonly name: string };

export type SiteRow = {
  readonly id: string;
  readonly suburb: string;
  readonly position: Position;
  /** How anybody knows that. */
  readonly positionKind: PositionKind;
  /** An IANA name. The dates and windows of visits to the site are local to it. */
  readonly zone: string;
};

/** P1 emergency, P2 soon, P3 ordinary, P4 whenever. */
export type Priority = 'P1' | 'P2' | 'P3' | 'P4';

/** What somebody who is to come has said of being late. */
export type DelayRow = {
  readonly technician: string;
  /** When they will be there. */
  readonly expected: EpochMinutes;
  readonly text: string;
};

export type VisitRow = {
  readonly id: string;
  /** "J-1001/2". */
  readonly number: string;
  readonly customer: string;
  readonly site: SiteRow;
  /** Of every planned assignment, too. */
  readonly duration: Minutes;
  readonly date: LocalDate | null;
  /** The arrival was promised between these times: on the date, or on any day where there is none. */
  readonly window: { readonly from: LocalTime; readonly to: LocalTime } | null;
  readonly notBefore: LocalDate | null;
  readonly dueBy: LocalDate | null;
  readonly priority: Priority;
  /** What everybody on the visit has to hold. */
  readonly skills: readonly string[];
  readonly crewSize: number;
  /** What single members of the crew have to hold beside that: a list for each of them, no more than the crew has members. */
  readonly crewSkills: readonly (readonly string[])[];
  readonly preferred: readonly string[];
  readonly banned: readonly string[];
  readonly state: VisitState;
  /** Whether the office entered it after it was over. */
  readonly isEntered?: boolean;
  /** Whether the customer has confirmed that date and window on their page. */
  readonly isConfirmed?: boolean;
  /** Whether the customer was told of that date and window by us, in writing. */
  readonly isTold?: boolean;
  /** When the customer was told to expect somebody who runs late, if that was the last word. */
  readonly toldLate?: EpochMinutes;
  /** The latest, where there is one; whether it still means anything, `delayOf` says. */
  readonly delay?: DelayRow;
};

export type AssignmentRow = {
  readonly visit: string;
  readonly technician: string;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly isPinned: boolean;
  readonly progress: 'none' | 'en route' | 'on site' | 'done';
  /** Rules that somebody broke on purpose, and why. */
  readonly overrides: readonly { readonly rule: RuleName; readonly reason: string }[];
};

/** A board ready to be asked: local times are moments, and the visits of each technician are in order. */
export type Board = {
  readonly calendar: Calendar;
  readonly now: EpochMinutes;
  readonly business: BusinessRow;
  readonly days: readonly BoardDay[];
  readonly technicians: ReadonlyMap<string, BoardTechnician>;
  readonly visits: ReadonlyMap<string, BoardVisit>;
  /** By visit; none for those that are unscheduled. */
  readonly assignments: ReadonlyMap<string, readonly AssignmentRow[]>;
  /** By technician. */
  readonly bookings: ReadonlyMap<string, Bookings>;
};

/** A day of the business, with its first moment and that of the day after. */
export type BoardDay = {
  readonly date: LocalDate;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly holiday: string | null;
};

export type BoardTechnician = {
  readonly row: TechnicianRow;
  /** In order. */
  readonly shifts: readonly BoardShift[];
  /** What absences leave of the shifts, in order. */
  readonly parts: readonly ShiftPart[];
  /** What the parts would be without absences. */
  readonly unbroken: readonly ShiftPart[];
  /** In order. */
  readonly absences: readonly AbsenceRow[];
  /** Until when each skill can be proven. */
  readonly skills: ReadonlyMap<string, number>;
};

/** The work of one day, or of one stretch of it. */
export type BoardShift = {
  readonly date: LocalDate;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  /** With overtime. */
  readonly latestEnd: EpochMinutes;
  readonly breaks: readonly BoardBreak[];
  readonly isHoliday: boolean;
};

/** It begins between the two moments. */
export type BoardBreak = {
  readonly earliest: EpochMinutes;
  readonly latest: EpochMinutes;
  readonly length: Minutes;
};

/** A shift, or a part of one between absences. Whoever comes from an absence, or goes to one, drives in their own time. */
export type ShiftPart = {
  readonly id: string;
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly latestEnd: EpochMinutes;
  readonly breaks: readonly BoardBreak[];
  readonly startPlace: Place | null;
  readonly endPlace: Place | null;
  readonly isHoliday: boolean;
};

export type Span = { readonly start: EpochMinutes; readonly end: EpochMinutes };

export type BoardVisit = {
  readonly row: VisitRow;
  readonly place: Place;
  /** The day that was agreed, in the zone of the site. */
  readonly day: Span | null;
  /** When the visit may start, both ends included: on the agreed day, or on each day of the board. None: at any time. */
  readonly windows: readonly Span[] | null;
  readonly notBefore: EpochMinutes | null;
  /** The last moment of the day on which it is due. */
  readonly dueBy: EpochMinutes | null;
};

/** A technician's time on one visit, whose id it bears. */
export type Booking = Span & { readonly id: string; readonly visit: BoardVisit };

/** In order of their starts; busyUntil[i] is the latest end among the first i + 1. */
export type Bookings = { readonly list: readonly Booking[]; readonly busyUntil: readonly number[] };

/** Whether somebody on a visit is away by then. */
export function isAnyoneAway({ technicians }: Board, crew: readonly AssignmentRow[]): boolean {
  return crew.some(({ technician, start, end }) =>
    technicians.get(technician)?.absences.some((away) => away.start < end && away.end > start),
  );
}

export function technicianOf({ technicians }: Board, id: string): BoardTechnician {
  const technician = technicians.get(id);
  if (technician === undefined) throw new RangeError(`technician ${id} is not on the board`);
  return technician;
}
