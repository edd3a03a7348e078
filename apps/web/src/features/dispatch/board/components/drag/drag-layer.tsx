import type { Board, BoardVisit } from '@muster/domain/dispatch/scheduling/board/board';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { lengthInWords, timeInWords, dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { minutesAfter } from '@muster/domain/values/minutes';
import {
  blockPlace,
  captionPlace,
  cellAt,
  type Layout,
  leftOf,
  type Line,
  lineOf,
  type Point,
  topOf,
} from '../../model/layout.ts';
import { crewFor, judge, judgeInHand, reasonsInWords, type Verdict, worstOf } from '../../model/verdict.ts';
import { type Drag, type Hold, TURN_MS } from '../../model/drag.ts';
import type { Resize } from './use-resize.ts';
import type { Window } from '../grid/use-layout.ts';
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

/** While several visits are in somebody's hand, each shows where it would go, and each row that gets some whether they fit there beside the others. */
export function TogetherLayer({ board, drag, layout, selected, scroller }: TogetherLayerProps) {
  const { order } = layout;
  const { judged: moves, left } = useMemo(
    () => judgeInHand(board, order, drag, selected),
    [board, order, drag, selected],
  );
  const shown = moves.flatMap((move) =>
    move.technicians.flatMap((technician) => {
      const line = lineOf(layout.lines, technician);
      return line ? [{ ...move, technician, line }] : [];
    }),
  );
  const against = moves
    .filter(({ verdict }) => verdict.kind === 'asks' || verdict.kind === 'refuses')
    .map(({ visit, verdict }) => `${visit.row.customer}: ${verdict.first}`);
  return (
    <div className="drag-layer" aria-hidden>
      {[...Map.groupBy(shown, ({ technician }) => technician)].map(([technician, own]) => (
        <RowVerdict
          key={technician}
          board={board}
          technician={technician}
          line={own[0]!.line}
          verdict={worstOf(own.map(({ verdict }) => verdict))}
          asked={undefined}
        />
      ))}
      {shown.map(({ visit, technician, line, verdict }) => (
        <Ghost
          key={`${visit.row.id} ${technician}`}
          board={board}
          visit={visit}
          line={line}
          layout={layout}
          scroller={scroller}
          verdict={verdict}
          others={moves.length + left - 1}
          words={visit.row.id === drag.visit ? [...atMost(against), ...checkedLater(left)] : undefined}
        />
      ))}
    </div>
  );
}

/** What is not shown is judged when it is put down. */
function checkedLater(left: number): string[] {
  if (left === 0) return [];
  return [`${left === 1 ? '1 more is' : `${left} more are`} checked when you drop them.`];
}

/** As many lines as a caption has. */
const mostLines = 5;

function atMost(lines: readonly string[]): readonly string[] {
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines - 1), `and ${lines.length - mostLines + 1} more`];
}

/** While a visit is in somebody's hand, every row in sight says whether it fits there, and the one that is pointed at shows it in its length. */
export function DragLayer({ board, drag, layout, window, scroller }: DragLayerProps) {
  const visit = board.visits.get(drag.visit);
  if (!visit || drag.target.kind !== 'slot') return null;
  const { technician: pointed, start } = drag.target;
  const rows = layout.lines.slice(window.first, window.end).flatMap((line) => {
    if (line.technician === undefined) return [];
    const { technician } = line;
    const crew = crewFor(board, drag, technician, start, layout.order);
    return [{ technician, line, verdict: judge(board, visit, crew, start, drag.by === 'keys') }];
  });
  const there = rows.find(({ technician }) => technician === pointed);
  return (
    <div className="drag-layer" aria-hidden>
      {rows.map((row) => (
        <RowVerdict key={row.technician} board={board} {...row} asked={start} />
      ))}
      {there && (
        <Ghost
          board={board}
          visit={visit}
          line={there.line}
          layout={layout}
          scroller={scroller}
          verdict={there.verdict}
          others={0}
          words={reasonsInWords(board, visit, there.verdict.reasons)}
        />
      )}
    </div>
  );
}

interface RowVerdictProps {
  board: Board;
  technician: string;
  line: Line;
  verdict: Verdict;
  /** The moment that is pointed at; one at which it only fits later is named. */
  asked: number | undefined;
}

/** Under this height there is one line. */
const oneLinePx = 32;

