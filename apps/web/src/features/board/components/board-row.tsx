import type { Board } from '@muster/domain/scheduling/board/prepared';
import { memo } from 'react';
import { CrewDot, type CrewColour } from '../../../lib/kit/crew-colour.tsx';
import { WorkStateIcon } from '../../../lib/kit/work-state.tsx';
import { type Axis, leftOf } from '../model/axis.ts';
import type { BoardSearch } from '../model/board-search.ts';
import { isMeant } from '../model/meant.ts';
import { type BoardRow, utilisationOf } from '../model/rows.ts';
import type { Resize } from './use-resize.ts';
import type { Window } from './use-window.ts';
import { VisitBlock } from './visit-block.tsx';

interface RowProps {
  board: Board;
  row: BoardRow;
  colour: CrewColour;
  axis: Axis;
  index: number;
  top: number;
  window: Pick<Window, 'left' | 'right'>;
  /** The visit that has its place in the order of the Tab key, the name of the technician, or nothing here. */
  focus: string | undefined;
  search: BoardSearch;
  selected: ReadonlySet<string>;
  resize: Resize | undefined;
  liftedVisit: string | undefined;
}

/** One technician: hours, absences, drives and visits. */
export const Row = memo(function Row(props: RowProps) {
  const { board, row, colour, axis, index, top, window, focus } = props;
  const technician = board.technicians.get(row.technician)!;
  const { zone } = board.business;
  const place = (start: number, end: number) => {
    const left = leftOf(axis, start);
    return { left, width: leftOf(axis, end) - left };
  };
  const isNear = ({ left, width }: { left: number; width: number }) =>
    width > 0 && left < window.right && left + width > window.left;
  const load = utilisationOf(row);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="board-row"
      style={{ top, width: `calc(var(--names) + ${axis.width}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        tabIndex={focus === row.technician ? 0 : -1}
        className="board-row__name"
        data-technician={row.technician}
      >
        <CrewDot colour={colour} />
        <span className="board-row__who">{technician.row.name}</span>
        {row.timelines.length === 1 && hasPlanned(row) && (
          <button
            type="button"
            tabIndex={-1}
            className="board-row__dispatch"
            data-technician={row.technician}
            title={`Dispatch the day of ${technician.row.name}`}
          >
            <WorkStateIcon state="dispatched" />
            <span className="m-hidden">Dispatch the day of {technician.row.name}</span>
          </button>
        )}
        {load !== null && (
          <span className="board-row__load" data-full={load > 1 || undefined}>
            {Math.round(load * 100)}%
          </span>
        )}
      </div>
      <div className="board-row__time" role="presentation">
        {row.timelines.flatMap(({ shifts }) =>
          shifts.map(({ start, end, isHoliday }) => {
            const at = place(start, end);
            return (
              isNear(at) && (
                <i
                  key={`shift ${start}`}
                  className="board-row__shift"
                  data-holiday={isHoliday || undefined}
                  style={at}
                />
              )
            );
          }),
        )}
        {row.timelines.flatMap(({ breaks }) =>
          breaks.map(({ start, end }) => {
            const at = place(start, end);
            return (
              isNear(at) && <i key={`break ${start}`} className="board-row__break" title="Break" style={at} />
            );
          }),
        )}
        {technician.absences.map(({ id, kind, start, end }) => {
          const at = place(start, end);
          return (
            isNear(at) && (
              <i key={id} className="board-row__absence" style={at}>
                <span>{absenceWords[kind]}</span>
              </i>
            )
          );
        })}
        {row.timelines.flatMap(({ legs }) =>
          legs.map(({ start, end, drive, short, to, from }) => {
            const at = place(start, end);
            return (
              isNear(at) && (
                <i
                  key={`leg ${from} ${to}`}
                  className="board-row__leg"
                  data-short={short > 0 || undefined}
                  title={short > 0 ? `${drive} min drive, ${short} min short` : `${drive} min drive`}
                  style={at}
                >
                  {at.width > 18 ? drive : ''}
                </i>
              )
            );
          }),
        )}
        {row.blocks.map(({ booking, lane, lanes }, at) => {
          const length = props.resize?.visit === booking.id ? props.resize.duration : undefined;
          const { left, width } = place(
            booking.start,
            length === undefined ? booking.end : booking.start + length,
          );
          if (!isNear({ left, width }) && focus !== booking.id && props.liftedVisit !== booking.id)
            return null;
          const own = board.assignments.get(booking.id)?.find((one) => one.technician === row.technician);
          return (
            <VisitBlock
              key={booking.id}
              visit={booking.visit}
              technician={row.technician}
              start={booking.start}
              zone={zone}
              left={left}
              width={width}
              lane={lane}
              lanes={lanes}
              colIndex={at + 2}
              isPinned={own?.isPinned ?? false}
              isBroken={(own?.overrides.length ?? 0) > 0}
              isFocusable={focus === booking.id}
              isOpen={props.search.visit === booking.id}
              isSelected={props.selected.has(booking.id)}
              isPale={!isMeant(booking.visit, props.search)}
              length={length}
              isLifted={props.liftedVisit === booking.id}
            />
          );
        })}
      </div>
    </div>
  );
});

function hasPlanned({ blocks }: BoardRow): boolean {
  return blocks.some(({ booking }) => booking.visit.row.state === 'planned');
}

const absenceWords = { leave: 'On leave', sick: 'Sick', training: 'Training' };
