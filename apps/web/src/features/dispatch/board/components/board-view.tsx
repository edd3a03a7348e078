import type { InvoiceAttention } from '@muster/domain/messages/payment-reminders/schema';
import { VisuallyHidden, Splitter } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Board, BoardDay } from '@muster/domain/dispatch/scheduling/board/board';
import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import type { EpochMinutes } from '@muster/domain/values/minutes';
import { firstTogether, MOST_TOGETHER } from '@muster/domain/work/assignments/rules';
import { notify } from '@muster/ui/toast';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { type Pointed, usePointed } from '../../../../lib/board/pointed-visits.ts';
import { useHold } from '../../../../lib/kit/colleagues.ts';
import { type BoardSearch, turned } from '../model/board-search.ts';
import type { Differing } from '../model/difference.ts';
import { type Drag, isHome, pointedAt } from '../model/drag.ts';
import { type Focus, isShown } from '../model/focus.ts';
import type { Group, Layout } from '../model/layout.ts';
import type { PlanDay } from '../model/remedies.ts';
import { SelectionBar } from './selection-bar.tsx';
import { BoardMenu, type MenuActs, useBoardMenu } from './board-menu.tsx';
import { BoardDialogs } from './board-dialogs.tsx';
import { InHand, TurnSign } from './drag/drag-layer.tsx';
import { useDrag } from './drag/use-drag.ts';
import { useResize } from './drag/use-resize.ts';
import { BoardGrid } from './grid/board-grid.tsx';
import { useKinds, useWorkOf } from './grid/board-row.tsx';
import {
  useFocusBack,
  useFocusedCell,
  useNowInSight,
  useOpenInSight,
  useStanding,
  toggled,
  useLayout,
  useZoomGestures,
} from './grid/use-layout.ts';
import { useBoardKeys } from './state/use-board-keys.ts';
import type { LiveBoard, Refusal } from './state/use-board.ts';
import type { Look } from './state/use-look.ts';
import { useMoves } from './state/use-moves.ts';
import { BoardSide } from './board-side.tsx';

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
  onZoom: (steps: -1 | 1) => void;
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
  /** Somebody wants the day of a technician dispatched. */
  onDispatchDay: (technician: string) => void;
  /** The same of several visits. */
  onDispatchVisits: (visits: readonly string[], onDone: () => void) => void;
  /** What is open, in the place of the tray. */
  drawer: ReactNode;
  /** Where nobody is shown: why, and what to do about it. */
  empty: ReactNode;
  history: ReactNode;
  invoices: InvoiceAttention;
}

