import { VisuallyHidden } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import type { BoardTables } from '@muster/domain/board/schema';
import { reasonInWords } from '@muster/domain/scheduling/board/words/reason';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { type Reason, refusals } from '@muster/domain/scheduling/board/reasons';
import { timeInWords } from '@muster/domain/values/clock-words';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { layOutAxis, leftOf, openHours } from '../model/axis.ts';
import { crewAt, type Drag, FINE, GRID, isHome, nudged } from '../model/drag.ts';
import { across, besides, type Focus } from '../model/focus.ts';
import { rowOf } from '../model/rows.ts';
import { judge } from '../model/verdict.ts';
import { BoardGrid } from './board-grid.tsx';
import { DropAnyway } from './drop-anyway.tsx';
import { Tray } from './tray.tsx';
import type { LiveBoard } from './use-board.ts';
import { useCommands } from './use-commands.ts';
import { type Layout, useDrag } from './use-drag.ts';
import './board.css';

interface BoardViewProps {
  live: LiveBoard & { board: Board; tables: BoardTables };
  days: readonly BoardDay[];
  /** The technicians from top to bottom. */
  order: readonly string[];
  /** How much larger than so that all of it fits; 1 fits. */
  zoom: number;
  openVisit: string | undefined;
  onOpen: (visit: string) => void;
  /** What is open, in the place of the tray. */
  drawer: ReactNode;
}

const rowHeight = 56;
const names = 196;
const head = 52;
/** Smaller than this nobody can tell one visit from the next, nor take hold of it. */
const smallest = 0.22;

/** So that all hours are in sight, if that leaves them legible. */
function scaleFor(width: number, minutes: number): number {
  return Math.max(smallest, width / Math.max(1, minutes));
}

