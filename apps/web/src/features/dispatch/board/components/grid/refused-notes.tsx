import { CloseButton } from '@mantine/core';
import type { Board } from '@muster/domain/dispatch/scheduling/board/board';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { cellAt, type Layout, leftOf, lineOf, topOf } from '../../model/layout.ts';
import type { Refusal } from '../state/use-board.ts';

interface RefusedNotesProps {
  board: Board;
  layout: Layout;
  scroller: RefObject<HTMLDivElement | null>;
  refusals: ReadonlyMap<string, Refusal>;
  onDismiss: (visit: string) => void;
  onFindSlot: (visit: string) => void;
}

/** Why the server said no, beside the visit that came back, until somebody has read it or has done better. */
export function RefusedNotes({ board, refusals, layout, ...rest }: RefusedNotesProps) {
  return [...refusals].map(([visit, refusal]) => {
    const own = board.assignments.get(visit)?.find(({ technician }) => layout.order.includes(technician));
    // What waits in the tray is told of there.
    if (!own) return null;
    const home = { technician: own.technician, start: own.start };
    return <Note key={visit} {...rest} visit={visit} refusal={refusal} home={home} layout={layout} />;
  });
}

interface NoteProps extends Pick<RefusedNotesProps, 'layout' | 'scroller' | 'onDismiss' | 'onFindSlot'> {
  visit: string;
  refusal: Refusal;
  home: NonNullable<Refusal['from']>;
}

const notePx = 300;

function Note({ visit, refusal, home, layout, scroller, onDismiss, onFindSlot }: NoteProps) {
  const { axis, names, lines, rowHeight, week } = layout;
  const line = lineOf(lines, home.technician);
  const [left, top] = [week ? cellAt(axis, home.start).left : leftOf(axis, home.start), line?.top ?? 0];
  useComingBack(scroller, visit, refusal, { left, top }, layout);
  return (
    <div
      role="row"
      className="refused-note"
      style={{
        left: Math.min(names + left, names + axis.width - notePx),
        top: top + (line?.height ?? rowHeight),
        width: notePx,
      }}
    >
      <div role="gridcell">
        <p>{refusal.text}</p>
        <button type="button" onClick={() => onFindSlot(visit)}>
          Find a slot
        </button>
        <CloseButton size="md" aria-label="Dismiss" onClick={() => onDismiss(visit)} />
      </div>
    </div>
  );
}

const backMs = 140;

/** The visit is seen going back from where it was put. */
function useComingBack(
  scroller: RefObject<HTMLDivElement | null>,
  visit: string,
  { from }: Refusal,
  home: { left: number; top: number },
  { axis, lines }: Layout,
): void {
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (isDone.current || from === undefined) return;
    isDone.current = true;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const x = leftOf(axis, from.start) - home.left;
    const y = (topOf(lines, from.technician) ?? home.top) - home.top;
    scroller.current
      ?.querySelector(`.visit-block[data-visit="${visit}"]`)
      ?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: 'none' }], {
        duration: backMs,
        easing: 'ease-out',
      });
  });
}
