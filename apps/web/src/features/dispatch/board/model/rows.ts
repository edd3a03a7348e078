import type { Board, BoardDay, Booking, BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import { check } from '@muster/domain/dispatch/scheduling/board/check';
import { refusals } from '@muster/domain/dispatch/scheduling/board/reasons';
import { timeline, type Timeline } from '@muster/domain/dispatch/scheduling/board/timeline';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { VisitState } from '@muster/domain/work/visits/states';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { addDays, type LocalDate, weekdayOf } from '@muster/domain/values/local-time';
import { wordsOf } from '@muster/domain/values/words';
import type { BoardSearch } from './board-search.ts';
import type { Group } from './layout.ts';

/** A visit in somebody's row. Those that overlap lie below each other. */
export interface Block {
  readonly booking: Booking;
  readonly lane: number;
  readonly lanes: number;
}

/** One technician's row: a timeline for each day that is shown. */
export interface BoardRow {
  readonly technician: string;
  readonly timelines: readonly Timeline[];
  readonly blocks: readonly Block[];
}

export function rowOf(board: Board, technician: string, days: readonly BoardDay[]): BoardRow {
  const timelines = days.map((day) => timeline(board, technician, day));
  return { technician, timelines, blocks: timelines.flatMap(({ bookings }) => inLanes(bookings)) };
}

/** The rows of a board, each made when it first comes into sight and the same from then on: what has not changed is not drawn again. */
export function rowsOf(board: Board, days: readonly BoardDay[]): (technician: string) => BoardRow {
  const made = new Map<string, BoardRow>();
  return (technician) => {
    const row = made.get(technician) ?? rowOf(board, technician, days);
    made.set(technician, row);
    return row;
  };
}

/** Each visit takes the first lane that is free; those that touch one another by a chain of overlaps share its lanes. */
export function inLanes(bookings: readonly Booking[]): Block[] {
  const blocks: Block[] = [];
  let group: { booking: Booking; lane: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const one of group) blocks.push({ ...one, lanes: ends.length });
    [group, ends] = [[], []];
  };
  for (const booking of bookings) {
    if (ends.every((end) => end <= booking.start)) close();
    const free = ends.findIndex((end) => end <= booking.start);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = booking.end;
    group.push({ booking, lane });
  }
  close();
  return blocks;
}

/** Of the visits and drives of all days together; none for somebody who has no time on any of them. */
export function utilisationOf({ timelines }: BoardRow): number | null {
  const sum = (pick: (load: Timeline['load']) => number) =>
    timelines.reduce((total, { load }) => total + pick(load), 0);
  const available = sum(({ available }) => available);
  return available === 0 ? null : sum(({ work, travel }) => work + travel) / available;
}

/**
 * Who is shown, from top to bottom. Whoever is inactive is shown only with work on these days. What somebody looks for leaves those out
 * who have nothing of it; but nobody where it waits in the tray, or nowhere, because whoever finds it there puts it on some row.
 */
export function orderOf(
  board: Board,
  tables: BoardTables,
  days: readonly BoardDay[],
  { search, skill, area, sort }: Pick<BoardSearch, 'search' | 'skill' | 'area' | 'sort'>,
): string[] {
  const everybody = tables.technicians.filter(({ id, is_active, skills, area: own }) => {
    if (skill !== undefined && !skills.includes(skill)) return false;
    if (area !== undefined && own !== area) return false;
    // A row is dear to make, and mostly nobody looks for anything.
    return is_active || rowOf(board, id, days).blocks.length > 0;
  });
  const found =
    search === undefined || waitsFor(board, tables, search)
      ? []
      : everybody.filter(
          ({ id, name }) =>
            holds(name, search) ||
            rowOf(board, id, days).blocks.some(({ booking: { visit } }) => isMeant(visit, { search })),
        );
  const shown = found.length > 0 ? found : everybody;
  const ids = shown.map(({ id }) => id);
  // Neighbours are near each other; the country's cities lie along its coast from north to south.
  if (sort === 'area') {
    const north = new Map(shown.map(({ id, base_latitude }) => [id, base_latitude ?? -90]));
    return ids.toSorted((a, b) => north.get(b)! - north.get(a)!);
  }
  if (sort !== 'load') return ids;
  const load = new Map(ids.map((id) => [id, utilisationOf(rowOf(board, id, days)) ?? Infinity]));
  return ids.toSorted((a, b) => load.get(a)! - load.get(b)!);
}

const nobodyKnows = { area: 'No base', skill: 'No skill' };

/** The technicians in their order, under headings where they are grouped. Whoever has several skills is under the first of them. */
export function groupsOf(
  { technicians, skills }: Pick<BoardTables, 'technicians' | 'skills'>,
  order: readonly string[],
  by: BoardSearch['group'],
): Group[] {
  if (by === undefined) return [{ id: '', label: '', technicians: order }];
  const rows = new Map(technicians.map((row) => [row.id, row]));
  const names = new Map(skills.map(({ id, name }) => [id, name]));
  const areas = areaNames(technicians.map(({ area }) => area));
  const labelOf = (id: string) => {
    const row = rows.get(id)!;
    return by === 'area' ? areas.get(row.area) : names.get(row.skills[0] ?? '');
  };
  const grouped = Map.groupBy(order, (id) => labelOf(id) ?? '');
  return [...grouped]
    .map(([label, members]) => ({
      id: `${by} ${label}`,
      label: label === '' ? nobodyKnows[by] : label,
      technicians: members,
    }))
    .toSorted(
      (a, b) => Number(a.id === `${by} `) - Number(b.id === `${by} `) || (a.label < b.label ? -1 : 1),
    );
}

