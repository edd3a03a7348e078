import type { Board, BoardVisit } from '@muster/domain/scheduling/board/prepared';
import type { RefObject } from 'react';
import { lengthInWords, timeInWords } from '@muster/domain/values/clock-words';
import { leftOf } from '../../model/axis.ts';
import { crewFor } from '../../model/crew.ts';
import type { Drag } from '../../model/drag.ts';
import { judgeTogether, movesTogether } from '../../model/together.ts';
import { judge, type Verdict } from '../../model/verdict.ts';
import type { Layout } from '../../model/layout.ts';
import { lineOf, topOf } from '../../model/lines.ts';
import { cellAt } from '../../model/week.ts';
import type { Resize } from './use-resize.ts';
import type { Window } from '../grid/use-window.ts';
import './drag.css';

interface DragLayerProps {
  board: Board;
  drag: Drag;
  layout: Layout;
  window: Window;
  scroller: RefObject<HTMLElement | null>;
}

interface TogetherLayerProps extends Omit<DragLayerProps, 'window'> {
  /** All that move, the one in the hand among them. */
  selected: ReadonlySet<string>;
}

/** While several visits are in somebody's hand, each says where it would go and whether it fits there beside the others. */
export function TogetherLayer({ board, drag, layout, selected, scroller }: TogetherLayerProps) {
  const end = endInSight(layout, scroller.current);
  const moves = judgeTogether(board, movesTogether(board, layout.order, drag, selected));
  return (
    <div className="drag-layer" aria-hidden>
      {moves.flatMap(({ visit, technicians, verdict }) =>
        technicians
          .filter((technician) => layout.order.includes(technician))
          .map((technician) => (
            <Hint
              key={`${visit.row.id} ${technician}`}
              verdict={verdict}
              visit={visit}
              zone={board.business.zone}
              isPointed={visit.row.id === drag.visit}
              others={moves.length - 1}
              {...withinAxis(layout, verdict.start, visit.row.duration, end)}
              top={lineOf(layout.lines, technician)!.top}
              height={lineOf(layout.lines, technician)!.height}
            />
          )),
      )}
    </div>
  );
}

/** While a visit is in somebody's hand, every row in sight says whether it fits there, and why not. */
export function DragLayer({ board, drag, layout, window, scroller }: DragLayerProps) {
  const visit = board.visits.get(drag.visit);
  if (!visit || drag.target.kind !== 'slot') return null;
  const { technician: pointed, start } = drag.target;
  const shown = layout.lines.slice(window.first, window.end);
  const end = endInSight(layout, scroller.current);
  return (
    <div className="drag-layer" aria-hidden>
      {shown.map(({ technician, top, height }) => {
        if (technician === undefined) return null;
        const isPointed = technician === pointed;
        const verdict = judge(
          board,
          visit,
          crewFor(board, drag, technician, start, layout.order),
          start,
          drag.by === 'keys',
        );
        return (
          <Hint
            key={technician}
            verdict={verdict}
            visit={visit}
            zone={board.business.zone}
            isPointed={isPointed}
            {...withinAxis(layout, verdict.start, visit.row.duration, end)}
            top={top}
            height={height}
          />
        );
      })}
    </div>
  );
}

/** At the end of a visit that is made longer or shorter: how long it takes, and what speaks against it. */
export function ResizeHint({ board, resize, layout }: { board: Board; resize: Resize; layout: Layout }) {
  const { visit, technician, duration, verdict } = resize;
  const start = board.assignments.get(visit)?.[0]?.start;
  if (start === undefined) return null;
  const left = leftOf(layout.axis, start + duration);
  return (
    <div className="drag-layer" aria-hidden>
      <div
        className="resize-hint"
        data-kind={verdict.kind}
        style={{
          left: `calc(var(--names) + ${left}px)`,
          top: topOf(layout.lines, technician),
        }}
      >
        {[lengthInWords(duration), verdict.short].filter(Boolean).join(' · ')}
      </div>
    </div>
  );
}

interface HintProps {
  verdict: Verdict;
  visit: BoardVisit;
  zone: string;
  isPointed: boolean;
  /** How many move with the one in the hand. */
  others?: number;
  left: number;
  width: number;
  /** Where the hours end that are in sight. */
  end: number;
  top: number;
  height: number;
}

/** What would lie behind the end stays in sight before it: nothing makes the board wider than its hours. */
function withinAxis({ axis, week }: Layout, start: number, duration: number, end: number) {
  if (week) return { ...cellAt(axis, start), end };
  const width = duration * axis.scale;
  return { left: Math.max(0, Math.min(leftOf(axis, start), axis.width - width)), width, end };
}

/** Where the hours end that are in sight: beside them is the tray, under which words would be cut. */
function endInSight({ axis, names }: Layout, element: HTMLElement | null): number {
  return element ? Math.min(axis.width, element.scrollLeft + element.clientWidth - names) : axis.width;
}

/** As much as a letter of its words needs, and what is around them. */
const letterPx = 6.3;
const aroundPx = 24;
/** Words about others than the one that is pointed at are cut there. */
const mostPx = 260;

function Hint({ verdict, visit, zone, isPointed, others = 0, left, width, end, top, height }: HintProps) {
  const words = verdict.kind === 'fits' ? 'Fits' : verdict.short;
  const text = isPointed ? `${timeInWords(verdict.start, zone)} · ${words}` : words;
  const wanted = Math.min(text.length * letterPx + aroundPx, isPointed ? Infinity : mostPx);
  // Where there is no room for its words on the right, they go to the left.
  const isAtEnd = left + Math.max(width, wanted) > end;
  return (
    <div
      className="drag-hint"
      data-kind={verdict.kind}
      data-pointed={isPointed || undefined}
      data-end={isAtEnd || undefined}
      style={{
        left: `calc(var(--names) + ${left}px)`,
        top: top + 4,
        [isPointed && !isAtEnd ? 'minWidth' : 'width']: width,
        height: height - 8,
      }}
    >
      {isPointed && (
        <b>
          {visit.row.customer}
          {others > 0 && ` and ${others} more`}
        </b>
      )}
      <span>{text}</span>
    </div>
  );
}
