import type { Board, AssignmentRow } from '../../dispatch/scheduling/board/board.ts';
import { isAnyoneAway } from '../../dispatch/scheduling/board/board.ts';
import type { PlanningQuestion } from '../../dispatch/scheduling/board/problem-from-board.ts';
import {
  problemFromBoard,
  visitsFromBoard,
  workInQuestion,
} from '../../dispatch/scheduling/board/problem-from-board.ts';
import type { Problem } from '../../dispatch/scheduling/problem.ts';
import { repairWeightsOf, weightsOf } from '../../dispatch/scheduling/weights.ts';
import type { LocalDate } from '../../values/local-time.ts';
import { epochMinutes } from '../../values/minutes.ts';
import type { PushedDay } from './push-day.ts';
import type { NewPlanRun, NothingToPlan } from './schema.ts';

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
    movesAway: way === 'repair',
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
  return free.length > 0 ? undefined : 'no visits';
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

/** Somebody who is away, and what they have been told to do then. */
interface DispatchedAway {
  readonly technician: string;
  /** In the order of their starts. */
  readonly visits: readonly string[];
}

/**
 * What is dispatched to somebody who is away by then: a plan leaves it alone, so that a person has to call it back first, or repair.
 * What has begun, is pinned, overridden or late already is not among it: calling it back would not move it.
 */
export function dispatchedAway(
  board: Board,
  { from, until }: { readonly from: number; readonly until: number },
): DispatchedAway[] {
  const { visits, assignments, now } = board;
  const mayGo = ({ start, isPinned, overrides, progress }: AssignmentRow): boolean =>
    start >= Math.max(now, from) &&
    start < until &&
    !isPinned &&
    overrides.length === 0 &&
    progress === 'none';
  const crews = [...assignments]
    .filter(([id, crew]) => visits.get(id)?.row.state === 'dispatched' && crew.every(mayGo))
    .flatMap(([, crew]) => crew.filter((one) => isAnyoneAway(board, [one])).slice(0, 1))
    .toSorted((a, b) => a.start - b.start);
  return [...Map.groupBy(crews, ({ technician }) => technician)].map(([technician, own]) => ({
    technician,
    visits: own.map(({ visit }) => visit),
  }));
}
