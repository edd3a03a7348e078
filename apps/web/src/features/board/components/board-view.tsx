import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { dateAt, type LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { layOutAxis, openHours } from '../model/axis.ts';
import type { BoardSearch } from '../model/board-search.ts';
import type { Focus } from '../model/focus.ts';
import { BoardGrid } from './board-grid.tsx';
import { BoardSide } from './board-side.tsx';
import { DropAnyway } from './drop-anyway.tsx';
import { FindSlot } from './find-slot.tsx';
import type { LiveBoard } from './use-board.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { type Layout, useDrag } from './use-drag.ts';
import { useFocusedCell, useNowInSight } from './use-in-sight.ts';
import { useMoves } from './use-moves.ts';
import { useResize } from './use-resize.ts';
import './board.css';

interface BoardViewProps {
  live: LiveBoard & { board: Board; tables: BoardTables };
  days: readonly BoardDay[];
  /** The technicians from top to bottom. */
  order: readonly string[];
  /** What somebody looks for. */
  search: BoardSearch;
  /** How much larger than so that all of it fits; 1 fits. */
  zoom: number;
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  /** What was booked is on a day that is not shown. */
  onShowDay: (date: LocalDate) => void;
  /** Somebody wants work there where there is none. */
  onNew: (technician: string, start: EpochMinutes) => void;
  /** What is open, in the place of the tray. */
  drawer: ReactNode;
  history: ReactNode;
}

const rowHeight = 56;
const names = 184;
const head = 52;
/** A working day is in sight without scrolling; of several days, as much as leaves one visit apart from the next. */
const workingDay = 12 * 60;
const smallest = 0.22;

function scaleFor(width: number, minutes: number, days: number): number {
  return Math.max(smallest, width / Math.max(1, days === 1 ? Math.min(workingDay, minutes) : minutes));
}

/** The board itself: what is planned, what waits, and what somebody moves from one to the other. */
export function BoardView(props: BoardViewProps) {
  const { live, days, order, search, zoom, onOpen, drawer } = props;
  const { board } = live;
  const scroller = useRef<HTMLDivElement>(null);
  const tray = useRef<HTMLElement>(null);
  const hours = openHours(board, days);
  const { ref: measured, width } = useElementSize();
  const scale = scaleFor(width - names, days.length * (hours.to - hours.from), days.length) * zoom;
  const layout = useMemo<Layout>(
    () => ({
      axis: layOutAxis(days, { from: hours.from, to: hours.to }, scale),
      order,
      rowHeight,
      names,
      head,
    }),
    [days, hours.from, hours.to, scale, order],
  );
  const [focus, setFocus] = useState<Focus>();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [said, setSaid] = useState('');
  /** The visit that a place is looked for. */
  const [seeking, setSeeking] = useState<string>();
  const moves = useMoves({ live, order, selected, onFocus: setFocus });
  const { drag, setDrag, onPointerDown } = useDrag({ board, layout, scroller, tray, onDrop: moves.drop });
  const { resize, onResizeStart } = useResize(board, layout, scroller, ({ visit, duration }) => {
    void moves.commands.resize(visit, duration);
  });

  function select(visit: string) {
    const next = new Set(selected);
    if (!next.delete(visit)) next.add(visit);
    setSelected(next);
    setSaid(`${next.size} selected.`);
  }

  /** Takes a visit up by keys: it is moved with the arrows and put down with Enter. */
  function pickUp(visit: string, technician: string | null) {
    const crew = (board.assignments.get(visit) ?? []).map((one) => one.technician);
    const start = board.assignments.get(visit)?.[0]?.start ?? null;
    const at = start ?? layout.axis.days[0]!.start;
    const target = { kind: 'slot', technician: technician ?? order[0]!, start: at } as const;
    setDrag({ visit, from: technician, crew, start, target, by: 'keys' });
    scroller.current?.focus();
    setSaid(
      `${board.visits.get(visit)!.row.customer} taken up. Arrows move it, Enter puts it down, Escape puts it back.`,
    );
  }

  const onKeyDown = useBoardKeys({
    board,
    days,
    order,
    focus,
    onFocus: setFocus,
    drag,
    setDrag,
    commands: moves.commands,
    onDrop: (held) => moves.drop(held, true),
    onPickUp: pickUp,
    onOpen,
    onSelect: select,
    onFindSlot: setSeeking,
    onSay: setSaid,
  });
  useFocusedCell(scroller, focus, layout);
  useNowInSight(scroller, layout, board.now);

  return (
    <div className="board">
      <div className="board__pane" ref={measured}>
        <BoardGrid
          board={board}
          tables={live.tables}
          layout={layout}
          scroller={scroller}
          search={search}
          selected={selected}
          focus={focus ?? (order[0] === undefined ? undefined : { technician: order[0], visit: null })}
          drag={drag}
          resize={resize}
          onKeyDown={onKeyDown}
          onFocus={(at) => at.visit !== focus?.visit && setFocus(at)}
          onPointerDown={onPointerDown}
          onResizeStart={onResizeStart}
          onNew={props.onNew}
          onSelect={select}
          onDispatch={(technician) => void moves.commands.dispatchAll(days[0]!, technician)}
          onOpen={(visit, technician) => {
            setSelected(new Set());
            setFocus({ technician, visit });
            onOpen(visit);
          }}
        />
      </div>
      {drawer}
      <BoardSide
        {...props}
        board={board}
        trayRef={tray}
        isTarget={typeof drag?.from === 'string' && drag.target.kind === 'tray'}
        isHidden={Boolean(drawer)}
        openVisit={search.visit}
        onPointerDown={(event, visit) => onPointerDown(event, visit, null)}
        onPickUp={(visit) => pickUp(visit, null)}
        onRemedy={moves.remedy}
        onFindSlot={setSeeking}
      />
      {moves.asked && (
        <DropAnyway
          board={board}
          visit={moves.asked.drag.visit}
          reasons={moves.asked.reasons}
          onDrop={moves.dropAnyway}
          onClose={moves.leave}
        />
      )}
      {seeking && board.visits.has(seeking) && (
        <FindSlot
          board={board}
          visit={seeking}
          from={days[0]!.date}
          onClose={() => setSeeking(undefined)}
          onBook={(technicians, start) => {
            setSeeking(undefined);
            setFocus({ technician: technicians[0]!, visit: seeking });
            const date = dateAt(start, board.business.zone);
            if (days.every((day) => day.date !== date)) props.onShowDay(date);
            void moves.commands.move({ visit: seeking, technicians, start });
          }}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}
