import type { LocalDate, LocalTime, Weekday } from '../../../values/local-time.ts';
import { addDays, datesBetween, momentOf } from '../../../values/local-time.ts';
import { type EpochMinutes, DAY_MINUTES } from '../../../values/minutes.ts';
import { epochMinutes, minutes, minutesAfter } from '../../../values/minutes.ts';
import { defaultTravel } from '../../../values/travel.ts';
import { defaultPlanning } from '../weights.ts';
import type {
  AbsenceRow,
  AssignmentRow,
  BoardRows,
  TechnicianRow,
  VisitRow,
  BusinessRow,
  SiteRow,
  WorkingWeek,
} from './board.ts';

/** Rows for tests and benchmarks: a plumber in Sydney, in the week of Monday 16 November 2026. */
const zone = 'Australia/Sydney';
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
  skills: new Map(
    ['gas', 'roof', 'lift', 'attic'].map((name) => [name, { name, needsTicket: name === 'gas' }]),
  ),
};

/** So many kilometres north of the base: 5 take 16 minutes, 20 take 40. */
export function siteAt(kilometres: number, suburb = 'Ryde'): SiteRow {
  const position = { latitude: -33.8 + kilometres / 111.194_926_6, longitude: 151 };
  return { id: `site ${kilometres} km`, suburb, position, positionKind: 'pinned', zone };
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

export type BoardSize = { readonly technicians: number; readonly visits: number; readonly days: number };

const skills = ['gas', 'roof', 'lift'];
const tuesday: LocalDate = '2026-11-17';
const midnight = at('00:00');

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Random = ReturnType<typeof createRandom>;

const below = (random: Random, count: number): number => Math.floor(random() * count);
const some = <T>(random: Random, from: readonly T[], odds: number): T[] => from.filter(() => random() < odds);
const maybe = <T>(random: Random, odds: number, value: T): T | null => (random() < odds ? value : null);

/** A random board on which visits stand anywhere, rightly and wrongly: made to find mistakes, not to look real. */
export function sampleRows(seed: number, size: BoardSize): BoardRows {
  const random = createRandom(seed);
  const dates = datesBetween(monday, addDays(monday, size.days - 1));
  const technicians = Array.from({ length: size.technicians }, (_, t) => sampleTechnician(random, `t${t}`));
  const ids = technicians.map(({ id }) => id);
  const visits: VisitRow[] = [];
  const assignments: AssignmentRow[] = [];
  for (let v = 0; v < size.visits; v++) {
    const visit = sampleVisit(random, `v${v}`, ids, dates);
    const own = sampleAssignments(random, visit, ids, dates);
    visits.push({ ...visit, state: own.length > 0 ? 'planned' : 'unscheduled' });
    assignments.push(...own);
  }
  return boardRows({
    lastDay: dates.at(-1)!,
    business: { ...business, overtime: minutes(below(random, 2) * 60) },
    technicians,
    absences: technicians.flatMap(({ id }) => sampleAbsences(random, id, size.days)),
    visits,
    assignments,
  });
}

function sampleTechnician(random: Random, id: string): TechnicianRow {
  const own = some(random, skills, 0.7);
  return technicianRow({
    id,
    name: `Technician ${id}`,
    isActive: random() < 0.95,
    skills: own,
    tickets: own.map((skill) => ({ skill, expires: maybe(random, 0.2, tuesday) })),
    base: maybe(random, 0.8, siteAt(below(random, 30)).position),
  });
}

function sampleAbsences(random: Random, technician: string, days: number): AbsenceRow[] {
  if (random() < 0.6) return [];
  const start = epochMinutes(midnight + below(random, days) * DAY_MINUTES + (6 + below(random, 12)) * 60);
  const end = minutesAfter(start, minutes(60 + below(random, 6) * 30));
  return [{ id: `absence of ${technician}`, technician, kind: 'leave', start, end, reason: null }];
}

const windows: readonly { from: LocalTime; to: LocalTime }[] = [
  { from: '07:00', to: '11:00' },
  { from: '11:00', to: '15:00' },
];

function sampleVisit(
  random: Random,
  id: string,
  technicians: readonly string[],
  dates: readonly LocalDate[],
): VisitRow {
  const pick = (): LocalDate => dates[below(random, dates.length)]!;
  const crewSize = technicians.length > 1 && random() < 0.2 ? 2 : 1;
  return visitRow({
    id,
    site: siteAt(below(random, 6) * 4),
    duration: minutes(15 + below(random, 8) * 15),
    date: maybe(random, 0.5, pick()),
    window: maybe(random, 0.3, windows[below(random, windows.length)]!),
    notBefore: maybe(random, 0.1, pick()),
    dueBy: maybe(random, 0.2, pick()),
    skills: some(random, skills, 0.1),
    crewSize,
    crewSkills: crewSize === 2 && random() < 0.5 ? [some(random, skills, 0.4)] : [],
    preferred: some(random, technicians, 0.1),
    banned: some(random, technicians, 0.05),
  });
}

/** Half past six to half past four, on the grid of the board. */
function sampleAssignments(
  random: Random,
  visit: VisitRow,
  technicians: readonly string[],
  dates: readonly LocalDate[],
): AssignmentRow[] {
  if (random() < 0.3) return [];
  const day = visit.date === null ? below(random, dates.length) : dates.indexOf(visit.date);
  const start = epochMinutes(midnight + day * DAY_MINUTES + 390 + below(random, 40) * 15);
  const first = below(random, technicians.length);
  const size = random() < 0.9 ? visit.crewSize : 1;
  return Array.from({ length: size }, (_, member) =>
    assignmentRow(visit, start, { technician: technicians[(first + member) % technicians.length]! }),
  );
}
