import { VisuallyHidden } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { BoardTables } from '@muster/domain/board/schema';
import type { Board, BoardDay } from '@muster/domain/scheduling/board/prepared';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { notify } from '@muster/ui/toast';
import { type ReactNode, useRef, useState } from 'react';
import { useHold } from '../../../lib/kit/colleagues.ts';
import { type Pointed, usePointed } from '../../../lib/pointed.ts';
import { type BoardSearch, turned } from '../model/board-search.ts';
import type { Differing } from '../model/difference.ts';
import { type Drag, isHome, pointedAt } from '../model/drag.ts';
import { type Focus, isShown } from '../model/focus.ts';
import type { Group } from '../model/lines.ts';
import type { PlanDay } from '../model/remedies.ts';
import { BoardDialogs } from './dialogs/board-dialogs.tsx';
import { BoardGrid } from './grid/board-grid.tsx';
import { BoardSide } from './tray/board-side.tsx';
import { BoardSplit } from './board-split.tsx';
import { InHand, TurnSign } from './drag/turn-sign.tsx';
import { SelectionBar } from './bar/selection-bar.tsx';
import type { LiveBoard } from './state/use-board.ts';
import { useBoardKeys } from './state/use-board-keys.ts';
import { useDrag } from './drag/use-drag.ts';
import {
  useFocusBack,
  useFocusedCell,
  useNowInSight,
  useOpenInSight,
  useStanding,
} from './grid/use-in-sight.ts';
import { toggled, useLayout } from './grid/use-layout.ts';
import type { Look } from './state/use-look.ts';
import { useMoves } from './state/use-moves.ts';
import { useResize } from './drag/use-resize.ts';
import { useSelection } from './state/use-selection.ts';
import { useSaidRefusals } from './state/use-said-refusals.ts';

interface OnMap {
  onGrab: (event: React.PointerEvent, visit: string) => void;
  onOpen: (visit: string) => void;
}

interface BoardViewProps {
  live: LiveBoard & { board: Board; tables: BoardTables };
  days: readonly BoardDay[];
  /** The technicians from top to bottom. */
  groups: readonly Group[];
  look: Look;
  onLook: (change: Partial<Look>) => void;
  /** Whether a click on a visit selects it. */
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
  /** What somebody looks for. */
  search: BoardSearch;
  /** How much larger than so that all of it fits; 1 fits. */
  zoom: number;
  onOpen: (visit: string) => void;
  onOpenTechnician: (technician: string) => void;
  /** What was booked is on a day that is not shown. */
  onShowDay: (date: LocalDate) => void;
  /** Somebody wants to go on with what they hold on the days before or after. */
  onTurn: (pages: -1 | 1) => void;
  /** Somebody wants work there where there is none. */
  onNew: (technician: string, start: EpochMinutes) => void;
  pointed: Pointed;
  /** The map beside it, from which visits are dragged and opened. */
  renderMap: ((on: OnMap) => ReactNode) | undefined;
  /** Somebody pressed the name of a technician. */
  onName: (technician: string) => void;
  /** What a proposal would change, drawn on the board. */
  difference: readonly Differing[];
  /** What else can be done with the visits that are selected. */
  renderSelected: (visits: readonly string[]) => ReactNode;
  onPlan: PlanDay;
  /** What is open, in the place of the tray. */
  drawer: ReactNode;
  /** Where nobody is shown: why, and what to do about it. */
  empty: ReactNode;
  history: ReactNode;
}

