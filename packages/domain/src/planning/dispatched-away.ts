import type { Board } from '../scheduling/board/prepared.ts';
import type { AssignmentRow } from '../scheduling/board/rows.ts';

/** Somebody who is away, and what they have been told to do then. */
export interface DispatchedAway {
  readonly technician: string;
  /** In the order of their starts. */
  readonly visits: readonly string[];
}

/**
 * What is dispatched to somebody who is away by then: the optimiser leaves it alone, so that a person has to call it back first.
 * What has begun, is pinned, overridden or late already is not among it: calling it back would not move it.
 */
export function dispatchedAway(
  { visits, assignments, technicians, now }: Board,
  { from, until }: { readonly from: number; readonly until: number },
): DispatchedAway[] {
  const isAway = ({ technician, start, end }: AssignmentRow): boolean =>
    technicians.get(technician)?.absences.some((away) => away.start < end && away.end > start) === true;
  const mayGo = ({ start, isPinned, overrides, progress }: AssignmentRow): boolean =>
    start >= Math.max(now, from) &&
    start < until &&
    !isPinned &&
    overrides.length === 0 &&
    progress === 'none';
  const crews = [...assignments]
    .filter(([id, crew]) => visits.get(id)?.row.state === 'dispatched' && crew.every(mayGo))
    .flatMap(([, crew]) => crew.filter(isAway).slice(0, 1))
    .toSorted((a, b) => a.start - b.start);
  return [...Map.groupBy(crews, ({ technician }) => technician)].map(([technician, own]) => ({
    technician,
    visits: own.map(({ visit }) => visit),
  }));
}
