import { type RefObject, useLayoutEffect, useState } from 'react';
import { type Line, lineIndexAt } from '../../model/lines.ts';

/** The part of the board that is on the screen, with some more around it. */
export interface Window {
  /** The first line. */
  first: number;
  /** The line after the last. */
  end: number;
  left: number;
  right: number;
}

const moreRows = 3;
const stepPx = 240;

/**
 * Which rows are drawn follows from where the board is scrolled to. It changes by whole rows and by wide steps, so that React works
 * only when something comes into sight, never for each pixel.
 */
export function useWindow(scroller: RefObject<HTMLElement | null>, lines: readonly Line[]): Window {
  const [shown, setShown] = useState<Window>({ first: 0, end: 20, left: 0, right: 3000 });
  useLayoutEffect(() => {
    const element = scroller.current!;
    const look = () => {
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
      const next = {
        first: Math.max(0, lineIndexAt(lines, scrollTop) - moreRows),
        end: lineIndexAt(lines, scrollTop + clientHeight) + 1 + moreRows,
        left: (Math.floor(scrollLeft / stepPx) - 1) * stepPx,
        right: (Math.ceil((scrollLeft + clientWidth) / stepPx) + 1) * stepPx,
      };
      setShown((before) => (isSame(before, next) ? before : next));
    };
    look();
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, lines]);
  return shown;
}

function isSame(a: Window, b: Window): boolean {
  return a.first === b.first && a.end === b.end && a.left === b.left && a.right === b.right;
}
