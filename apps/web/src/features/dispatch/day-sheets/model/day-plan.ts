import { boardRows } from '@muster/domain/dispatch/board/rules';
import type { DaySheetVisit } from '@muster/domain/dispatch/day-sheets/schema';
import type {
  Board,
  Booking,
  Span,
  AbsenceRow,
  VisitRow,
} from '@muster/domain/dispatch/scheduling/board/board';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import type { Timeline } from '@muster/domain/dispatch/scheduling/board/timeline';
import { timeline, driveWords } from '@muster/domain/dispatch/scheduling/board/timeline';
import { epochMinutes, minuteAt } from '@muster/domain/values/minutes';
import type { PaperDay } from '../api.ts';

/** One line of a technician's day. */
export interface PlannedVisit extends Span {
  readonly row: VisitRow;
  readonly jobType: string;
  readonly description: string;
  readonly note: string;
  readonly checkList: readonly string[];
  readonly phones: DaySheetVisit['phones'];
  readonly site: DaySheetVisit['site'];
  /** The others who are on it. */
  readonly crew: readonly string[];
  /** Minutes of driving to it, and whether there is no time for all of them; null where nobody drives. */
  readonly drive: { readonly minutes: number; readonly words: string; readonly isShort: boolean } | null;
}

export interface TechnicianDay {
  readonly id: string;
  readonly name: string;
  readonly colour: PaperDay['board']['technicians'][number]['colour'];
  readonly shifts: readonly Span[];
  readonly absences: readonly AbsenceRow[];
  readonly visits: readonly PlannedVisit[];
  /** Minutes on the road, the way home with them. */
  readonly driving: number;
}

export interface DayPlan {
  readonly zone: string;
  readonly holiday: string | null;
  /** Whole hours around everything that is drawn. */
  readonly axis: Span;
  readonly technicians: readonly TechnicianDay[];
}

/** A day as it is drawn on paper: whoever works or is booked, by name. */
export function dayPlan({ board: tables, visits }: PaperDay, now: number): DayPlan {
  const board = prepareBoard(boardRows(tables, minuteAt(now)));
  const day = board.days.at(-1)!;
  const scene: Scene = {
    board,
    visits: new Map(tables.visits.map((visit) => [visit.id, visit])),
    jobs: new Map(tables.jobs.map((job) => [job.id, job])),
    sheets: new Map(visits.map((visit) => [visit.id, visit])),
  };
  const technicians = tables.technicians
    .map((row) => ({ row, drawn: timeline(board, row.id, day) }))
    .filter(({ row, drawn }) => row.is_active || drawn.bookings.length > 0)
    .map(({ row, drawn }) => technicianDay(scene, row, drawn))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return {
    zone: board.business.zone,
    holiday: day.holiday,
    axis: axisOf(technicians, day),
    technicians,
  };
}

interface Scene {
  readonly board: Board;
  readonly visits: ReadonlyMap<string, PaperDay['board']['visits'][number]>;
  readonly jobs: ReadonlyMap<string, PaperDay['board']['jobs'][number]>;
  readonly sheets: ReadonlyMap<string, DaySheetVisit>;
}

function technicianDay(
  scene: Scene,
  { id, name, colour }: Pick<TechnicianDay, 'id' | 'name' | 'colour'>,
  drawn: Timeline,
): TechnicianDay {
  const { shifts, absences, bookings, load } = drawn;
  return {
    id,
    name,
    colour,
    shifts,
    absences,
    visits: bookings.map((booking) => plannedVisit(scene, booking, id, drawn)),
    driving: load.travel,
  };
}

function plannedVisit(
  { board, visits, jobs, sheets }: Scene,
  { id, visit: { row }, start, end }: Booking,
  technician: string,
  { legs }: Timeline,
): PlannedVisit {
  const visit = visits.get(id)!;
  const sheet = sheets.get(id);
  const leg = legs.find(({ to }) => to === id);
  const crew = (board.assignments.get(id) ?? []).filter((one) => one.technician !== technician);
  return {
    start,
    end,
    row,
    jobType: sheet?.job_type ?? '',
    description: jobs.get(visit.job_id)?.description ?? '',
    note: visit.note,
    checkList: visit.check_list.map(({ text }) => text),
    phones: phonesOf(sheet?.phones ?? []),
    site: sheet?.site ?? { ...blankSite, suburb: row.site.suburb },
    crew: crew.map((one) => board.technicians.get(one.technician)?.row.name ?? ''),
    drive: leg === undefined ? null : { minutes: leg.drive, words: driveWords(leg), isShort: leg.short > 0 },
  };
}

/** For a visit that was booked between the two reads. */
const blankSite = {
  name: '',
  address: '',
  suburb: '',
  region: '',
  postcode: '',
  access_notes: '',
  hazards: '',
};

/** Each number once. */
function phonesOf(phones: DaySheetVisit['phones']): DaySheetVisit['phones'] {
  const digits = (phone: string) => phone.replaceAll(/\D/g, '');
  return phones.filter(
    ({ phone }, at) => phones.findIndex((one) => digits(one.phone) === digits(phone)) === at,
  );
}

const HOUR = 60;
/** Where nobody works and nothing is booked. */
const USUAL = { from: 7 * HOUR, to: 17 * HOUR };

function axisOf(technicians: readonly TechnicianDay[], day: Span): Span {
  const spans = technicians.flatMap(({ shifts, visits }) => [...shifts, ...visits]);
  if (spans.length === 0)
    return { start: epochMinutes(day.start + USUAL.from), end: epochMinutes(day.start + USUAL.to) };
  const first = Math.max(day.start, Math.min(...spans.map(({ start }) => start)));
  const last = Math.min(day.end, Math.max(...spans.map(({ end }) => end)));
  const hours = (at: number, round: (count: number) => number) =>
    epochMinutes(day.start + round((at - day.start) / HOUR) * HOUR);
  return { start: hours(first, Math.floor), end: hours(last, Math.ceil) };
}
