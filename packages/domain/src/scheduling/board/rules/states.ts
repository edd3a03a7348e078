import type { VisitState } from '../rows.ts';
import type { Question } from '../question.ts';
import type { Finding } from '../reasons.ts';

/** Whether the visit has neither begun nor ended. */
export function isAhead(given: VisitState): boolean {
  return given === 'unscheduled' || given === 'planned' || given === 'dispatched';
}

export function state({ visit: { row }, isMove }: Question): Finding[] {
  return isMove && !isAhead(row.state) ? [{ rule: 'state', state: row.state }] : [];
}

/** The customer knows of a dispatched visit, and a pin was set on purpose. */
export function pinned({ board, visit: { row }, isMove }: Question): Finding[] {
  if (!isMove) return [];
  const isPinned = (board.assignments.get(row.id) ?? []).some((assignment) => assignment.isPinned);
  return [
    ...(isPinned ? [{ rule: 'pinned', because: 'pinned' } as const] : []),
    ...(row.state === 'dispatched' ? [{ rule: 'pinned', because: 'dispatched' } as const] : []),
  ];
}
