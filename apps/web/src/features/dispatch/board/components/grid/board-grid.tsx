import type { BoardTables } from '@muster/domain/dispatch/board/schema';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { epochMinutes, type EpochMinutes } from '@muster/domain/values/minutes';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { dateInWords } from '@muster/domain/values/clock-words';
import { timeAt } from '@muster/domain/values/local-time';
import { Icon } from '@muster/ui/icon';
import { type Drag, GRID, keepingTime } from '../../model/drag.ts';
import {
  type Axis,
  heightOf,
  type Layout,
  leftOf,
  type Line,
  momentAt,
  snapTo,
  technicianAt,
  weekRowOf,
} from '../../model/layout.ts';
import type { BoardSearch } from '../../model/board-search.ts';
import { type Differing, placesOf } from '../../model/difference.ts';
import type { Focus } from '../../model/focus.ts';
import { rowsOf } from '../../model/rows.ts';
import { clockWords } from '../../../../../lib/format/clock.ts';
import { Row, useKinds } from './board-row.tsx';
import { DifferenceLine, useDifferenceInSight } from './difference-blocks.tsx';
import { DragLayer, ResizeHint, TogetherLayer } from '../drag/drag-layer.tsx';
import { RefusedNotes } from './refused-notes.tsx';
import type { Pointed } from '../../../../../lib/board/pointed-visits.ts';
import type { LiveBoard } from '../state/use-board.ts';
import type { Resize } from '../drag/use-resize.ts';
import { useWindow } from './use-layout.ts';
import { VisitPeek } from './visit-peek.tsx';
import './board-grid.css';
import './visit-block.css';

interface GridProps {
  live: LiveBoard & { board: Board; tables: BoardTables };
  layout: Layout;
  scroller: RefObject<HTMLDivElement | null>;
  focus: Focus | undefined;
  search: BoardSearch;
  selected: ReadonlySet<string>;
  /** Whether a click selects, instead of opening. */
  isSelecting: boolean;
  drag: Drag | undefined;
  resize: Resize | undefined;
  /** What a proposal would change. */
  difference: readonly Differing[];
  pointed: Pointed;
  onKeyDown: (event: React.KeyboardEvent) => void;
  onFocus: (focus: Focus) => void;
  onPointerDown: (event: React.PointerEvent, visit: string, technician: string) => void;
  onResizeStart: (event: React.PointerEvent, visit: string, technician: string) => void;
  onOpen: (visit: string, technician: string) => void;
  onSelect: (visit: string) => void;
  onNew: (technician: string, start: EpochMinutes) => void;
  onDispatch: (technician: string) => void;
  onFindSlot: (visit: string) => void;
  onToggleGroup: (group: string) => void;
  /** What was taken up follows the pointer, and is put down with a click. */
  onPoint: (technician: string, at: EpochMinutes) => void;
  onPut: (technician: string, at: EpochMinutes) => void;
  onName: (technician: string) => void;
}

const none: ReadonlySet<string> = new Set();

/** A visit that is selected takes the others along. */
function handful(visit: string | undefined, selected: ReadonlySet<string>): ReadonlySet<string> {
  if (visit === undefined) return none;
  return selected.has(visit) ? selected : new Set([visit]);
}

