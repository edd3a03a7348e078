import type { Calendar } from '../../values/calendar.ts';
import type { EpochMinutes, Minutes } from '../../values/minutes.ts';
import type { LocalDate } from '../../values/local-time.ts';
import type { Place } from '../travel.ts';
import type { AbsenceRow, AssignmentRow, BusinessRow, TechnicianRow, VisitRow } from './rows.ts';

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
