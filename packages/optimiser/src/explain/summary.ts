import type { Plan, Problem } from '@muster/domain/scheduling/problem';
import { viewPlan } from '@muster/domain/scheduling/walk';

/** A plan in the numbers that a dispatcher asks for. */
export type Figures = {
  readonly travel: number;
  readonly overtime: number;
  /** Visits that start by their promised time, of those that have one. */
  readonly onTime: number;
  readonly promised: number;
  readonly unplaced: number;
};

export function figures(problem: Problem, plan: Plan): Figures {
  const { routes } = viewPlan(problem, plan);
  const working = routes.filter(({ stops }) => stops.length > 0);
  const starts = new Map(working.flatMap(({ stops }) => stops.map(({ visit, start }) => [visit, start])));
  const promised = [...starts].filter(([visit]) => visit.promise !== undefined);
  return {
    travel: sum(working.flatMap(({ legs }) => legs.map(({ travel }) => travel))),
    overtime: sum(working.map(({ back, shift }) => Math.max(0, back - shift.end))),
    onTime: promised.filter(([visit, start]) => start <= (visit.promise ?? start)).length,
    promised: promised.length,
    unplaced: plan.unplaced.length,
  };
}

/** Before and after, side by side. */
export function comparePlans(
  problem: Problem,
  before: Plan,
  after: Plan,
): { before: Figures; after: Figures } {
  return { before: figures(problem, before), after: figures(problem, after) };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
