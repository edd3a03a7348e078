import { addDays, type LocalDate } from '../../values/local-time.ts';

export const MOST_SCENARIO_DAYS = 31;
export const MOST_OPEN_SCENARIOS = 20;

/** What is wrong with the days that somebody wants to try things on. */
export function daysProblem(from: string, to: string): string | undefined {
  if (to < from) return 'The last day can’t be before the first.';
  return to > addDays(from as LocalDate, MOST_SCENARIO_DAYS - 1)
    ? `A scenario can cover up to ${MOST_SCENARIO_DAYS} days.`
    : undefined;
}

/** Somebody on a visit, in a scenario or where it was copied from. */
export interface Booked {
  readonly visit_id: string;
  readonly technician_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly is_lead?: boolean;
}

interface Placed {
  readonly technicians: string[];
  readonly starts_at: string;
  readonly ends_at: string;
}

/** What a scenario has done to a visit: against what was copied, not against what others have made of the live board since. */
export interface VisitChange {
  readonly id: string;
  readonly visit_id: string;
  readonly kind: 'moved' | 'added' | 'freed';
  readonly before: Placed | null;
  readonly after: Placed | null;
}

export function visitChanges(base: readonly Booked[], now: readonly Booked[]): VisitChange[] {
  const [was, is] = [placements(base), placements(now)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((visit_id) => ({ visit_id, before: was.get(visit_id) ?? null, after: is.get(visit_id) ?? null }))
    .filter(({ before, after }) => !isSamePlace(before, after))
    .map(({ visit_id, before, after }) => {
      const kind = before === null ? 'added' : after === null ? 'freed' : 'moved';
      return { id: visit_id, visit_id, kind, before, after };
    });
}

/** The crew and the time of every visit, the lead first. */
export function placements(booked: readonly Booked[]): Map<string, Placed> {
  const crews = Map.groupBy(
    booked.toSorted((a, b) => Number(b.is_lead ?? false) - Number(a.is_lead ?? false)),
    ({ visit_id }) => visit_id,
  );
  return new Map(
    [...crews].map(([visit, crew]) => {
      const { starts_at, ends_at } = crew[0]!;
      return [visit, { technicians: crew.map(({ technician_id }) => technician_id), starts_at, ends_at }];
    }),
  );
}

function isSamePlace(a: Placed | null, b: Placed | null): boolean {
  if (a === null || b === null) return a === b;
  const people = ({ technicians }: Placed) => technicians.toSorted().join(' ');
  return isSameMoment(a.starts_at, b.starts_at) && people(a) === people(b);
}

/** Somebody is away, in a scenario, on the live board, or where it was copied from. */
export interface Away {
  readonly technician_id: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

export function isSameAbsence(a: Away | undefined, b: Away | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.technician_id === b.technician_id &&
    isSameMoment(a.starts_at, b.starts_at) &&
    isSameMoment(a.ends_at, b.ends_at)
  );
}

interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** The days that two stretches have in common; nothing where they have none. */
export function commonDays(a: Stretch, b: Stretch): Stretch | undefined {
  const [from, to] = [a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to];
  return from <= to ? { from, to } : undefined;
}

/** The day itself, or the nearest one that a stretch has. */
export function nearestDay(day: LocalDate, { from, to }: Stretch): LocalDate {
  if (day < from) return from as LocalDate;
  return day > to ? (to as LocalDate) : day;
}

/** The absences that only one of two boards has, and which of them it is. */
export function absenceContrasts<Row extends Away>(
  boards: readonly [readonly Row[], readonly Row[]],
): { board: 0 | 1; absence: Row }[] {
  return ([0, 1] as const).flatMap((board) =>
    boards[board]
      .filter((absence) => !boards[board === 0 ? 1 : 0].some((other) => isSameAbsence(absence, other)))
      .map((absence) => ({ board, absence })),
  );
}

/** The same moment may be written in several ways. */
function isSameMoment(a: string, b: string): boolean {
  return Date.parse(a) === Date.parse(b);
}
