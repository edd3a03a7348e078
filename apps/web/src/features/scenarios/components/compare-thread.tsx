import { type RefObject, useEffect, useState } from 'react';
import type { Hours, PlaceOnBoard } from '../model/two-boards.ts';
import { rowPx } from './compare-row.tsx';

interface CompareThreadProps {
  frame: RefObject<HTMLElement | null>;
  places: readonly PlaceOnBoard[];
  hours: Hours;
  scale: number;
  /** The widths of a board and of the names between the two. */
  pane: number;
  names: number;
}

/** A line from where a visit is on the left board to where it is on the right one. */
export function CompareThread({ frame, places, hours, scale, pane, names }: CompareThreadProps) {
  const [shift, setShift] = useState(0);
  useEffect(() => {
    const part = frame.current!.querySelector<HTMLElement>('.compare-boards__time')!;
    const follow = () => setShift(part.scrollLeft);
    follow();
    part.addEventListener('scroll', follow);
    return () => part.removeEventListener('scroll', follow);
  }, [frame]);
  const [left, right] = places;
  if (!left || !right || left.side === right.side) return null;
  const x = (minute: number) => (minute - hours.start) * scale - shift;
  const from = { x: Math.min(pane, x(left.end) - 2), y: (left.line + 0.5) * rowPx };
  const to = { x: pane + names + Math.max(0, x(right.start)), y: (right.line + 0.5) * rowPx };
  const bend = Math.max(40, (to.x - from.x) / 2);
  return (
    <svg className="compare-thread" aria-hidden>
      <path d={`M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`} />
      <circle cx={from.x} cy={from.y} r={3} />
      <circle cx={to.x} cy={to.y} r={3} />
    </svg>
  );
}