/** The board itself: what is planned, what waits, and what somebody moves from one to the other. */
export function BoardView(props: BoardViewProps) {
  const { live, days, groups, look, search, onOpen, drawer } = props;
  const { board } = live;
  const scroller = useRef<HTMLDivElement>(null);
  const tray = useRef<HTMLElement>(null);
  const root = useRef<HTMLDivElement>(null);
  usePointed(root, props.pointed);
  const isSplit = props.renderMap !== undefined;
  const { layout, order, ...sized } = useLayout({ ...props, board, isSplit });
  const { isMeasured, toggleGroup, whole, measured } = sized;
  const frame = useMergedRef(root, whole);
  const [focus, setFocus] = useState<Focus>();
  const here = useStanding(board, days, order, focus);
  useFocusBack(focus, (at) => isShown(board, days, order, at), setFocus);
  const [selected, setSelected] = useSelection(board);
  const [said, setSaid] = useState('');
  /** The visit that a place is looked for. */
  const [seeking, setSeeking] = useState<string>();
  const moves = useMoves({ live, order, selected, onFocus: setFocus });
  const view = search.view ?? 'day';
  function turn(pages: -1 | 1) {
    props.onTurn(pages);
    const date = dateInWords(turned(view, days[0]!.date, pages));
    setSaid(`Turned to ${date}. What you took up is still in your hand.`);
  }
  const hand = useDrag({
    board,
    layout,
    scroller,
    tray,
    isTurning: live.isTurning,
    mayTake,
    onLift: (visit) => live.carry(selected.has(visit) ? [...selected] : [visit]),
    onDrop: moves.drop,
    onTurn: turn,
  });
  const { drag, onPointerDown, turning } = hand;
  const { resize, onResizeStart, cancelResize } = useResize(board, layout, scroller, ({ visit, duration }) =>
    moves.resize(visit, duration),
  );

  const holderOf = useHold(drag?.visit ?? resize?.visit, (words) => {
    hand.cancel();
    cancelResize();
    notify({ level: 'info', text: `${words}.` });
  });

  /** What a colleague holds stays with them; whoever reaches for it is told who that is. */
  function mayTake(visit: string): boolean {
    const words = (selected.has(visit) ? [...selected] : [visit]).flatMap((id) => holderOf(id) ?? [])[0];
    if (words !== undefined) notify({ level: 'info', text: `${words}.` });
    return words === undefined;
  }

  function select(visit: string) {
    const next = toggled(selected, visit);
    setSelected(next);
    setSaid(`${next.size} selected.`);
  }

  /** Takes a visit up by keys: it is moved with the arrows and put down with Enter. */
  function pickUp(visit: string, technician: string | null) {
    if (!mayTake(visit)) return;
    const crew = (board.assignments.get(visit) ?? []).map((one) => one.technician);
    const start = board.assignments.get(visit)?.[0]?.start ?? null;
    const at = start ?? layout.axis.days[0]!.start;
    const target = { kind: 'slot', technician: technician ?? order[0]!, start: at } as const;
    hand.take({ visit, from: technician, crew, start, target, by: 'keys' });
    scroller.current?.focus();
    setSaid(
      `${board.visits.get(visit)!.row.customer} taken up. Arrows move it, Page Up and Page Down turn the day, Enter puts it down, Escape puts it back.`,
    );
  }

  function putDown(held: Drag) {
    hand.cancel();
    if (!isHome(held)) moves.drop(held, false);
  }

  const onKeyDown = useBoardKeys({
    board,
    days,
    order,
    focus: here,
    onFocus: setFocus,
    hand,
    isTurning: live.isTurning,
    selected,
    commands: moves.commands,
    onResize: moves.resize,
    onTurn: turn,
    onPickUp: pickUp,
    onOpen,
    onSelect: select,
    onFindSlot: setSeeking,
    onNew: props.onNew,
    onSay: setSaid,
  });
  useSaidRefusals(live.refusals, setSaid);
  useFocusedCell(scroller, focus && here, layout);
  useNowInSight(scroller, layout, board.now, isMeasured);
  useOpenInSight(
    scroller,
    layout,
    board.assignments.get(search.visit ?? '')?.[0],
    !isSplit && Boolean(drawer),
  );

  const leadOf = (visit: string) => board.assignments.get(visit)?.[0]?.technician;
  const map = props.renderMap?.({
    onGrab: (event, visit) => onPointerDown(event, visit, leadOf(visit) ?? null),
    onOpen: (visit) => {
      const technician = leadOf(visit);
      if (technician !== undefined) setFocus({ technician, visit });
      onOpen(visit);
    },
  });

  return (
    <div className="board" ref={frame}>
      <BoardSplit beside={map}>
        <div className="board__pane" ref={measured}>
          <BoardGrid
            live={live}
            layout={layout}
            look={look}
            isSelecting={props.isSelecting}
            scroller={scroller}
            search={search}
            selected={selected}
            focus={here}
            drag={drag}
            resize={resize}
            difference={props.difference}
            pointed={props.pointed}
            onKeyDown={onKeyDown}
            onFocus={(at) =>
              (at.visit !== focus?.visit || at.technician !== focus?.technician) && setFocus(at)
            }
            onPointerDown={onPointerDown}
            onResizeStart={(event, visit, technician) =>
              mayTake(visit) && onResizeStart(event, visit, technician)
            }
            onNew={props.onNew}
            onName={props.onName}
            onSelect={select}
            onFindSlot={setSeeking}
            onToggleGroup={toggleGroup}
            onPoint={(technician, at) => drag && hand.aim(pointedAt(drag, technician, at, false).target)}
            onPut={(technician, at) =>
              drag && putDown(pointedAt({ ...drag, by: 'pointer' }, technician, at, false))
            }
            onDispatch={(technician) => void moves.commands.dispatchAll(days[0]!, technician)}
            onOpen={(visit, technician) => {
              setSelected(new Set());
              setFocus({ technician, visit });
              onOpen(visit);
            }}
          />
          {groups.every(({ technicians }) => technicians.length === 0) && (
            <div className="board__empty">{props.empty}</div>
          )}
          <SelectionBar
            board={board}
            selected={selected}
            isSelecting={props.isSelecting}
            held={drag?.by === 'keys' ? drag : undefined}
            commands={moves.commands}
            onResize={moves.resize}
            more={props.renderSelected([...selected])}
            onMove={(visit) => pickUp(visit, leadOf(visit) ?? null)}
            onUnschedule={(held) => putDown({ ...held, target: { kind: 'tray' } })}
            onCancel={() => hand.cancel()}
            onClear={() => {
              setSelected(new Set());
              props.onSelecting(false);
            }}
          />
        </div>
      </BoardSplit>
      {drawer}
      <BoardSide
        {...props}
        board={board}
        trayRef={tray}
        width={look.tray}
        onWidth={(width) => props.onLook({ tray: width })}
        refusals={live.refusals}
        inDoubt={live.inDoubt}
        onDismiss={(visit) => live.dismiss([visit])}
        isTarget={typeof drag?.from === 'string' && drag.target.kind === 'tray'}
        isHidden={Boolean(drawer)}
        openVisit={search.visit}
        onPointerDown={(event, visit) => onPointerDown(event, visit, null)}
        onPickUp={(visit) => pickUp(visit, null)}
        onRemedy={(wanted) => moves.remedy(wanted, { ...props, onFindSlot: setSeeking })}
        onFindSlot={setSeeking}
      />
      <BoardDialogs
        board={board}
        days={days}
        moves={moves}
        seeking={seeking}
        onSought={() => setSeeking(undefined)}
        onFocus={setFocus}
        onShowDay={props.onShowDay}
      />
      {turning && <TurnSign hold={turning} date={turned(view, days[0]!.date, turning.pages)} />}
      {drag?.by === 'pointer' && drag.target.kind !== 'slot' && (
        <InHand pointer={hand.pointer} text={board.visits.get(drag.visit)?.row.customer ?? ''} />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}
