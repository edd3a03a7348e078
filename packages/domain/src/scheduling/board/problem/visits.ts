import type { Visit, Window } from '../../problem.ts';
import type { Board, BoardVisit } from '../prepared.ts';
import type { AssignmentRow } from '../rows.ts';
import type { Places } from './places.ts';
import { placeNumber } from './places.ts';
import { optimiserPriority } from './priorities.ts';
import type { PlanningQuestion } from './technician-work.ts';

export function problemVisit(
  board: Board,
  visit: BoardVisit,
  question: PlanningQuestion,
  places: Places,
): Visit {
  const { row, place, dueBy } = visit;
  const { id, skills, crewSize, crewSkills, preferred, banned, priority } = row;
  const assignments = board.assignments.get(id) ?? [];
  const first = assignments[0];
  const isFixed = assignments.length > 0 && !isFree(board, visit, assignments, question);
  return {
    id,
    place: placeNumber(places, place),
    duration: row.duration,
    windows: openWindows(board, visit, question),
    skills,
    priority: optimiserPriority[priority],
    crew: crewSize,
    preferred,
    banned,
    // The optimiser wants a list for every member.
    ...(crewSkills.length > 0 && {
      crewSkills: Array.from({ length: crewSize }, (_, i) => crewSkills[i] ?? []),
    }),
    ...(dueBy !== null && { promise: Math.max(dueBy, earliest(board, question)) }),
    ...(isFixed && {
      pinned: { technicians: assignments.map(({ technician }) => technician), start: first!.start },
    }),
    ...(!isFixed && question.technicians !== undefined && { fixed: question.technicians }),
  };
}

/** What may be moved: planned ahead of now, by nobody's special decision, and asked for. */
function isFree(
  board: Board,
  { row }: BoardVisit,
  assignments: readonly AssignmentRow[],
  question: PlanningQuestion,
): boolean {
  const mayMove = assignments.every(
    ({ technician, start, isPinned, overrides }) =>
      start >= earliest(board, question) &&
      !isPinned &&
      overrides.length === 0 &&
      (question.technicians?.includes(technician) ?? true),
  );
  return row.state === 'planned' && mayMove && (question.visits?.includes(row.id) ?? true);
}

/** When the visit could start within the time that is asked about, in the words of the optimiser. */
export function openWindows(board: Board, visit: BoardVisit, question: PlanningQuestion): Window[] {
  const least = Math.max(earliest(board, question), visit.notBefore ?? -Infinity);
  const most = question.until - 1;
  return (visit.windows ?? [{ start: least, end: most }]).flatMap(({ start, end }) => {
    const window = { start: Math.max(start, least), end: Math.min(end, most) };
    return window.start <= window.end ? [window] : [];
  });
}

/** Nothing new starts before it. */
function earliest({ now }: Board, { from }: PlanningQuestion): number {
  return Math.max(now, from);
}