/** Technicians down, time across. Only what is in sight is drawn. */
export function BoardGrid(props: GridProps) {
  const { live, layout, scroller, focus, drag, resize, search, difference, pointed } = props;
  const { board, tables } = live;
  const { axis, lines, week } = layout;
  const window = useWindow(scroller, lines);
  const kinds = useKinds(tables);
  const differing = useMemo(() => placesOf(difference), [difference]);
  useDifferenceInSight(scroller, difference, layout, pointed);
  const held = drag?.by === 'keys' ? drag : undefined;
  const { selected } = props;
  const taken = drag?.visit;
  const inHand = useMemo(() => handful(taken, selected), [taken, selected]);
  const colours = useMemo(
    () => new Map(tables.technicians.map(({ id, colour }) => [id, colour])),
    [tables.technicians],
  );
  const rowFor = useMemo(
    () =>
      rowsOf(
        board,
        axis.days.map(({ day }) => day),
      ),
    [board, axis],
  );
  const shown = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line: { technician }, index }) => {
      const isInSight = index >= window.first && index < window.end;
      // What has the focus, or is in somebody's hand, stays.
      return (
        isInSight ||
        (technician !== undefined && (technician === focus?.technician || technician === drag?.from))
      );
    });
  const isNowShown = !week && axis.days.some(({ start, end }) => board.now >= start && board.now < end);

  function visitAt(event: { target: EventTarget }) {
    const block = (event.target as HTMLElement).closest<HTMLElement>('.visit-block, .visit-block__end');
    return block && { visit: block.dataset['visit']!, technician: block.dataset['technician']! };
  }

  /** Whose time, and which, is at a point. */
  function slotAt({ target, clientX, clientY }: React.MouseEvent) {
    const element = scroller.current!;
    if (!(target as HTMLElement).closest('.board-row__time, .visit-block__end')) return undefined;
    const box = element.getBoundingClientRect();
    const technician = technicianAt(lines, clientY - box.top - layout.head + element.scrollTop);
    const left = clientX - box.left - layout.names + element.scrollLeft;
    if (technician === undefined) return undefined;
    const start = snapTo(momentAt(axis, left), GRID);
    return { technician, start: week && held ? keepingTime(held.start, start, board.business.zone) : start };
  }

  return (
    <div
      ref={scroller}
      className="board-grid"
      role="grid"
      tabIndex={-1}
      aria-label="Board"
      aria-rowcount={lines.length + 1}
      data-dragging={drag !== undefined || undefined}
      data-selecting={props.isSelecting || undefined}
      data-week={week !== undefined || undefined}
      onKeyDown={props.onKeyDown}
      onFocus={(event) => {
        const name = (event.target as HTMLElement).closest<HTMLElement>('.board-row__name');
        const at = name ? { technician: name.dataset['technician']!, visit: null } : visitAt(event);
        if (at) props.onFocus(at);
      }}
      onPointerDown={(event) => {
        const at = visitAt(event);
        if (!at || held) return;
        const isEnd = (event.target as HTMLElement).className === 'visit-block__end';
        (isEnd ? props.onResizeStart : props.onPointerDown)(event, at.visit, at.technician);
      }}
      onPointerMove={(event) => {
        const slot = held && slotAt(event);
        if (slot) props.onPoint(slot.technician, slot.start);
      }}
      onClick={(event) => {
        const at = visitAt(event);
        const slot = held && slotAt(event);
        const dispatched = (event.target as HTMLElement).closest<HTMLElement>('.board-row__dispatch');
        const name = (event.target as HTMLElement).closest<HTMLElement>('.board-row__name');
        const proposed = (event.target as HTMLElement).closest<HTMLElement>('.difference')?.dataset;
        if (slot) props.onPut(slot.technician, slot.start);
        else if (held) return;
        else if (dispatched) props.onDispatch(dispatched.dataset['technician']!);
        else if (at && (props.isSelecting || event.ctrlKey || event.metaKey || event.shiftKey))
          props.onSelect(at.visit);
        else if (at) props.onOpen(at.visit, at.technician);
        else if (proposed) props.onOpen(proposed['visit']!, proposed['technician']!);
        else if (name) props.onName(name.dataset['technician']!);
      }}
      onDoubleClick={(event) => {
        const slot = visitAt(event) || held ? undefined : slotAt(event);
        if (slot) props.onNew(slot.technician, slot.start);
      }}
    >
      <BoardHead
        axis={axis}
        hidden={countHidden(lines, tables.technicians)}
        zone={board.business.zone}
        now={board.now}
        isWeek={week !== undefined}
      />
      <div
        className="board-grid__rows"
        role="rowgroup"
        style={{
          height: heightOf(lines),
          width: `calc(var(--names) + ${axis.width}px)`,
          ['--hour' as string]: `${axis.scale * 60}px`,
        }}
      >
        {shown.map(({ line, index }) =>
          line.technician === undefined ? (
            <GroupHeading
              key={line.group.id}
              line={line}
              index={index}
              width={axis.width}
              onToggle={props.onToggleGroup}
            />
          ) : (
            <Row
              key={line.technician}
              board={board}
              row={rowFor(line.technician)}
              colour={colours.get(line.technician) ?? 'slate'}
              kinds={kinds}
              axis={axis}
              index={index}
              top={line.top}
              height={line.height}
              week={week && weekRowOf(week, line.technician)}
              drawnFrom={window.left}
              drawnTo={window.right}
              focus={focus?.technician === line.technician ? (focus.visit ?? line.technician) : undefined}
              search={search}
              selected={props.selected}
              inDoubt={live.inDoubt}
              refusals={live.refusals}
              resize={resize}
              lifted={inHand}
              differing={differing.get(line.technician)}
            />
          ),
        )}
        <RefusedNotes
          board={board}
          layout={layout}
          scroller={scroller}
          refusals={live.refusals}
          onDismiss={(visit) => live.dismiss([visit])}
          onFindSlot={props.onFindSlot}
        />
        {!drag && !resize && <VisitPeek board={board} kinds={kinds} layout={layout} scroller={scroller} />}
        <DifferenceLine difference={difference} layout={layout} pointed={pointed} />
        {isNowShown && <NowLine left={leftOf(axis, board.now)} scroller={scroller} />}
        {drag && inHand.size > 1 && (
          <TogetherLayer board={board} drag={drag} layout={layout} selected={inHand} scroller={scroller} />
        )}
        {drag && inHand.size <= 1 && (
          <DragLayer board={board} drag={drag} layout={layout} window={window} scroller={scroller} />
        )}
        {resize && <ResizeHint board={board} resize={resize} layout={layout} />}
      </div>
    </div>
  );
}

