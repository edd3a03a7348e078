import type { BoardTables } from '@muster/domain/board/schema';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import { type RefObject, useMemo } from 'react';
import { leftOf } from '../model/axis.ts';
import type { Drag } from '../model/drag.ts';
import type { Focus } from '../model/focus.ts';
import { rowOf } from '../model/rows.ts';
import { BoardHead } from './board-head.tsx';
import { Row } from './board-row.tsx';
import { DragLayer } from './drag-layer.tsx';
import type { Layout } from './use-drag.ts';
import { useWindow } from './use-window.ts';

interface GridProps {
  board: Board;
  tables: BoardTables;
  layout: Layout;
  scroller: RefObject<HTMLDivElement | null>;
  focus: Focus | undefined;
  drag: Drag | undefined;
  openVisit: string | undefined;
  onKeyDown: (event: React.KeyboardEvent) => void;
  onPointerDown: (event: React.PointerEvent, visit: string, technician: string) => void;
  onOpen: (visit: string, technician: string) => void;
}

/** Technicians down, time across. Only what is in sight is drawn. */
export function BoardGrid(props: GridProps) {
  const { board, tables, layout, scroller, focus, drag, openVisit } = props;
  const { axis, order, rowHeight } = layout;
  const window = useWindow(scroller, order.length, rowHeight);
  const colours = useMemo(
    () => new Map(tables.technicians.map(({ id, colour }) => [id, colour])),
    [tables.technicians],
  );
  const days = useMemo(() => axis.days.map(({ day }) => day), [axis]);
  const shown = order
    .map((technician, index) => ({ technician, index }))
    .filter(({ technician, index }) => {
      const isInSight = index >= window.first && index < window.end;
      // What has the focus, or is in somebody's hand, stays.
      return isInSight || technician === focus?.technician || technician === drag?.from;
    });
  const now = leftOf(axis, board.now);
  const isNowShown = axis.days.some(({ start, end }) => board.now >= start && board.now < end);

  function visitAt(event: { target: EventTarget }) {
    const block = (event.target as HTMLElement).closest<HTMLElement>('.visit-block');
    return block && { visit: block.dataset['visit']!, technician: block.dataset['technician']! };
  }

  return (
    <div
      ref={scroller}
      className="board-grid"
      role="grid"
      aria-label="Board"
      aria-rowcount={order.length + 1}
      data-dragging={drag !== undefined || undefined}
      onKeyDown={props.onKeyDown}
      onPointerDown={(event) => {
        const at = visitAt(event);
        if (at) props.onPointerDown(event, at.visit, at.technician);
      }}
      onClick={(event) => {
        const at = visitAt(event);
        if (at) props.onOpen(at.visit, at.technician);
      }}
    >
      <BoardHead axis={axis} zone={board.business.zone} />
      <div
        className="board-grid__rows"
        role="rowgroup"
        style={{
          height: order.length * rowHeight,
          width: `calc(var(--names) + ${axis.width}px)`,
          ['--hour' as string]: `${axis.scale * 60}px`,
        }}
      >
        {shown.map(({ technician, index }) => (
          <Row
            key={technician}
            board={board}
            row={rowOf(board, technician, days)}
            colour={colours.get(technician) ?? 'slate'}
            axis={axis}
            index={index}
            top={index * rowHeight}
            window={window}
            focus={focus?.technician === technician ? (focus.visit ?? technician) : undefined}
            openVisit={openVisit}
            liftedVisit={drag?.visit}
          />
        ))}
        {isNowShown && (
          <div className="board-grid__now" style={{ left: `calc(var(--names) + ${now}px)` }} aria-hidden />
        )}
        {drag && <DragLayer board={board} drag={drag} layout={layout} window={window} />}
      </div>
    </div>
  );
}