/** What each area is called here: in a business that works in one city, its name goes without saying. */
export function areaNames(areas: readonly string[]): Map<string, string> {
  const known = [...new Set(areas)].filter((area) => area !== '').toSorted();
  const city = known[0]?.split(' - ')[0];
  const isOneCity = known.every((area) => area.startsWith(`${city} - `));
  return new Map(known.map((area) => [area, isOneCity ? area.slice(`${city} - `.length) : area]));
}

export interface Choice {
  value: string;
  label: string;
}

/** What the people of a board can be filtered by. */
export function filterChoices(tables: BoardTables | undefined): { skills: Choice[]; areas: Choice[] } {
  const { skills = [], technicians = [] } = tables ?? {};
  return {
    skills: skills
      .filter(({ archived_at }) => archived_at === null)
      .map(({ id, name }) => ({ value: id, label: name })),
    areas: [...areaNames(technicians.map(({ area }) => area))].map(([value, label]) => ({ value, label })),
  };
}

const statesOf: Record<NonNullable<BoardSearch['state']>, readonly VisitState[]> = {
  planned: ['planned'],
  dispatched: ['dispatched'],
  'under way': ['en route', 'on site'],
  over: ['completed', 'needs return', 'could not complete'],
};

/** Whether a visit is among those that somebody looks for. */
export function isMeant(
  { row }: BoardVisit,
  { search, state }: Pick<BoardSearch, 'search' | 'state'>,
): boolean {
  if (state !== undefined && !statesOf[state].includes(row.state)) return false;
  // Taking texts apart is dear, and mostly nobody looks for anything.
  if (search === undefined) return true;
  return holds(`${row.number} ${row.customer} ${row.site.suburb} ${row.priority}`, search);
}

/** Whether something that waits is looked for, by its customer or by what is to be done. */
export function waitsFor(board: Board, { visits, jobs }: BoardTables, search: string): boolean {
  const descriptionOf = new Map(jobs.map(({ id, description }) => [id, description]));
  return visits.some(({ id, job_id }) => {
    const visit = board.visits.get(id);
    if (visit?.row.state !== 'unscheduled') return false;
    const { number, customer, site, priority } = visit.row;
    return holds(
      `${number} ${customer} ${site.suburb} ${priority} ${descriptionOf.get(job_id) ?? ''}`,
      search,
    );
  });
}

/** Whether each of the words begins one of the text's. */
export function holds(text: string, typed: string): boolean {
  const own = wordsOf(text);
  return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)));
}

export const traySorts = ['priority', 'due', 'longest', 'suburb'] as const;
export type TraySort = (typeof traySorts)[number];

const due = ({ row }: BoardVisit) => row.date ?? row.dueBy ?? '9999';
const sortKeys: Record<TraySort, (visit: BoardVisit) => string> = {
  priority: (visit) => `${visit.row.priority} ${due(visit)}`,
  due: (visit) => `${due(visit)} ${visit.row.priority}`,
  longest: ({ row }) => String(10_000 - row.duration).padStart(5, '0'),
  suburb: (visit) => `${visit.row.site.suburb} ${due(visit)}`,
};

/** What waits to be planned: unless it is wanted otherwise, the most urgent first, then what is due first. */
export function waiting(board: Board, sort: TraySort = 'priority'): BoardVisit[] {
  const keys = new Map(
    [...board.visits.values()]
      .filter(({ row }) => row.state === 'unscheduled')
      .map((visit) => [visit, `${sortKeys[sort](visit)} ${visit.row.number}`] as const),
  );
  return [...keys.keys()].toSorted((a, b) => (keys.get(a)! < keys.get(b)! ? -1 : 1));
}

/** Further down nobody looks for what could go there. */
const mostTried = 300;

/** What waits and fits there: by one who can do it alone, from that moment on, without a reason being needed. */
export function fittingAt(board: Board, technician: string, start: EpochMinutes, most: number): BoardVisit[] {
  const fitting: BoardVisit[] = [];
  for (const visit of waiting(board).slice(0, mostTried)) {
    if (fitting.length === most) break;
    if (visit.row.crewSize > 1) continue;
    if (refusals(check(board, visit, [technician], start)).length === 0) fitting.push(visit);
  }
  return fitting;
}

/** What waits, by when it is due; what is due first comes first where all of it is as urgent. */
export function byDue(
  visits: readonly BoardVisit[],
  today: LocalDate,
): { readonly label: string; readonly visits: readonly BoardVisit[] }[] {
  const sunday = addDays(today, 7 - weekdayOf(today));
  const dueOf = ({ row }: BoardVisit) => row.date ?? row.dueBy;
  const groups = [
    { label: 'Overdue', holds: (due: string | null) => due !== null && due < today },
    { label: 'Today', holds: (due: string | null) => due === today },
    { label: 'This week', holds: (due: string | null) => due !== null && due > today && due <= sunday },
    { label: 'Later', holds: (due: string | null) => due === null || due > sunday },
  ];
  return groups
    .map((group) => ({ label: group.label, visits: visits.filter((visit) => group.holds(dueOf(visit))) }))
    .filter((group) => group.visits.length > 0);
}
