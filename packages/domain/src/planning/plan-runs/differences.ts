import { momentText } from '../../work/assignments/rules.ts';
import type { BoardTables } from '../../dispatch/board/schema.ts';
import type { Difference as Moved, Placement } from '../../dispatch/scheduling/differences.ts';
import type { Schedule } from '../../dispatch/scheduling/problem.ts';
import { epochMinutes, minutes, minutesAfter } from '../../values/minutes.ts';
import type { Difference } from './schema.ts';

/** What a schedule would change of a board, as it is told: the lead first, who stays the lead where that is possible. */
export function differencesToTell(
  { visits, assignments }: Pick<BoardTables, 'visits' | 'assignments'>,
  moved: readonly Moved[],
): Difference[] {
  const durations = new Map(visits.map(({ id, duration }) => [id, duration]));
  const leads = new Map(
    assignments
      .filter(({ is_lead }) => is_lead)
      .map(({ visit_id, technician_id }) => [visit_id, technician_id]),
  );
  return moved.map(({ visit, before, after }) => {
    const told = (placement: Placement | undefined) =>
      placement ? tell(placement, durations.get(visit)!, leads.get(visit)) : null;
    const kind = before === undefined ? 'added' : after === undefined ? 'freed' : 'moved';
    return { visit_id: visit, kind, before: told(before), after: told(after) };
  });
}

/** What waited before and found no place. */
export function unplacedToTell(before: Schedule, after: Schedule): Difference[] {
  const waited = new Set(before.unplaced);
  return after.unplaced
    .filter((visit) => waited.has(visit))
    .map((visit_id) => ({ visit_id, kind: 'unplaced', before: null, after: null }));
}

function tell({ technicians, start }: Placement, duration: number, lead: string | undefined) {
  const from = epochMinutes(start);
  return {
    technicians: technicians.toSorted((a, b) => Number(b === lead) - Number(a === lead)),
    starts_at: momentText(from),
    ends_at: momentText(minutesAfter(from, minutes(duration))),
  };
}
