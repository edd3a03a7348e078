import { check } from '@muster/domain/scheduling/board/check';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { refusals } from '@muster/domain/scheduling/board/reasons';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { crewAt, type Drag } from './drag.ts';

/** What a crew lacks while it is not complete. */
const untilComplete = new Set(['crew', 'skill']);

/**
 * Who would be on the visit if it were put down there. A visit that needs several and has nobody yet gets those who can help at that
 * time, in the order of the board; whoever drops it sees the names.
 */
export function crewFor(
  board: Board,
  drag: Pick<Drag, 'visit' | 'crew' | 'from'>,
  technician: string,
  start: EpochMinutes,
  order: readonly string[],
): readonly string[] {
  const visit = board.visits.get(drag.visit)!;
  const crew = [...crewAt(drag, technician)];
  for (const other of order) {
    if (crew.length >= visit.row.crewSize) break;
    if (crew.includes(other)) continue;
    const against = refusals(check(board, visit, [...crew, other], start));
    if (against.every((reason) => untilComplete.has(reason.rule) || !concerns(reason, other)))
      crew.push(other);
  }
  return crew;
}

function concerns(reason: object, technician: string): boolean {
  return !('technician' in reason) || reason.technician === technician;
}
