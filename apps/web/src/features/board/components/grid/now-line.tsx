import { type RefObject, useEffect, useRef } from 'react';

interface NowLineProps {
  /** From the beginning of the hours. */
  left: number;
  scroller: RefObject<HTMLElement | null>;
}

/** Where the day is now. Each row lies by itself, so nothing but this hides the line where it would cross the names. */
export function NowLine({ left, scroller }: NowLineProps) {
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
