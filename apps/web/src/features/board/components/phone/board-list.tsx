import { useInViewport } from '@mantine/hooks';
import type { BoardTables } from '@muster/domain/board/schema';
import { delayOf } from '@muster/domain/scheduling/board/delay';
import type { Board, BoardDay, BoardVisit } from '@muster/domain/scheduling/board/prepared';
import type { VisitState } from '@muster/domain/scheduling/board/rows';
import { dateInWords, timeInWords } from '@muster/domain/values/clock-words';
import { ColleagueBadge } from '../../../../lib/kit/colleague-badge.tsx';
import { markColour, useMarks } from '../../../../lib/kit/colleagues.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { CrewDot } from '../../../../lib/kit/crew-colour.tsx';
import { WorkStateBadge } from '../../../../lib/kit/work-state.tsx';
import { rowOf, utilisationOf } from '../../model/rows.ts';
import { lateWords } from '../../model/warning.ts';
import './board-list.css';

interface BoardListProps {
  board: Board;
  tables: BoardTables;
  days: readonly BoardDay[];
  order: readonly string[];
  onOpen: (visit: string) => void;
}

/** So many more technicians are drawn each time that somebody comes to the end: hundreds at once would keep a phone busy for seconds. */
const PAGE = 20;

/** The days as a list: technician by technician, visit by visit. */
export function BoardList({ board, tables, days, order, onOpen }: BoardListProps) {
  const { zone } = board.business;
  const colours = new Map(tables.technicians.map(({ id, colour }) => [id, colour]));
  const isNow = days.some(({ start, end }) => start <= board.now && board.now < end);
  const marks = useMarks();
  const [shown, setShown] = useState(PAGE);
  return (
    <div className="board-list">
      {order.slice(0, shown).map((technician) => {
        const row = rowOf(board, technician, days);
        const load = utilisationOf(row);
        const next =
          isNow &&
          row.blocks.find(({ booking: { visit, end } }) => end > board.now && !isOver(visit.row.state));
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
                  <button
                    type="button"
                    data-next={(next && booking.id === next.booking.id) || undefined}
                    data-mark={marks.get(booking.id)?.kind}
                    style={markColour(marks.get(booking.id))}
                    onClick={() => onOpen(booking.id)}
                  >
                    <b>
                      {timeInWords(booking.start, zone)} {booking.visit.row.customer}
                    </b>
                    <span>
                      {days.length > 1 && `${dateInWords(dayOf(days, booking.start).date)} · `}
                      {lateWith(board, booking.visit)}
                      {booking.visit.row.site.suburb} · {booking.visit.row.duration} min
                    </span>
                    <ColleagueBadge mark={marks.get(booking.id)} isTold />
                    <WorkStateBadge state={booking.visit.row.state} />
                  </button>
                </li>
              ))}
            </ul>
            {row.blocks.length === 0 && <p className="board-list__away">No visits</p>}
          </section>
        );
      })}
      {shown < order.length && <End key={shown} onSeen={() => setShown(shown + PAGE)} />}
    </div>
  );
}

/** The end of what is drawn; tells when it comes into sight. */
function End({ onSeen }: { onSeen: () => void }) {
  const { ref, inViewport } = useInViewport();
  const tell = useEffectEvent(onSeen);
  useEffect(() => {
    if (inViewport) tell();
  }, [inViewport]);
  return <div ref={ref} />;
}

/** "20 min late · ", where whoever comes has said so. */
function lateWith(board: Board, visit: BoardVisit): string {
  const delay = delayOf(board, visit);
  return delay ? `${lateWords(delay)} · ` : '';
}

function dayOf(days: readonly BoardDay[], at: number): BoardDay {
  return days.findLast(({ start }) => start <= at) ?? days[0]!;
}

function isOver(state: VisitState): boolean {
  return state === 'completed' || state === 'needs return' || state === 'could not complete';
}