/** How many technicians a search or a filter hides, also where groups are closed. */
function countHidden(lines: readonly Line[], technicians: BoardTables['technicians']): number {
  const shown = new Set(
    lines.flatMap((line) => (line.technician === undefined ? line.group.technicians : [line.technician])),
  );
  return technicians.filter(({ id, is_active }) => is_active && !shown.has(id)).length;
}

interface HeadProps {
  axis: Axis;
  hidden: number;
  zone: string;
  now: number;
  /** Whether its days are too narrow for their hours. */
  isWeek: boolean;
}

/** A label every hour where there is room for it, or else every two or more. */
const labelPx = 44;

/** The days and their hours, above the rows. */
function BoardHead({ axis, hidden, zone, now, isWeek }: HeadProps) {
  const step = [60, 120, 180, 240, 360].find((minutes) => minutes * axis.scale >= labelPx) ?? 720;
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="board-head"
      style={{ width: `calc(var(--names) + ${axis.width}px)` }}
    >
      <div role="columnheader" aria-colindex={1} className="board-head__corner">
        Technicians{hidden > 0 && ` · ${hidden} hidden`} <span>Load</span>
      </div>
      <div role="columnheader" aria-colindex={2} className="board-head__days">
        {axis.days.map(({ day, start, end, left, width }) => (
          <div
            key={day.date}
            className="board-head__day"
            data-today={(day.start <= now && now < day.end) || undefined}
            style={{ left, width }}
          >
            <b>
              {dateInWords(day.date)}
              {day.holiday && ` · ${day.holiday}`}
            </b>
            {(isWeek ? [] : hours(start, end - labelPx / axis.scale, step)).map((at) => (
              <span key={at} style={{ left: leftOf(axis, at) - left }}>
                {clockWords(timeAt(epochMinutes(at), zone)).replace(':00', '')}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function hours(start: number, end: number, step: number): number[] {
  return Array.from({ length: Math.ceil((end - start) / step) }, (_, i) => start + i * step);
}

interface GroupHeadingProps {
  line: Extract<Line, { technician: undefined }>;
  index: number;
  width: number;
  onToggle: (group: string) => void;
}

/** Above the technicians of a group; closes it, and opens it again. */
function GroupHeading({ line: { group, isClosed, top, height }, index, width, onToggle }: GroupHeadingProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="group-heading"
      style={{ top, height, width: `calc(var(--names) + ${width}px)` }}
    >
      <div role="rowheader">
        <button type="button" aria-expanded={!isClosed} onClick={() => onToggle(group.id)}>
          <Icon name="chevron" />
          {group.label} <span>{group.technicians.length}</span>
        </button>
      </div>
    </div>
  );
}

interface NowLineProps {
  /** From the beginning of the hours. */
  left: number;
  scroller: RefObject<HTMLElement | null>;
}

/** Where the day is now. Each row lies by itself, so nothing but this hides the line where it would cross the names. */
function NowLine({ left, scroller }: NowLineProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = scroller.current!;
    const follow = () => {
      line.current!.hidden = left < element.scrollLeft;
    };
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [left, scroller]);
  return (
    <div
      ref={line}
      className="board-grid__now"
      style={{ left: `calc(var(--names) + ${left}px)` }}
      aria-hidden
    />
  );
}
