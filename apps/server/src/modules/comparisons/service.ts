import { minuteOf } from '@muster/domain/assignments/rules';
import type { BoardTables } from '@muster/domain/board/schema';
import { visitNumber } from '@muster/domain/jobs/rules';
import { absenceContrasts, commonDays, visitChanges } from '@muster/domain/scenarios/rules';
import type { BoardFigures, Comparison, ComparisonQuery } from '@muster/domain/scenarios/schema';
import { viewSchedule } from '@muster/domain/scheduling/walk';
import { type LocalDate, startOfDay } from '@muster/domain/values/local-time';
import { inScenario } from '../../platform/db/account.ts';
import type { Tx } from '../../platform/db/executor.ts';
import { Failure } from '../../platform/http/errors.ts';
import { figuresNow, problemIn, readDays } from '../plan-runs/service.ts';
import { scenarioOfId } from '../scenarios/service.ts';

/** A scenario beside another one or the live board, over the days that both have: in figures, from now on, and by what differs. */
export async function compare(
  db: Tx,
  id: string,
  { with: other, date }: ComparisonQuery,
  at: Date,
): Promise<Comparison> {
  const scenario = await scenarioOfId(db, id);
  const rival = other === undefined ? undefined : await scenarioOfId(db, other);
  const stretches = [scenario, ...(rival ? [rival] : [])].map(({ from_date: from, to_date: to }) => ({
    from,
    to,
  }));
  if (date !== undefined) stretches.push({ from: date, to: date });
  const days = stretches.reduce<Days | undefined>((all, one) => all && commonDays(all, one), stretches[0]);
  if (days === undefined)
    throw new Failure(
      'unprocessable',
      date === undefined ? 'They have no day in common.' : 'That day is not one of theirs.',
    );
  const tables = [
    rival ? await inScenario(db, rival.id, (db) => readDays(db, days)) : await readDays(db, days),
    await inScenario(db, id, (db) => readDays(db, days)),
  ] as const;
  return {
    ...days,
    boards: [figuresOn(tables[0], rival?.name ?? 'Live board', at), figuresOn(tables[1], scenario.name, at)],
    ...contrasts(tables, days),
  };
}

interface Days {
  readonly from: string;
  readonly to: string;
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

function figuresOn(tables: BoardTables, name: string, at: Date): BoardFigures {
  const problem = problemIn(tables, { way: 'plan' }, at);
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
