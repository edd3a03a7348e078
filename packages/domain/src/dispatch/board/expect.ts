import { minuteOf, momentText } from '../../work/assignments/rules.ts';
import { type Agreed, promiseAt } from '../../work/visits/promise.ts';
import { type EpochMinutes, minutes, minutesAfter } from '../../values/minutes.ts';
import type { BoardTables } from './schema.ts';

type Assignment = BoardTables['assignments'][number];
type Visit = BoardTables['visits'][number];

/** Where somebody wants a visit to be, and with whom. */
export interface Move {
  readonly visit: string;
  /** The first is the lead; nobody puts it back into the tray. */
  readonly technicians: readonly string[];
  readonly start: EpochMinutes;
  readonly overrides?: Assignment['overrides'];
  /** Whether the customer has agreed to it: then it is what the visit asks for from now on. */
  readonly agreed?: boolean;
}

/**
 * What a command will leave, shown before the server has answered. What the server then tells takes its place; the ids of bookings
 * that are not made yet are made up.
 */
export function expectMove(
  tables: BoardTables,
  { visit: id, technicians, start, overrides = [], agreed = false }: Move,
): BoardTables {
  const visit = tables.visits.find((one) => one.id === id);
  if (visit === undefined) return tables;
  const crew = tables.assignments.filter(({ visit_id }) => visit_id === id);
  const others = tables.assignments.filter(({ visit_id }) => visit_id !== id);
  const isPinned = crew.some(({ is_pinned }) => is_pinned);
  const rows = technicians.map((technician_id, place) => ({
    ...(crew.find((own) => own.technician_id === technician_id) ?? fresh(id, technician_id)),
    starts_at: momentText(start),
    ends_at: endOf(start, visit),
    is_lead: place === 0,
    is_pinned: isPinned,
    overrides,
  }));
  const changed =
    technicians.length === 0 ? { dispatched_at: null } : agreed ? promiseOf(tables, visit, start) : {};
  const visits = withVisit(tables.visits, id, changed);
  return { ...tables, visits, assignments: [...others, ...rows] };
}

export function expectPin(tables: BoardTables, id: string, is_pinned: boolean): BoardTables {
  return {
    ...tables,
    assignments: tables.assignments.map((row) => (row.visit_id === id ? { ...row, is_pinned } : row)),
  };
}

/** A visit that takes longer keeps its crew for longer. */
export function expectDuration(tables: BoardTables, id: string, duration: number): BoardTables {
  const visits = withVisit(tables.visits, id, { duration });
  return {
    ...tables,
    visits,
    assignments: tables.assignments.map((row) =>
      row.visit_id === id ? { ...row, ends_at: endOf(minuteOf(row.starts_at), { duration }) } : row,
    ),
  };
}

export function expectDispatch(tables: BoardTables, ids: ReadonlySet<string>, at: string): BoardTables {
  return {
    ...tables,
    visits: tables.visits.map((row) =>
      ids.has(row.id) && row.dispatched_at === null ? { ...row, dispatched_at: at } : row,
    ),
  };
}

function promiseOf({ jobs, sites }: BoardTables, visit: Visit, start: EpochMinutes): Agreed {
  const job = jobs.find(({ id }) => id === visit.job_id)!;
  const { zone } = sites.find(({ id }) => id === job.site_id)!;
  return promiseAt(start, zone, visit);
}

function withVisit(visits: readonly Visit[], id: string, fields: Partial<Visit>): Visit[] {
  return visits.map((row) => (row.id === id ? { ...row, ...fields } : row));
}

function endOf(start: EpochMinutes, { duration }: Pick<Visit, 'duration'>): string {
  return momentText(minutesAfter(start, minutes(duration)));
}

function fresh(visit_id: string, technician_id: string): Assignment {
  return {
    id: `${visit_id} ${technician_id}`,
    version: 0,
    visit_id,
    technician_id,
    starts_at: '',
    ends_at: '',
    is_lead: false,
    is_pinned: false,
    progress: 'none',
    en_route_at: null,
    on_site_at: null,
    done_at: null,
    overrides: [],
  };
}
