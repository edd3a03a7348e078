import { epochMinutes, minutesAfter } from '../../../values/minutes.ts';
import type { Schedule } from '../../problem.ts';
import type { Board } from '../prepared.ts';
import type { AssignmentRow } from '../rows.ts';

/**
 * The assignments that a schedule of the optimiser means, by visit; an empty list for a visit that it leaves out. Who stays on
 * a visit at the same time keeps the assignment as it is, with its pin, its progress and its overrides.
 */
export function assignmentsFromSchedule(board: Board, schedule: Schedule): Map<string, AssignmentRow[]> {
  const found = new Map<string, AssignmentRow[]>(schedule.unplaced.map((visit) => [visit, []]));
  for (const { technician, stops } of schedule.routes) {
    for (const { visit, start } of stops) {
      const rows = found.get(visit) ?? [];
      found.set(visit, rows);
      rows.push(assignmentOf(board, visit, technician, start));
    }
  }
  return found;
}

function assignmentOf(board: Board, visit: string, technician: string, at: number): AssignmentRow {
  const before = board.assignments.get(visit) ?? [];
  const same = before.find((row) => row.technician === technician && row.start === at);
  if (same !== undefined) return same;
  const start = epochMinutes(at);
  const length = board.visits.get(visit)?.row.duration;
  if (length === undefined) throw new RangeError(`visit ${visit} is not on the board`);
  return {
    visit,
    technician,
    start,
    end: minutesAfter(start, length),
    isPinned: false,
    progress: 'none',
    overrides: [],
  };
}
