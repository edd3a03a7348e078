import { boardRows } from '@muster/domain/dispatch/board/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import { viewSchedule } from '@muster/domain/dispatch/scheduling/walk';
import { problemOf } from '@muster/domain/planning/plan-runs/stretch';
import { absenceContrasts, visitChanges } from '@muster/domain/planning/scenarios/rules';
import type { BoardFigures, Comparison } from '@muster/domain/planning/scenarios/schema';
import { type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { minuteOf } from '@muster/domain/work/assignments/rules';
import { visitNumber } from '@muster/domain/work/jobs/rules';
import { type BoardText, tablesIn } from '../../dispatch/board/thread.ts';
import { figuresNow } from '../plan-runs/thread.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    comparisonOf: typeof comparisonOf;
  }
}

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Two boards of the same days beside each other. */
export function comparisonOf({
  left,
  right,
  names,
  days,
  now,
}: {
  left: BoardText;
  right: BoardText;
  names: readonly [string, string];
  days: Days;
  now: EpochMinutes;
}): Comparison {
  const tables = [tablesIn(left), tablesIn(right)] as const;
  return {
    ...days,
    boards: [figuresOn(tables[0], names[0], now), figuresOn(tables[1], names[1], now)],
    ...contrasts(tables, days),
  };
}

/** What is elsewhere on the one than on the other. */
function contrasts(
  tables: readonly [BoardTables, BoardTables],
  { from }: Days,
): Pick<Comparison, 'visits' | 'absences'> {
  const first = startOfDay(from as LocalDate, tables[0].business.zone);
  // A board has the bookings of the evening before as well, of which a scenario has no copy.
  const [left, right] = tables.map(({ assignments }) =>
    assignments.filter(({ starts_at }) => minuteOf(starts_at) >= first),
  );
  const nameOf = visitNames(tables);
  const startOf = ({ places }: Comparison['visits'][number]) =>
    Math.min(...places.flatMap((place) => (place ? [minuteOf(place.starts_at)] : [])));
  return {
    visits: visitChanges(left!, right!)
      .map(({ visit_id, before, after }) =>
        Object.assign(nameOf(visit_id), { visit_id, places: [before, after] }),
      )
      .toSorted((a, b) => startOf(a) - startOf(b)),
    absences: absenceContrasts([tables[0].absences, tables[1].absences]),
  };
}

function visitNames(tables: readonly BoardTables[]) {
  const visits = new Map(tables.flatMap((one) => one.visits.map((visit) => [visit.id, visit])));
  const jobs = new Map(tables.flatMap((one) => one.jobs.map((job) => [job.id, job])));
  const customers = new Map(tables.flatMap((one) => one.customers.map(({ id, name }) => [id, name])));
  return (id: string) => {
    const visit = visits.get(id)!;
    const job = jobs.get(visit.job_id)!;
    return {
      number: visitNumber(job.number, visit.number),
      customer: customers.get(job.customer_id) ?? '',
    };
  };
}

function figuresOn(tables: BoardTables, name: string, now: EpochMinutes): BoardFigures {
  const problem = problemOf(prepareBoard(boardRows(tables, now)), { way: 'plan' });
  const { costs: _, ...figures } = figuresNow(problem, problem.current!);
  const working = viewSchedule(problem, problem.current!).routes.filter(({ stops }) => stops.length > 0);
  const byPerson = Map.groupBy(working, ({ technician }) => technician.id);
  const technicians = tables.technicians
    .filter(({ id, is_active }) => is_active || byPerson.has(id))
    .map(({ id, name }) => {
      const routes = byPerson.get(id) ?? [];
      return {
        id,
        name,
        visits: sum(routes.map(({ stops }) => stops.length)),
        driving: sum(routes.flatMap(({ legs }) => legs.map(({ travel }) => travel))),
        overtime: sum(routes.map(({ back, shift }) => Math.max(0, back - shift.end))),
      };
    });
  return { name, figures, technicians };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
