import type { Board, BoardVisit } from '@muster/domain/scheduling/board/prepared';

/** What waits to be planned: the most urgent first, then what is due first. */
export function waiting(board: Board): BoardVisit[] {
  const key = ({ row }: BoardVisit) => `${row.priority} ${row.dueBy ?? row.date ?? '9999'} ${row.number}`;
  return [...board.visits.values()]
    .filter(({ row }) => row.state === 'unscheduled')
    .toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
