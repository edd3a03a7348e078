import { hardConstraints } from '@muster/domain/dispatch/scheduling/constraints';
import { type HardRule, inWindow } from '@muster/domain/dispatch/scheduling/hard-rules';
import type { Schedule, Problem, Visit } from '@muster/domain/dispatch/scheduling/problem';
import { type ScheduleView, viewSchedule } from '@muster/domain/dispatch/scheduling/walk';

/** A schedule in the numbers that a dispatcher asks for. All of them are counted over the same visits, whatever becomes of them. */
export type Figures = {
  readonly travel: number;
  readonly overtime: number;
  /** Visits that somebody comes to as they were promised: on the day and in the window that was agreed or told, and by then. */
  readonly onTime: number;
  /** Visits that were promised anything, planned or not. */
  readonly promised: number;
  /** Visits that nobody comes to: those in the tray, and those that stand with somebody who is away or may not do them. */
  readonly unplaced: number;
};

/** Whoever the visit stands with does not do it. */
const nobodyComes: ReadonlySet<HardRule> = new Set(['absence', 'skill', 'ticket', 'banned']);
const judged = hardConstraints.filter(({ name }) => nobodyComes.has(name));

export function figures(problem: Problem, schedule: Schedule): Figures {
  const view = viewSchedule(problem, schedule);
  const working = view.routes.filter(({ stops }) => stops.length > 0);
  const starts = startsOf(view);
  const promised = problem.visits.filter(({ promise, agreed }) => promise !== undefined || agreed);
  return {
    travel: sum(working.flatMap(({ legs }) => legs.map(({ travel }) => travel))),
    overtime: sum(working.map(({ back, shift }) => Math.max(0, back - shift.end))),
    onTime: promised.filter((visit) => isKept(visit, starts.get(visit.id))).length,
    promised: promised.length,
    unplaced: problem.visits.length - starts.size,
  };
}

function isKept(visit: Visit, start: number | undefined): boolean {
  const { promise = Infinity, agreed } = visit;
  return start !== undefined && start <= promise && (!agreed || inWindow(visit, start));
}

/** When somebody comes to each visit. */
function startsOf(view: ScheduleView): Map<string, number> {
  const starts = new Map(
    view.routes.flatMap(({ stops }) => stops.map(({ visit, start }) => [visit.id, start])),
  );
  for (const { visit } of judged.flatMap((rule) => rule.violations(view))) starts.delete(visit ?? '');
  return starts;
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