/** The tint of a row, and at its head one short reason: in the place of the load, so that no visit is covered. */
function RowVerdict({ board, technician, line: { top, height }, verdict, asked }: RowVerdictProps) {
  const later =
    asked === undefined || verdict.start === asked
      ? ''
      : ` at ${timeInWords(verdict.start, board.business.zone)}`;
  const words = verdict.kind === 'fits' ? `Fits${later}` : verdict.first;
  return (
    <div className="drag-row" data-kind={verdict.kind} style={{ top, height }}>
      <div className="drag-row__head" data-flat={height < oneLinePx || undefined}>
        <b>{board.technicians.get(technician)!.row.name}</b>
        <span>{words}</span>
      </div>
    </div>
  );
}

interface GhostProps {
  board: Board;
  visit: BoardVisit;
  line: Line;
  layout: Layout;
  scroller: RefObject<HTMLElement | null>;
  verdict: Verdict;
  /** How many move with it. */
  others: number;
  /** Everything that is to be said of where it would go; nothing: another one is pointed at. */
  words: readonly string[] | undefined;
}

/** Where a visit would go, as long as it is, and what there is to say of that. */
function Ghost({ board, visit, line, layout, scroller, verdict, others, words }: GhostProps) {
  const { zone } = board.business;
  const { start, kind } = verdict;
  const { axis, names, week } = layout;
  const place = week ? cellAt(axis, start) : blockPlace(axis, start, start + visit.row.duration);
  const element = scroller.current;
  // Under the names it can't be seen, as little as the visits.
  const hidden = Math.max(0, (element?.scrollLeft ?? 0) - place.left);
  const times = `${timeInWords(start, zone)} – ${timeInWords(minutesAfter(start, visit.row.duration), zone)}`;
  const told = words && [...(place.width < narrowPx || words.length > 0 ? [times] : []), ...words];
  const size = { width: captionPx, height: told ? heightOf(told) : 0 };
  return (
    <>
      <div
        className="drag-ghost"
        data-kind={kind}
        data-pointed={words !== undefined || undefined}
        data-week={week !== undefined || undefined}
        data-flat={line.height < oneLinePx || undefined}
        style={{
          left: names + place.left,
          top: line.top + 2,
          width: Math.max(place.width - 2, leastPx),
          height: line.height - 5,
          clipPath: hidden > 0 ? `inset(-4px -4px -4px ${hidden}px)` : undefined,
        }}
      >
        <b>
          {visit.row.customer}
          {words !== undefined && others > 0 && ` and ${others} more`}
        </b>
        <span>{[timeInWords(start, zone), kind === 'fits' && 'Fits'].filter(Boolean).join(' · ')}</span>
      </div>
      {told && told.length > 0 && element && (
        <div
          className="drag-caption"
          data-kind={kind}
          style={captionPlace(layout, board, { line, visit: visit.row.id, ...place }, size, element)}
        >
          {told.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </>
  );
}

const narrowPx = 72;
const leastPx = 6;
const captionPx = 280;
const letterPx = 6.4;
const lineHeightPx = 17;
const aroundPx = 14;

/** As tall as the words of a caption become in its width. */
function heightOf(lines: readonly string[]): number {
  const perLine = (captionPx - 2 * aroundPx) / letterPx;
  return lines.reduce((sum, { length }) => sum + Math.ceil(length / perLine) * lineHeightPx, aroundPx);
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

/** Over a place that turns the page: a bar that fills until it does, and the day that comes. */
export function TurnSign({ hold, date }: { hold: Hold; date: LocalDate }) {
  const { left, right, top, bottom } = hold.box;
  return (
    <div
      key={`${date} ${hold.since}`}
      className="turn-sign"
      data-pages={hold.pages}
      data-upright={bottom - top > right - left || undefined}
      style={{ left, top, width: right - left, height: bottom - top, ['--turn' as string]: `${TURN_MS}ms` }}
      aria-hidden
    >
      <b>{dateInWords(date)}</b>
    </div>
  );
}

interface InHandProps {
  pointer: RefObject<Point>;
  text: string;
  /** As long as it would be on the board, in pixels. */
  width: number;
}

/** What is in the hand, where no row shows it. */
export function InHand({ pointer, text, width }: InHandProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const follow = ({ x, y }: Point) => {
      // It may have gone a moment before this is told to stop.
      if (ref.current) ref.current.style.translate = `${x}px ${y}px`;
    };
    follow(pointer.current);
    addEventListener('pointermove', follow);
    return () => removeEventListener('pointermove', follow);
  }, [pointer]);
  return (
    <div ref={ref} className="in-hand" style={{ width }} aria-hidden>
      {text}
    </div>
  );
}
