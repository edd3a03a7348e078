import type { Board } from '../scheduling/board/prepared.ts';
import { problemFromBoard, visitsFromBoard } from '../scheduling/board/problem/from-board.ts';
import { workInQuestion, type PlanningQuestion } from '../scheduling/board/problem/technician-work.ts';
import type { Problem } from '../scheduling/problem.ts';
import type { LocalDate } from '../values/local-time.ts';
import { epochMinutes } from '../values/minutes.ts';
import { dispatchedAway } from './dispatched-away.ts';
import type { PushedDay } from './push-day.ts';
import type { NewPlanRun, NothingToPlan } from './schema.ts';
import { repairWeightsOf, weightsOf } from './weights.ts';

/** What somebody wants planned on the days of a board. */
export type Asked = Pick<NewPlanRun, 'technicians' | 'visits' | 'way'>;

/** From now on, or from the beginning of the first day where that is ahead. */
function questionOf({ days, now, business }: Board, { technicians, visits, way }: Asked): PlanningQuestion {
  return {
    // The first of the days is the one before, whose last shift may end in the stretch.
    from: epochMinutes(Math.max(days[1]!.start, now)),
    until: days.at(-1)!.end,
    weights: (way === 'repair' ? repairWeightsOf : weightsOf)(business.planning),
    // Whoever mends a day wants no more changes than that takes: what waits is for filling the gaps.
    leavesTray: way === 'repair',
    ...(technicians && { technicians }),
    ...(visits && { visits }),
  };
}

/** What the optimiser has to solve. */
export function problemOf(board: Board, asked: Asked): Problem {
  return problemFromBoard(board, questionOf(board, asked));
}

/** The same after a delay: what follows it is later already, and what has lost its place by that looks for another. */
export function problemAfter({ board, lost }: PushedDay, asked: Asked): Problem {
  return problemFromBoard(board, { ...questionOf(board, asked), lost });
}

/** Why there is nothing to be planned, if that is so. */
export function nothingIn(board: Board, asked: Asked): NothingToPlan['nothing'] | undefined {
  const { technicians, way } = asked;
  const question = questionOf(board, asked);
  const people = workInQuestion(board, question).filter(
    ({ technician }) => technicians?.includes(technician.row.id) ?? true,
  );
  if (people.every(({ days }) => days.length === 0))
    return workingDays(board, technicians).length > 0 ? 'day over' : 'no shifts';
  const free = visitsFromBoard(board, question).filter(
    ({ id, pinned }) => pinned === undefined && (way !== 'fill gaps' || !board.assignments.has(id)),
  );
  if (free.length > 0) return undefined;
  // What cannot be moved yet can be called back, and whoever wants a repair has to hear of it.
  return way === 'repair' && dispatchedAway(board, question).length > 0 ? undefined : 'no visits';
}

/** The days of the stretch on which one of these technicians, or anybody, has a shift that ends after a moment; holidays are none. */
export function workingDays(
  { days, technicians }: Board,
  among?: readonly string[],
  after = -Infinity,
): LocalDate[] {
  const people = [...technicians.values()].filter(
    ({ row }) => row.isActive && (among?.includes(row.id) ?? true),
  );
  return days
    .slice(1)
    .filter(
      ({ start, end, holiday }) =>
        holiday === null &&
        people.some(({ parts }) =>
          parts.some((part) => part.start < end && part.end > Math.max(start, after)),
        ),
    )
    .map(({ date }) => date);
}
