import type { Schedule, Problem } from '@muster/domain/scheduling/problem';
import { viewSchedule } from '@muster/domain/scheduling/walk';

/** A schedule in the numbers that a dispatcher asks for. */
export type Figures = {
  readonly travel: number;
  readonly overtime: number;
  /** Visits that start by their promised time, of those that have one. */
  readonly onTime: number;
  readonly promised: number;
  readonly unplaced: number;
};

export function figures(problem: Problem, schedule: Schedule): Figures {
  const { routes } = viewSchedule(problem, schedule);
  const working = routes.filter(({ stops }) => stops.length > 0);
  const starts = new Map(working.flatMap(({ stops }) => stops.map(({ visit, start }) => [visit, start])));
  const promised = [...starts].filter(([visit]) => visit.promise !== undefined);
  return {
    travel: sum(working.flatMap(({ legs }) => legs.map(({ travel }) => travel))),
    overtime: sum(working.map(({ back, shift }) => Math.max(0, back - shift.end))),
    onTime: promised.filter(([visit, start]) => start <= (visit.promise ?? start)).length,
    promised: promised.length,
    unplaced: schedule.unplaced.length,
  };
}

/** Before and after, side by side. */
export function compareSchedules(
  problem: Problem,
  before: Schedule,
  after: Schedule,
): { before: Figures; after: Figures } {
  return { before: figures(problem, before), after: figures(problem, after) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
