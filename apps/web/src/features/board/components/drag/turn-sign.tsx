import { dateInWords } from '@muster/domain/values/clock-words';
import type { LocalDate } from '@muster/domain/values/local-time';
import { type RefObject, useEffect, useRef } from 'react';
import type { Point } from '../../model/layout.ts';
import { type Hold, TURN_MS } from '../../model/turn.ts';
import './drag.css';

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

/** What is in the hand, where no row shows it. */
export function InHand({ pointer, text }: { pointer: RefObject<Point>; text: string }) {
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
    <div ref={ref} className="in-hand" aria-hidden>
      {text}
    </div>
  );
}
