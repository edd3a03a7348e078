import { defaultPlanning } from '../../planning/weights.ts';
import type { LocalDate, LocalTime, Weekday } from '../../values/local-time.ts';
import { momentOf } from '../../values/local-time.ts';
import type { EpochMinutes } from '../../values/minutes.ts';
import { minutes, minutesAfter } from '../../values/minutes.ts';
import { defaultTravel } from '../travel.ts';
import type {
  AssignmentRow,
  BoardRows,
  BusinessRow,
  SiteRow,
  TechnicianRow,
  VisitRow,
  WorkingWeek,
} from './rows.ts';

/** Rows for tests and benchmarks: a plumber in Sydney, in the week of Monday 16 November 2026. */
export const zone = 'Australia/Sydney';
export const monday: LocalDate = '2026-11-16';

export function at(time: LocalTime, date: LocalDate = monday): EpochMinutes {
  return momentOf(date, time, zone);
}

const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5];

export const workingWeek: WorkingWeek = weekdays.map((weekday) => ({
  weekday,
  from: '07:00',
  to: '15:30',
  breaks: [{ from: '11:30', to: '13:30', length: minutes(30) }],
}));

export const business: BusinessRow = {
  zone,
  travel: defaultTravel,
  workingWeek,
  overtime: minutes(0),
  planning: defaultPlanning,
  ticketedSkills: ['gas'],
};

/** So many kilometres north of the base: 5 take 16 minutes, 20 take 40. */
export function siteAt(kilometres: number, suburb = 'Ryde'): SiteRow {
  const position = { latitude: -33.8 + kilometres / 111.194_926_6, longitude: 151 };
  return { id: `site ${kilometres} km`, suburb, position, zone };
}

export function technicianRow(changes: Partial<TechnicianRow> = {}): TechnicianRow {
  return {
    id: 'dave',
    name: 'Dave',
    isActive: true,
    skills: [],
    tickets: [],
    base: siteAt(0).position,
    workingWeek: null,
    ...changes,
  };
}

export function visitRow(changes: Partial<VisitRow> = {}): VisitRow {
  return {
    id: 'tap',
    number: 'J-1001/1',
    customer: 'Nguyen',
    site: siteAt(5),
    duration: minutes(60),
    date: null,
    window: null,
    notBefore: null,
    dueBy: null,
    priority: 'P3',
    skills: [],
    crewSize: 1,
    crewSkills: [],
    preferred: [],
    banned: [],
    state: 'unscheduled',
    ...changes,
  };
}

export function assignmentRow(
  visit: VisitRow,
  start: EpochMinutes,
  changes: Partial<AssignmentRow> = {},
): AssignmentRow {
  return {
    visit: visit.id,
    technician: 'dave',
    start,
    end: minutesAfter(start, visit.duration),
    isPinned: false,
    progress: 'none',
    overrides: [],
    ...changes,
  };
}

export function boardRows(changes: Partial<BoardRows> = {}): BoardRows {
  return {
    firstDay: monday,
    lastDay: '2026-11-22',
    now: at('06:00'),
    business,
    technicians: [technicianRow()],
    absences: [],
    holidays: [],
    visits: [visitRow()],
    assignments: [],
    ...changes,
  };
}
