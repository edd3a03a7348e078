import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { dateInWords, timeInWords } from '@muster/domain/values/clock-words';
import { CrewDot } from '../../../lib/kit/crew-colour.tsx';
import { WorkStateBadge } from '../../../lib/kit/work-state.tsx';
import { rowOf, utilisationOf } from '../model/rows.ts';
import { waiting } from '../model/waiting.ts';

interface BoardListProps {
  board: Board;
  tables: BoardTables;
  days: readonly BoardDay[];
  order: readonly string[];
  onOpen: (visit: string) => void;
}

/** The board on a phone: technician by technician, visit by visit. */
export function BoardList({ board, tables, days, order, onOpen }: BoardListProps) {
  const { zone } = board.business;
  const colours = new Map(tables.technicians.map(({ id, colour }) => [id, colour]));
  const open = waiting(board);
  return (
    <div className="board-list">
      {open.length > 0 && (
        <section aria-label="Unscheduled visits">
          <h2>
            Unscheduled <span>{open.length}</span>
          </h2>
          <ul>
            {open.map(({ row }) => (
              <li key={row.id}>
                <button type="button" onClick={() => onOpen(row.id)}>
                  <b>{row.customer}</b>
                  <span>
                    {row.priority} · {row.site.suburb} · {row.duration} min
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {order.map((technician) => {
        const row = rowOf(board, technician, days);
        const load = utilisationOf(row);
        return (
          <section key={technician} aria-label={board.technicians.get(technician)!.row.name}>
            <h2>
              <CrewDot colour={colours.get(technician) ?? 'slate'} />
              {board.technicians.get(technician)!.row.name}
              {load !== null && <span>{Math.round(load * 100)}%</span>}
            </h2>
            {row.timelines.flatMap(({ absences }) =>
              absences.map(({ id, kind }) => (
                <p key={id} className="board-list__away">
                  {kind === 'leave' ? 'On leave' : kind === 'sick' ? 'Sick' : 'Training'}
                </p>
              )),
            )}
            <ul>
              {row.blocks.map(({ booking }) => (
                <li key={booking.id}>
                  <button type="button" onClick={() => onOpen(booking.id)}>
                    <b>
                      {timeInWords(booking.start, zone)} {booking.visit.row.customer}
                    </b>
                    <span>
                      {days.length > 1 && `${dateInWords(dayOf(days, booking.start).date)} · `}
                      {booking.visit.row.site.suburb} · {booking.visit.row.duration} min
                    </span>
                    <WorkStateBadge state={booking.visit.row.state} />
                  </button>
                </li>
              ))}
            </ul>
            {row.blocks.length === 0 && <p className="board-list__away">No visits</p>}
          </section>
        );
      })}
    </div>
  );
}

function dayOf(days: readonly BoardDay[], at: number): BoardDay {
  return days.findLast(({ start }) => start <= at) ?? days[0]!;
}