/** The board itself: what is planned, what waits, and what somebody moves from one to the other. */
export function BoardView(props: BoardViewProps) {
  const { live, days, groups, look, search, onOpen, drawer } = props;
  const { board } = live;
  const scroller = useRef<HTMLDivElement>(null);
  const workOf = useWorkOf(live.tables, useKinds(live.tables));
  const tray = useRef<HTMLElement>(null);
  const root = useRef<HTMLDivElement>(null);
  usePointed(root, props.pointed);
  const isSplit = props.renderMap !== undefined;
  const { layout, order, ...sized } = useLayout({ ...props, board, isSplit });
  const { isMeasured, toggleGroup, whole, measured } = sized;
  const frame = useMergedRef(root, whole);
  const [focus, setFocus] = useState<Focus>();
  const here = useStanding(board, days, order, focus);
  useZoomGestures(scroller, layout, props.onZoom);
  useFocusBack(focus, (at) => isShown(board, days, order, at), setFocus);
  const [selected, setSelected] = useSelection(board, isBooked);
  /** Of those that wait. */
  const [picked, setPicked] = useSelection(board, isWaiting);
  const [said, setSaid] = useState('');
  /** The visit that a place is looked for. */
  const [seeking, setSeeking] = useState<string>();
  const moves = useMoves({ live, order, selected, picked, onFocus: setFocus });
  const view = search.view ?? 'day';
  function turn(pages: -1 | 1) {
    props.onTurn(pages);
    const date = dateInWords(turned(view, days[0]!.date, pages));
    setSaid(`Now showing ${date}. You’re still holding the visit.`);
  }
  const hand = useDrag({
    board,
    layout,
    scroller,
    tray,
    isTurning: live.isTurning,
    mayTake,
    onLift: (visit) => live.carry(handful(visit, selected, picked)),
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
    const words = handful(visit, selected, picked).flatMap((id) => holderOf(id) ?? [])[0];
    if (words !== undefined) notify({ level: 'info', text: `${words}.` });
    return words === undefined;
  }

  function select(visit: string) {
    setSaid(setSelected(toggled(selected, visit)));
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
      `${board.visits.get(visit)!.row.customer} picked up. Use the arrows to move it, Page Up and Page Down to change the day, Enter to put it down, Escape to put it back.`,
    );
  }

  function putDown(held: Drag) {
    hand.cancel();
    if (!isHome(held)) moves.drop(held, false);
  }

  function clear() {
    setSelected(new Set());
    setPicked(new Set());
    props.onSelecting(false);
  }
  const dispatchVisits = (visits: readonly string[]) =>
    props.onDispatchVisits(visits, () => visits.some((id) => selected.has(id)) && clear());

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
    onName: props.onName,
    onSelect: select,
    onFindSlot: setSeeking,
    onNew: props.onNew,
    onDispatchDay: props.onDispatchDay,
    onDispatchVisits: dispatchVisits,
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

  const menu = useBoardMenu(board, days, layout, scroller, drag !== undefined);
  /** Put down without having been carried: chosen from a menu, it goes the same way. */
  function place(visit: string, technician: string, start: EpochMinutes) {
    if (!mayTake(visit)) return;
    const crew = (board.assignments.get(visit) ?? []).map((one) => one.technician);
    const from = { start: board.assignments.get(visit)?.[0]?.start ?? null, from: crew[0] ?? null, crew };
    moves.drop({ visit, ...from, target: { kind: 'slot', technician, start }, by: 'keys' }, true);
  }
  const menuActs: MenuActs = {
    onOpen,
    onOpenTechnician: props.onOpenTechnician,
    onPickUp: pickUp,
    onPlace: place,
    onFindSlot: setSeeking,
    onResize: moves.resize,
    onSelect(visits) {
      setSaid(setSelected(new Set(visits)));
    },
    onNew: props.onNew,
    onDispatchVisits: dispatchVisits,
    onDispatchDay: props.onDispatchDay,
  };

  return (
    <div className="board" ref={frame} {...menu.on}>
      <BoardSplit beside={map}>
        <div className="board__pane" ref={measured}>
          <BoardGrid
            live={live}
            layout={layout}
            isSelecting={props.isSelecting}
            scroller={scroller}
            search={search}
            selected={drag && drag.from === null ? picked : selected}
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
            onDispatch={props.onDispatchDay}
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
            onDispatchVisits={dispatchVisits}
            onUnschedule={(held) => putDown({ ...held, target: { kind: 'tray' } })}
            onCancel={() => hand.cancel()}
            onClear={clear}
          />
        </div>
      </BoardSplit>
      {drawer}
      <BoardSide
        {...props}
        board={board}
        workOf={workOf}
        trayRef={tray}
        width={look.tray}
        onWidth={(width) => props.onLook({ tray: width })}
        refusals={live.refusals}
        inDoubt={live.inDoubt}
        onDismiss={(visit) => live.dismiss([visit])}
        isTarget={typeof drag?.from === 'string' && drag.target.kind === 'tray'}
        isHidden={Boolean(drawer)}
        sort={look.traySort}
        onSort={(traySort) => props.onLook({ traySort })}
        picked={picked}
        onPicked={(next) => setSaid(setPicked(next))}
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
      <BoardMenu
        board={board}
        days={days}
        workOf={workOf}
        selected={selected}
        menu={menu}
        commands={moves.commands}
        on={menuActs}
      />
      {turning && <TurnSign hold={turning} date={turned(view, days[0]!.date, turning.pages)} />}
      {drag?.by === 'pointer' && drag.target.kind !== 'slot' && (
        <InHand
          pointer={hand.pointer}
          text={board.visits.get(drag.visit)?.row.customer ?? ''}
          width={lengthPx(layout, board.visits.get(drag.visit)?.row.duration ?? 0)}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  );
}

/** A visit that is selected takes the others along. */
function handful(visit: string, ...selections: readonly ReadonlySet<string>[]): readonly string[] {
  const own = selections.find((selection) => selection.has(visit));
  return own ? [...own] : [visit];
}

/** In a week a visit is a line in the cell of its day, however long it is. */
function lengthPx({ axis, week }: Layout, duration: number): number {
  return week ? axis.days[0]!.width : duration * axis.scale;
}

/** The board, with a map beside it where there is one; what lies between them is moved by pointer and by arrows. */
function BoardSplit({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  if (!beside) return children;
  return (
    <Splitter className="board__split" lineSize={1} step={5}>
      <Splitter.Pane defaultSize={58} min={30} className="board__half">
        {children}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={42} min={20} className="board__half">
        {beside}
      </Splitter.Pane>
    </Splitter>
  );
}

/** Says each new refusal: whoever does not see the note beside the visit hears of it. */
function useSaidRefusals(refusals: ReadonlyMap<string, Refusal>, say: (text: string) => void): void {
  const [heard, setHeard] = useState(0);
  if (refusals.size === heard) return;
  setHeard(refusals.size);
  const latest = [...refusals.values()].at(-1);
  if (refusals.size > heard && latest) say(latest.text);
}

const isBooked = ({ assignments }: Board, id: string) => assignments.has(id);
const isWaiting = ({ visits }: Board, id: string) => visits.get(id)?.row.state === 'unscheduled';

/** The visits that somebody has selected, as many as one command takes. What is not there any more is not among them. */
function useSelection(board: Board, isThere: (board: Board, id: string) => boolean) {
  const [chosen, setSelected] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(
    () => new Set([...chosen].filter((id) => isThere(board, id))),
    [chosen, board, isThere],
  );
  /** Answers how many they are, in words. */
  function select(wanted: ReadonlySet<string>): string {
    const first = firstTogether(wanted);
    setSelected(first);
    if (first.size === wanted.size) return `${first.size} selected.`;
    const text = `${MOST_TOGETHER} at a time: the first ${MOST_TOGETHER} are selected.`;
    notify({ level: 'info', text });
    return text;
  }
  return [selected, select] as const;
}
