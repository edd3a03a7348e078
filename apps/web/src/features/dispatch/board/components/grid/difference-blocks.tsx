import { MINUTE_MS } from '@muster/domain/values/minutes';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { timeInWords } from '@muster/domain/values/clock-words';
import { type RefObject, useEffect, useState } from 'react';
import type { Pointed } from '../../../../../lib/board/pointed-visits.ts';
import { type Layout, leftOf, lineBox, lineOf, proposed, topOf } from '../../model/layout.ts';
import type { Differing, Place } from '../../model/difference.ts';
import { shortTime } from './visit-block.tsx';
import './difference.css';

interface DifferenceBlocksProps {
  board: Board;
  technician: string;
  places: readonly Place[];
  place: (start: number, end: number) => { left: number; width: number; isNear: boolean };
  /** Of a week: where a visit lies, or what is proposed. */
  cell: (
    key: string,
  ) => { left: number; width: number; isNear: boolean; lane: number; lanes: number } | undefined;
  /** Of the row. */
  height: number;
}

/** Under this width there is no room for words. */
const tinyPx = 40;

/** A proposal in somebody's row: what would come there, and the outline of what would leave. The panel says it in words. */
export function DifferenceBlocks({ board, technician, places, place, cell, height }: DifferenceBlocksProps) {
  return places.map(({ visit, kind, isLeft, start, end }) => {
    const chip = cell(kind === 'new' ? proposed(visit) : visit);
    const { left, width, isNear } = chip ?? place(start, end);
    if (!isNear) return null;
    const line = chip && lineBox(height, chip.lane, chip.lanes);
    const row = board.visits.get(visit)?.row;
    return (
      <div
        key={`${kind} ${visit}`}
        aria-hidden
        className="difference"
        data-kind={kind}
        data-left={isLeft || undefined}
        data-visit={visit}
        data-technician={technician}
        data-flat={chip !== undefined || undefined}
        style={{ left, width: Math.max(width - 2, 3), ...line }}
      >
        {kind === 'new' && width >= tinyPx && (
          <>
            {chip && <time>{shortTime(start, board.business.zone)}</time>}
            <b>{row?.customer}</b>
            {!chip && (
              <span>
                {timeInWords(start, board.business.zone)} · {row?.site.suburb}
              </span>
            )}
          </>
        )}
      </div>
    );
  });
}

interface DifferenceLineProps {
  difference: readonly Differing[];
  layout: Layout;
  pointed: Pointed;
}

/** From the old place to the new one of the visit that somebody points at, here or in the panel. */
export function DifferenceLine({ difference, layout, pointed }: DifferenceLineProps) {
  const [visits, setVisits] = useState<readonly string[]>([]);
  useEffect(() => pointed.follow(setVisits), [pointed]);
  const shown = difference.find(({ visit_id }) => visits.includes(visit_id));
  const ends = [shown?.before, shown?.after].map((placement) => placement && middleOf(layout, placement));
  const [from, to] = ends;
  if (!from || !to) return null;
  return (
    <svg className="difference-line" aria-hidden>
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
      <circle cx={to.x} cy={to.y} r={4} />
    </svg>
  );
}

function middleOf({ axis, lines, names }: Layout, placement: NonNullable<Differing['after']>) {
  const line = lineOf(lines, placement.technicians[0]!);
  if (line === undefined) return undefined;
  const at = (text: string) => leftOf(axis, Date.parse(text) / MINUTE_MS);
  return {
    x: names + (at(placement.starts_at) + at(placement.ends_at)) / 2,
    y: line.top + line.height / 2,
  };
}

/** The first visit that a proposal moves is brought into sight where somebody points at it in the panel. */
export function useDifferenceInSight(
  scroller: RefObject<HTMLDivElement | null>,
  difference: readonly Differing[],
  { lines, rowHeight, head }: Layout,
  pointed: Pointed,
): void {
  useEffect(
    () =>
      pointed.follow(([visit]) => {
        const element = scroller.current;
        // On the board itself nothing moves under the pointer.
        if (!element || visit === undefined || element.matches(':hover, :focus-within')) return;
        const found = difference.find(({ visit_id }) => visit_id === visit);
        const technician = (found?.after ?? found?.before)?.technicians[0];
        const top = technician === undefined ? undefined : topOf(lines, technician);
        const room = element.clientHeight - head - rowHeight;
        if (top === undefined || (top >= element.scrollTop && top <= element.scrollTop + room)) return;
        element.scrollTo({ top: top < element.scrollTop ? top : top - room });
      }),
    [scroller, difference, lines, rowHeight, head, pointed],
  );
}
