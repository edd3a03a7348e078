import { boardRows } from '@muster/domain/dispatch/board/rules';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { RefusedFor } from '@muster/domain/dispatch/scheduling/board/reasons';
import { prepareBoard } from '@muster/domain/dispatch/scheduling/board/prepare';
import { isDone, unfitIn } from '@muster/domain/planning/proposals/rules';
import { placements, type VisitChange } from '@muster/domain/planning/scenarios/rules';
import type { AbsenceDifference } from '@muster/domain/planning/scenarios/schema';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import type { Assignment } from '@muster/domain/work/assignments/schema';
import { type BoardText, tablesIn } from '../../dispatch/board/thread.ts';

declare module '../../../platform/threads.ts' {
  interface Reckonings {
    takeOverOn: typeof takeOverOn;
  }
}

/** Somebody whom only the scenario has, under the id that they will have. */
type Extra = Omit<BoardTables['technicians'][number], 'is_active' | 'area'> & {
  readonly tickets: readonly Omit<BoardTables['tickets'][number], 'technician_id'>[];
};

/** The bookings of a scenario as the live board stands, with the absences and the people of the scenario on it. */
export function takeOverOn({
  text,
  now,
  aside,
  changes,
  away,
  extra,
  decided,
}: {
  text: BoardText;
  now: EpochMinutes;
  aside: ReadonlySet<string>;
  changes: readonly VisitChange[];
  away: readonly AbsenceDifference[];
  extra: readonly Extra[];
  decided: ReadonlyMap<string, Pick<Assignment, 'overrides'>>;
}) {
  const tables = tablesIn(text);
  const known = new Set(tables.technicians.map(({ id }) => id));
  const added = extra.filter(({ id }) => !known.has(id));
  const replaced = new Set(away.map(({ before }) => before?.id));
  const board = prepareBoard(
    boardRows(
      {
        ...tables,
        technicians: [...tables.technicians, ...added.map((row) => ({ ...row, is_active: true, area: '' }))],
        tickets: [
          ...tables.tickets,
          ...added.flatMap(({ id, tickets }) => tickets.map((ticket) => ({ ...ticket, technician_id: id }))),
        ],
        absences: [
          ...tables.absences.filter(({ id }) => !replaced.has(id)),
          ...away.map(({ after }) => after).filter((row) => row !== null),
        ],
      },
      now,
    ),
  );
  const unfit = new Map<string, RefusedFor[]>(unfitIn(board, changes, { aside }));
  // Whoever broke a rule in the scenario gave a reason, which holds on the live board as well.
  for (const [id, reasons] of unfit) {
    const broken = new Set<string>(decided.get(id)?.overrides.map(({ rule }) => rule));
    if (reasons.every(({ rule, can_override }) => can_override && broken.has(rule))) unfit.delete(id);
  }
  const there = changes.filter(({ visit_id }) => board.visits.has(visit_id));
  return {
    unfit,
    done: new Set(changes.filter((change) => isDone(board, change)).map(({ id }) => id)),
    durations: new Map(
      there.map(({ visit_id }) => [visit_id, board.visits.get(visit_id)!.row.duration as number]),
    ),
    live: placements(tables.assignments),
  };
}