/** The board itself: what is planned, what waits, and what somebody moves from one to the other. */
export function BoardView({ live, days, order, zoom, openVisit, onOpen, drawer }: BoardViewProps) {
  const { board } = live;
  const commands = useCommands(live);
  const scroller = useRef<HTMLDivElement>(null);
  const tray = useRef<HTMLElement>(null);
  const hours = openHours(board, days);
  const { ref: measured, width } = useElementSize();
  const scale = scaleFor(width - names, days.length * (hours.to - hours.from)) * zoom;
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
  const [asked, setAsked] = useState<{ drag: Drag; reasons: readonly Reason[] }>();
  const [said, setSaid] = useState('');
  const { drag, setDrag, onPointerDown } = useDrag({ board, layout, scroller, tray, onDrop: drop });

  function drop(dropped: Drag, isAnyway: boolean) {
    const { target } = dropped;
    if (target.kind === 'tray') return void commands.unschedule(dropped.visit);
    if (target.kind !== 'slot') return;
    const visit = board.visits.get(dropped.visit)!;
    const crew = crewAt(dropped, target.technician);
    const verdict = judge(board, visit, crew, target.start, isAnyway || dropped.by === 'keys');
    setFocus({ technician: target.technician, visit: dropped.visit });
    if (verdict.kind !== 'refuses')
      return void commands.move({ visit: dropped.visit, technicians: crew, start: verdict.start });
    setAsked({ drag: dropped, reasons: verdict.reasons });
  }

  function dropAnyway(reason: string) {
    const { drag: dropped, reasons } = asked!;
    setAsked(undefined);
    if (dropped.target.kind !== 'slot') return;
    const rules = new Set(refusals(reasons).map(({ rule }) => rule));
    void commands.move({
      visit: dropped.visit,
      technicians: crewAt(dropped, dropped.target.technician),
      start: dropped.target.start,
      overrides: [...rules].map((rule) => ({ rule: rule as 'overlap', reason })),
    });
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

  function moveByKeys(event: React.KeyboardEvent, held: Drag) {
    const step = event.shiftKey ? FINE : GRID;
    const moves: Record<string, { minutes?: number; rows?: number }> = {
      ArrowLeft: { minutes: -step },
      ArrowRight: { minutes: step },
      ArrowUp: { rows: -1 },
      ArrowDown: { rows: 1 },
    };
    const move = moves[event.key];
    if (move) {
      const next = nudged(held, order, move);
      setDrag(next);
      setSaid(sentenceOf(board, next));
    } else if (event.key === 'Enter') {
      setDrag(undefined);
      if (!isHome(held)) drop(held, true);
    } else if (event.key === 'Escape') {
      setDrag(undefined);
      setSaid('Put back where it was.');
      if (held.from) setFocus({ technician: held.from, visit: held.visit });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function onKeyDown(event: React.KeyboardEvent) {
    if (drag?.by === 'keys') return moveByKeys(event, drag);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = focus ?? { technician: order[0]!, visit: null };
    const at = order.indexOf(here.technician);
    const row = (index: number) => rowOf(board, order[Math.min(Math.max(index, 0), order.length - 1)]!, days);
    const go = (next: Focus) => setFocus(next);
    const { visit, technician } = here;
    switch (event.key) {
      case 'ArrowLeft':
        go(besides(row(at), here, -1));
        break;
      case 'ArrowRight':
        go(besides(row(at), here, 1));
        break;
      case 'ArrowUp':
        go(across(board, here, row(at - 1)));
        break;
      case 'ArrowDown':
        go(across(board, here, row(at + 1)));
        break;
      case 'Enter':
        if (visit) pickUp(visit, technician);
        break;
      case ' ':
        if (visit) onOpen(visit);
        break;
      case 'u':
        if (visit) void commands.unschedule(visit);
        break;
      case 'p':
        if (visit) void commands.togglePin(visit);
        break;
      case 'd':
        if (visit) void commands.dispatch(visit);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

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
          focus={focus ?? (order[0] === undefined ? undefined : { technician: order[0], visit: null })}
          drag={drag}
          openVisit={openVisit}
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onOpen={(visit, technician) => {
            setFocus({ technician, visit });
            onOpen(visit);
          }}
        />
      </div>
      {drawer}
      <Tray
        isHidden={Boolean(drawer)}
        board={board}
        trayRef={tray}
        isTarget={drag?.from != null && drag.target.kind === 'tray'}
        openVisit={openVisit}
        onPointerDown={(event, visit) => onPointerDown(event, visit, null)}
        onOpen={onOpen}
        onPickUp={(visit) => pickUp(visit, null)}
      />
      {asked && (
        <DropAnyway
          board={board}
          visit={asked.drag.visit}
          reasons={asked.reasons}
          onDrop={dropAnyway}
          onClose={() => setAsked(undefined)}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

/** Where it is now, and whether it fits: one sentence for each step. */
function sentenceOf(board: Board, drag: Drag): string {
  if (drag.target.kind !== 'slot') return '';
  const { technician, start } = drag.target;
  const visit = board.visits.get(drag.visit)!;
  const verdict = judge(board, visit, crewAt(drag, technician), start, true);
  const name = board.technicians.get(technician)!.row.name;
  const against = verdict.reasons.map((reason) => reasonInWords(board, visit, reason).short).join(', ');
  return `${name}, ${timeInWords(start, board.business.zone)}: ${verdict.kind === 'fits' ? 'fits' : against}.`;
}

/** Whoever opens the board sees what is going on now, with a little of what was before. */
function useNowInSight(
  scroller: React.RefObject<HTMLDivElement | null>,
  { axis }: Layout,
  now: number,
): void {
  const shown = axis.days[0]?.day.date;
  const lookAtNow = useEffectEvent(() => {
    const left = leftOf(axis, now) - 120;
    if (scroller.current && left > 0 && left < axis.width - 200) scroller.current.scrollLeft = left;
  });
  useEffect(() => lookAtNow(), [shown]);
}

/** The cell takes the focus without the browser scrolling, and comes into sight by arithmetic. */
function useFocusedCell(
  scroller: React.RefObject<HTMLDivElement | null>,
  focus: Focus | undefined,
  { order, rowHeight, head }: Layout,
): void {
  const done = useRef<Focus>(undefined);
  useEffect(() => {
    const element = scroller.current;
    if (!focus || !element || done.current === focus) return;
    done.current = focus;
    const { technician, visit } = focus;
    const cell = element.querySelector<HTMLElement>(
      visit === null
        ? `.board-row__name[data-technician="${technician}"]`
        : `.visit-block[data-visit="${visit}"][data-technician="${technician}"]`,
    );
    const top = order.indexOf(technician) * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    const room = element.clientHeight - head - rowHeight;
    if (top > element.scrollTop + room) element.scrollTop = top - room;
    if (!element.contains(document.activeElement) && document.activeElement !== document.body) return;
    cell?.focus({ preventScroll: true });
  });
}
