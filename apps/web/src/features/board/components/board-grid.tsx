import type { BoardTables } from '@muster/domain/board/schema';
import type { Board } from '@muster/domain/scheduling/board/prepared';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { type RefObject, useMemo } from 'react';
import { leftOf, momentAt, snapTo } from '../model/axis.ts';
import type { BoardSearch } from '../model/board-search.ts';
import { type Drag, GRID } from '../model/drag.ts';
import type { Focus } from '../model/focus.ts';
import { rowOf } from '../model/rows.ts';
import { BoardHead } from './board-head.tsx';
import { Row } from './board-row.tsx';
import { DragLayer } from './drag-layer.tsx';
import type { Layout } from './use-drag.ts';
import type { Resize } from './use-resize.ts';
import { useWindow } from './use-window.ts';

interface GridProps {
  board: Board;
  tables: BoardTables;
  layout: Layout;
  scroller: RefObject<HTMLDivElement | null>;
  focus: Focus | undefined;
  search: BoardSearch;
  selected: ReadonlySet<string>;
  drag: Drag | undefined;
  resize: Resize | undefined;
  onKeyDown: (event: React.KeyboardEvent) => void;
  onFocus: (focus: Focus) => void;
  onPointerDown: (event: React.PointerEvent, visit: string, technician: string) => void;
  onResizeStart: (event: React.PointerEvent, visit: string, technician: string) => void;
  onOpen: (visit: string, technician: string) => void;
  onSelect: (visit: string) => void;
  onNew: (technician: string, start: EpochMinutes) => void;
  onDispatch: (technician: string) => void;
}

/** Technicians down, time across. Only what is in sight is drawn. */
export function BoardGrid(props: GridProps) {
  const { board, tables, layout, scroller, focus, drag, resize, search } = props;
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

  /** The empty place at a point. */
  function slotAt({ target, clientX, clientY }: React.MouseEvent) {
    const element = scroller.current!;
    if (!(target as HTMLElement).closest('.board-row__time') || visitAt({ target })) return undefined;
    const box = element.getBoundingClientRect();
    const technician = order[Math.floor((clientY - box.top - layout.head + element.scrollTop) / rowHeight)];
    const left = clientX - box.left - layout.names + element.scrollLeft;
    return technician && { technician, start: snapTo(momentAt(axis, left), GRID) };
  }

  return (
    <div
      ref={scroller}
      className="board-grid"
      role="grid"
      tabIndex={-1}
      aria-label="Board"
      aria-rowcount={order.length + 1}
      data-dragging={drag !== undefined || undefined}
      onKeyDown={props.onKeyDown}
      onFocus={(event) => {
        const at = visitAt(event);
        if (at) props.onFocus(at);
      }}
      onPointerDown={(event) => {
        const at = visitAt(event);
        if (!at) return;
        const isEnd = (event.target as HTMLElement).className === 'visit-block__end';
        (isEnd ? props.onResizeStart : props.onPointerDown)(event, at.visit, at.technician);
      }}
      onClick={(event) => {
        const at = visitAt(event);
        const dispatched = (event.target as HTMLElement).closest<HTMLElement>('.board-row__dispatch');
        if (dispatched) props.onDispatch(dispatched.dataset['technician']!);
        else if (at && (event.ctrlKey || event.metaKey || event.shiftKey)) props.onSelect(at.visit);
        else if (at) props.onOpen(at.visit, at.technician);
      }}
      onDoubleClick={(event) => {
        const slot = slotAt(event);
        if (slot) props.onNew(slot.technician, slot.start);
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
            search={search}
            selected={props.selected}
            resize={resize}
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
