import type { LocalDate, LocalTime, Weekday } from '../../values/local-time.ts';
import type { EpochMinutes, Minutes } from '../../values/minutes.ts';
import type { PlanningSettings } from '../../planning/weights.ts';
import type { RuleName } from '../constraints.ts';
import type { Position, TravelSettings } from '../travel.ts';

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
  /** Skills that count only with a ticket. */
  readonly ticketedSkills: readonly string[];
};

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

/** Proves a skill until the day on which it expires; without such a day, for ever. */
export type TicketRow = { readonly skill: string; readonly expires: LocalDate | null };

export type AbsenceRow = {
  readonly id: string;
  readonly technician: string;
  readonly kind: 'leave' | 'sick' | 'training';
  readonly start: EpochMinutes;
  readonly end: EpochMinutes;
  readonly reason: string | null;
};

export type HolidayRow = { readonly date: LocalDate; readonly name: string };

export type SiteRow = {
  readonly id: string;
  readonly suburb: string;
  readonly position: Position;
  /** An IANA name. The dates and windows of visits to the site are local to it. */
  readonly zone: string;
};

/** P1 emergency, P2 soon, P3 ordinary, P4 whenever. */
export type Priority = 'P1' | 'P2' | 'P3' | 'P4';

export type VisitState =
  | 'unscheduled'
  | 'planned'
  | 'dispatched'
  | 'en route'
  | 'on site'
  | 'completed'
  | 'needs return'
  | 'could not complete'
  | 'cancelled';

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
